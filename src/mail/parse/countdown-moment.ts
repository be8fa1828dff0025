import { hasMergeTag } from './merge-tags.ts';
import { shorten } from './shorten.ts';

const FORM = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * The moment, in milliseconds since 1970, a countdown runs to. `targetDate` is an ISO 8601 date, with or without
 * a time; it is meant in `timezone` unless it names an offset from UTC itself. `undefined` when it cannot be read
 * (empty in a draft, a merge tag, 30 February).
 *
 * A local time that a clock change skips is read with the offset from before the change, so 02:30 becomes 03:30;
 * one that occurs twice means its first occurrence. That is what RFC 5545 and Temporal's "compatible" do. An unknown
 * zone counts as UTC; `isKnownTimeZone` finds it for a warning.
 */
export function targetMoment(targetDate: string, timezone: string): number | undefined {
  const match = FORM.exec(targetDate.trim());
  if (match === null) return undefined;
  const [, date, time = '00:00', offset] = match;
  try {
    if (offset !== undefined) return Temporal.Instant.from(`${date}T${time}${offset}`).epochMilliseconds;
    const zone = isKnownTimeZone(timezone) ? timezone.trim() : 'UTC';
    const local = Temporal.PlainDateTime.from(`${date}T${time}`);
    return local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** Whether a name is that of an IANA time zone (or an offset such as +02:00). */
export function isKnownTimeZone(timezone: string): boolean {
  try {
    // The format knows zones only; Temporal would take whole dates with a zone in brackets, too.
    new Intl.DateTimeFormat('en', { timeZone: timezone.trim() });
    return timezone.trim() !== '';
  } catch {
    return false;
  }
}

/** What a countdown runs to. */
interface Target {
  targetDate: string;
  timezone: string;
}

/**
 * The moment of a countdown as text that needs no translation: "⏳ 2030-12-24 18:00 Europe/Berlin". It is the moment that
 * the picture counts down to, in the time zone of the countdown; a date that cannot be read stays as written.
 */
export function describeCountdown({ targetDate, timezone }: Target): string {
  const moment = targetMoment(targetDate, timezone);
  if (moment === undefined) return `⏳ ${targetDate.trim()}`;
  const zone = isKnownTimeZone(timezone) ? timezone.trim() : 'UTC';
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDateTime();
  return `⏳ ${local.toString({ smallestUnit: 'minute' }).replace('T', ' ')} ${zone}`;
}

/** What is wrong with a countdown, and what to do about it. */
interface CountdownFault {
  message: string;
  suggestion: string;
}

/** The fault in the target of a countdown; undefined for none, and for merge tags, which are filled in later. */
export function findCountdownFault({ targetDate, timezone }: Target): CountdownFault | undefined {
  const quote = (text: string) => `“${shorten(text.trim(), 40)}”`;
  if (targetDate.trim() !== '' && !hasMergeTag(targetDate) && targetMoment(targetDate, 'UTC') === undefined) {
    const message = `The date of the countdown, ${quote(targetDate)}, cannot be read: the clock stands at zero.`;
    return { message, suggestion: 'Write it like 2030-12-24T18:00:00.' };
  }
  if (hasMergeTag(timezone) || isKnownTimeZone(timezone)) return undefined;
  const message = `The time zone of the countdown, ${quote(timezone)}, is unknown: UTC is used.`;
  return { message, suggestion: 'Write it like Europe/Berlin.' };
}
