/**
 * The time (ms) of an ISO date or time. Undefined for dates that do not exist: `Date.parse` reads February 30 as March
 * 2.
 */
export function parseTime(text: string): number | undefined {
  const day = text.slice(0, 10);
  const time = Date.parse(text);
  const start = Date.parse(day);
  if (Number.isNaN(time) || Number.isNaN(start)) return undefined;
  return new Date(start).toISOString().startsWith(day) ? time : undefined;
}
