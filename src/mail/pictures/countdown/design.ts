import { type Color, overlay, parseColor, readHex, WHITE } from '../../parse/color.ts';

/** A countdown as content describes it. Absent and invalid values are replaced by the block's defaults. */
export interface CountdownOptions {
  targetDate: string;
  timezone?: string;
  showDays?: boolean;
  showHours?: boolean;
  showMinutes?: boolean;
  showSeconds?: boolean;
  separator?: string;
  digitFontSize?: number;
  digitColor?: string;
  labelColor?: string;
  labelFontSize?: number;
  backgroundColor?: string;
  labelDays?: string;
  labelHours?: string;
  labelMinutes?: string;
  labelSeconds?: string;
  expiredMessage?: string;
  /** Whether the picture is empty after the target date. */
  hideOnExpiry?: boolean;
  /** CSS pixels; the picture has twice as many. */
  width?: number;
}

/** The options with every value in its bounds. Sizes are CSS pixels. */
export interface CountdownDesign {
  units: readonly { unit: Unit; label: string }[];
  separator: ':' | '-' | ' ';
  digitSize: number;
  labelSize: number;
  digitColor: Color;
  labelColor: Color;
  background: Color;
  message: string;
  hideOnExpiry: boolean;
  width: number;
}

/** Replaces invalid options by defaults. It never throws, because a mail that was sent has to show something. */
export function designOf(options: CountdownOptions): CountdownDesign {
  const isShown: Record<Unit, boolean | undefined> = {
    days: options.showDays,
    hours: options.showHours,
    minutes: options.showMinutes,
    seconds: options.showSeconds,
  };
  const labels: Record<Unit, string> = {
    days: options.labelDays ?? 'Days',
    hours: options.labelHours ?? 'Hours',
    minutes: options.labelMinutes ?? 'Minutes',
    seconds: options.labelSeconds ?? 'Seconds',
  };
  return {
    units: UNITS.filter(([unit]) => isShown[unit] ?? true).map(([unit]) => ({ unit, label: labels[unit] })),
    separator: options.separator === '-' || options.separator === ' ' ? options.separator : ':',
    digitSize: bounded(options.digitFontSize, 8, 96, 32),
    labelSize: bounded(options.labelFontSize, 6, 48, 12),
    digitColor: readColor(options.digitColor, '#1a1a1a'),
    labelColor: readColor(options.labelColor, '#6b7280'),
    background: readColor(options.backgroundColor, '#ffffff'),
    message: options.expiredMessage ?? 'This offer has expired',
    hideOnExpiry: options.hideOnExpiry ?? false,
    width: bounded(options.width, 80, 800, 600),
  };
}

/** A CSS color over white, because the color behind the picture is not known. */
function readColor(css: string | undefined, fallback: string): Color {
  const color = css === undefined ? undefined : parseColor(css);
  return color ? overlay(color, WHITE) : readHex(fallback);
}

function bounded(value: number | undefined, min: number, max: number, fallback: number): number {
  if (value === undefined || !Number.isFinite(value)) return fallback;
  return Math.round(Math.min(Math.max(value, min), max));
}

/** A unit of the clock with its length in seconds. */
const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;
export type Unit = (typeof UNITS)[number][0];

/** The content of a frame: one number per shown unit, or the expired state. */
export interface Tick {
  values: readonly string[] | 'expired';
  delayMilliseconds: number;
}

/** Limits the animation: mails are read in less time. */
const MAX_FRAMES = 60;

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
