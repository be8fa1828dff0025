import { type Color, overlay, parseColor, readHex, WHITE } from '../../parse/color.ts';
import { UNITS, type Unit } from './ticks.ts';

/** A countdown as content describes it. What is absent or makes no sense is replaced by the block's default. */
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
  /** Nothing is drawn once the moment has passed. */
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

/** Checks the options; nothing is refused, because a mail that was sent has to show something. */
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

/** A CSS color laid on white: a picture in a mail has no way to know what is behind it. */
function readColor(css: string | undefined, fallback: string): Color {
  const color = css === undefined ? undefined : parseColor(css);
  return color ? overlay(color, WHITE) : readHex(fallback);
}

function bounded(value: number | undefined, min: number, max: number, fallback: number): number {
  if (value === undefined || !Number.isFinite(value)) return fallback;
  return Math.round(Math.min(Math.max(value, min), max));
}
