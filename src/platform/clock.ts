/** Where "now" comes from, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds since the epoch → ISO 8601 in UTC, the only form in which a time leaves the service. */
export function toIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Milliseconds of a monotonic stopwatch: for durations, never for timestamps. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}
