/** What one measurement showed. */
export interface Outcome {
  /** What was measured, for people. */
  figure: string;
  unit: 'requests/s' | 'deliveries/s' | 'µs/request' | 'ms' | 'MB';
  galley: number;
  /** What it is compared with; null: nothing, the target is for the value itself. */
  baseline: number | null;
  /** At least, or at most, this share of the baseline; without a baseline, this value. */
  target: { atLeast: number } | { atMost: number };
  /** How busy the load generator was at most (1: a whole core); null if there was none. */
  generatorLoad: number | null;
}

/** A measurement that can be asked for by name. Throws if it could not be made. */
export interface Figure {
  name: string;
  /** Why it cannot be made on this system; undefined where it can. */
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
