import { Type } from '@sinclair/typebox';
import { DAY_MS } from '../clock.ts';
import { invalidField } from '../errors.ts';
import { parseTime } from '../text/parse-time.ts';

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
const NOT_A_TIME = 'must be a date such as 2027-12-31, or a time such as 2027-12-31T18:00:00Z.';

/** The field `expires_at` of an input; `parseExpiry` reads it. */
export const ExpiresAtInput = Type.Optional(
  Type.String({
    description: 'ISO 8601, in the future: a time, or a date, which is the last day it works (UTC).',
  }),
);

/**
 * When the validity ends (ms): at the given time, or at the end of the given day. null: never. Throws
 * `validation_failed`.
 */
export function parseExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  if (!ISO_TIME.test(text)) throw invalidField('expires_at', NOT_A_TIME);
  const lastDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const time = parseTime(text);
  if (time === undefined) throw invalidField('expires_at', 'is not a date of the calendar.');
  const end = time + (lastDay ? DAY_MS : 0);
  if (end <= now) throw invalidField('expires_at', 'must be in the future.');
  return end;
}
