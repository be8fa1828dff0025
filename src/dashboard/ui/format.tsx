import { SHARED } from '../texts/shared.ts';

const LOCALE = 'en';

const numberFormat = new Intl.NumberFormat(LOCALE);
const compactFormat = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const dateFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const dateTimeFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });
const relativeFormat = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
/** A shorter time ago is "now". */
const NOW_SECONDS = 60;

/** 1,234,567 */
export const formatNumber = (value: number): string => numberFormat.format(value);
/** 1.2M, for narrow places. */
export const formatCompact = (value: number): string => compactFormat.format(value);
/** `1 template`, `2 templates`. */
export const formatCount = (value: number, one: string, many: string): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

/** 1.4 MB, in powers of 1024, as limits of plans, settings, commands and messages of the service count. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let step = 0;
  // From 1023.5 on, a number would be rounded to 1,024.
  while (bytes / 1024 ** step >= 1023.5 && step < units.length - 1) step += 1;
  const value = bytes / 1024 ** step;
  return `${value.toLocaleString(LOCALE, { maximumFractionDigits: step === 0 || value >= 100 ? 0 : 1 })} ${units[step]}`;
}

/** 850 ms, 1.2 s, 3 min */
export function formatDuration(milliseconds: number): string {
  if (Math.round(milliseconds) < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}

/** A time as the service sends it: ISO 8601, or ms since 1970. */
type TimeValue = string | number;

export const formatDate = (time: TimeValue): string => dateFormat.format(new Date(time));
export const formatDateTime = (time: TimeValue): string => dateTimeFormat.format(new Date(time));

const DAY_MS = 86_400_000;
const dayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

/** A day of the service, which counts days in UTC. */
export const formatDay = (time: TimeValue): string => dayFormat.format(new Date(time));

/** When something expires: `after` its last day, or `on` a date at a time. The end of a day is midnight UTC. */
export function formatExpiry(time: TimeValue): string {
  const at = new Date(time).getTime();
  return at % DAY_MS === 0 ? `after ${formatDay(at - 1)}` : `on ${formatDateTime(at)}`;
}

/** Each unit with its seconds, and from how many on it is used: less would be rounded to a whole unit below, as `60 minutes`. */
const UNITS = [
  ['day', 86_400, 23.5 * 3600],
  ['hour', 3600, 59.5 * 60],
  ['minute', 60, NOW_SECONDS],
] as const;

/** `2 hours ago`, `in 3 days`. A date if it is more than 30 days away. */
export function formatRelative(time: TimeValue, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  if (Math.abs(seconds) > 30 * 86_400) return formatDate(time);
  const [unit, length] = UNITS.find(([, , from]) => Math.abs(seconds) >= from) ?? ['second', 1];
  if (unit === 'second') return relativeFormat.format(0, 'second');
  return relativeFormat.format(Math.round(seconds / length), unit);
}

/** A time relative to now, with the exact time as its tooltip. */
export function Time({ value }: { value: TimeValue | null | undefined }) {
  if (value === null || value === undefined) return <span className="text-muted">{SHARED.time.never}</span>;
  return (
    <time
      dateTime={new Date(value).toISOString()}
      title={formatDateTime(value)}
      className="whitespace-nowrap"
    >
      {formatRelative(value)}
    </time>
  );
}
