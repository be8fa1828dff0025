import { describe, expect, test } from 'bun:test';
import { parseExpiry } from '../../../src/platform/limits/expiry.ts';
import { parseSince } from '../../../src/platform/pagination.ts';

describe('a date', () => {
  test.each([
    ['2026-02-28', Date.UTC(2026, 1, 28)],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
    ['2026-11-26T10:00:00+14:00', Date.UTC(2026, 10, 25, 20)],
  ])('%s is a time', (text, time) => {
    expect(parseSince(text)).toBe(time);
  });

  test.each(['2026-02-30', '2027-02-29', '2026-04-31T00:00:00Z', '2026-13-01', '2026-01-01T25:00:00Z'])(
    '%s is in no calendar, and not another day',
    (text) => {
      expect(() => parseSince(text)).toThrow('since is not a date of the calendar.');
      expect(() => parseExpiry(text, 0)).toThrow('expires_at is not a date of the calendar.');
    },
  );

  test('as an expiry is the end of that day', () => {
    expect(parseExpiry('2028-02-29', 0)).toBe(Date.UTC(2028, 2, 1));
    expect(() => parseExpiry('1970-01-01', Date.UTC(1971, 0, 1))).toThrow('must be in the future');
  });
});
