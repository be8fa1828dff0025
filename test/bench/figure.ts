/** The result of one measurement. */
export interface Outcome {
  /** Title of the figure. */
  figure: string;
  unit: 'requests/s' | 'deliveries/s' | 'µs/request' | 'ms' | 'MB';
  galley: number;
  /** The value it is compared with. Null if the target is for the value itself. */
  baseline: number | null;
  /** A share of the baseline; without a baseline, a value. */
  target: { atLeast: number } | { atMost: number };
  /** Milliseconds of processor time per request of both, where it was measured. */
  cpuMs?: { galley: number; baseline: number } | undefined;
  /** The highest load of the load generator, in cores. Null without a load generator. */
  generatorLoad: number | null;
}

/** A measurement with a name. Throws if it cannot be made. */
export interface Figure {
  name: string;
  /** Returns the reason if this system cannot make the measurement. */
  whyLeftOut?(): string | undefined;
  measure(): Promise<Outcome[]>;
}

/** The number the target is about. */
export function reachedOf({ galley, baseline }: Outcome): number {
  return baseline === null ? galley : galley / baseline;
}

export function isReached(outcome: Outcome): boolean {
  const reached = reachedOf(outcome);
  const { target } = outcome;
  return 'atLeast' in target ? reached >= target.atLeast : reached <= target.atMost;
}
