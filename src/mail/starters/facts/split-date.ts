import { MONTH } from './patterns.ts';

/** Day and month of a date as a calendar shows them: "Friday, 12 May 2027" → 12, May. Undefined where no month is named. */
export function splitDate(date: string): { day: string; month: string } | undefined {
  const words = date.split(/[\s,]+/);
  const month = words.find((word) => MONTH.test(word));
  const day = words
    .map((word) => /^(\d{1,2})(?:st|nd|rd|th|\.|er|º)?$/i.exec(word)?.[1])
    .find((found) => found !== undefined);
  if (month === undefined || day === undefined) return undefined;
  return { day, month: month.charAt(0).toLocaleUpperCase() + month.slice(1) };
}
