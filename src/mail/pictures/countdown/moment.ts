const FORM = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * The moment, in milliseconds since 1970, a countdown runs to. `targetDate` is an ISO 8601 date, with or without
 * a time; it is meant in `timezone` unless it names an offset from UTC itself. `undefined` when it cannot be read
 * (empty in a draft, a merge tag, 30 February).
 *
 * A local time that a clock change skips is read with the offset from before the change, so 02:30 becomes 03:30;
 * one that occurs twice means its first occurrence. That is what RFC 5545 and Temporal's "compatible" do. A zone
 * nobody knows counts as UTC, since a clock that is some hours off is of more use than none; ask
 * `isKnownTimeZone` to warn of it.
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
