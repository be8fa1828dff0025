/** One value of a metric that has labels. */
interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** A value that is read whenever the metrics are asked for. */
export interface Metric {
  /** Without the prefix `galley_`, with the unit at its end: `database_bytes`. */
  name: string;
  help: string;
  /** `counter` if it only grows. */
  type: 'gauge' | 'counter';
  /** The names of its labels, if it has any. */
  labels?: readonly string[];
  read(): number | readonly Sample[] | Promise<number | readonly Sample[]>;
}
