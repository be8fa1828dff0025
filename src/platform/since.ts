import { Type } from '@sinclair/typebox';
import { invalidField } from './errors.ts';

/** The input property that begins a list at a time. */
export const SinceInput = Type.Optional(
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d))?$',
    'x-expected': 'a date such as 2027-12-31, or a time such as 2027-12-31T18:00:00Z',
    description: 'ISO 8601: a time, or a date, which begins at midnight UTC.',
  }),
);

/** Milliseconds since the epoch. Throws `validation_failed` for a day that no month has. */
export function parseSince(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidField('since', 'is not a date of the calendar.');
  return time;
}
