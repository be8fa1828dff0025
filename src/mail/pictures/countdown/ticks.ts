/** A unit of the clock with its length in seconds. */
export const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;
export type Unit = (typeof UNITS)[number][0];

/** What a frame shows: one number per shown unit, or that the moment has passed. */
export interface Tick {
  values: readonly string[] | 'expired';
  delayMilliseconds: number;
}

/** So that nobody waits for a picture of an hour: mail is read in less than this. */
export const MAX_FRAMES = 60;

/** The format counts hundredths of a second in 16 bits. */
const MAX_DELAY = 655_350;

/**
 * The frames from `remaining` milliseconds on, one per change of what is shown. Ends early when the next change is
 * further away than a frame can last, and with the expired state when that is reached.
 */
export function planTicks(remaining: number, shown: readonly Unit[]): Tick[] {
  const last = shown.at(-1);
  const step = UNITS.find(([unit]) => unit === last)?.[1];
  if (remaining <= 0) return [{ values: 'expired', delayMilliseconds: 0 }];
  if (step === undefined) return [{ values: [], delayMilliseconds: 0 }];
  const ticks: Tick[] = [];
  let seconds = Math.floor(remaining / 1000);
  while (ticks.length < MAX_FRAMES) {
    if (seconds < 0) return [...ticks, { values: 'expired', delayMilliseconds: 0 }];
    const untilChange = (seconds % step) + 1;
    const delayMilliseconds = Math.min(untilChange * 1000, MAX_DELAY);
    ticks.push({ values: splitSeconds(seconds, shown), delayMilliseconds });
    if (untilChange * 1000 > MAX_DELAY) break;
    seconds -= untilChange;
  }
  return ticks;
}

/**
 * Two digits or more per unit. What a hidden unit would have shown goes into the next smaller one, so that two
 * days without a field for days are 48 hours rather than none.
 */
export function splitSeconds(seconds: number, shown: readonly Unit[]): string[] {
  let rest = seconds;
  return UNITS.filter(([unit]) => shown.includes(unit)).map(([, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return String(count).padStart(2, '0');
  });
}
