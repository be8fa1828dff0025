import { describe, expect, test } from 'bun:test';
import {
  describeCountdown,
  findCountdownFault,
  isKnownTimeZone,
  targetMoment,
} from '../../../src/mail/parse/countdown-moment.ts';

/** Local times with the moments the IANA database makes of them. */
const MOMENTS: [target: string, zone: string, utc: string, why: string][] = [
  ['2030-12-24T18:00:00', 'UTC', '2030-12-24T18:00:00Z', 'UTC'],
  ['2030-12-24T18:00', 'UTC', '2030-12-24T18:00:00Z', 'without seconds'],
  ['2030-12-24 18:00:00', 'UTC', '2030-12-24T18:00:00Z', 'a space for the T'],
  ['2030-12-24', 'Europe/Berlin', '2030-12-23T23:00:00Z', 'a date is its first moment'],
  ['2030-12-24T18:00:00.250', 'UTC', '2030-12-24T18:00:00.250Z', 'fractions'],
  ['2030-01-15T12:00:00', 'Europe/Berlin', '2030-01-15T11:00:00Z', 'winter'],
  ['2030-07-15T12:00:00', 'Europe/Berlin', '2030-07-15T10:00:00Z', 'summer'],
  ['2030-03-31T01:59:59', 'Europe/Berlin', '2030-03-31T00:59:59Z', 'just before the gap'],
  ['2030-03-31T02:30:00', 'Europe/Berlin', '2030-03-31T01:30:00Z', 'in the gap: 03:30 summer time'],
  ['2030-03-31T03:00:00', 'Europe/Berlin', '2030-03-31T01:00:00Z', 'just after the gap'],
  ['2030-10-27T02:30:00', 'Europe/Berlin', '2030-10-27T00:30:00Z', 'twice: the first, summer time'],
  ['2030-10-27T03:00:00', 'Europe/Berlin', '2030-10-27T02:00:00Z', 'after the overlap'],
  ['2030-03-10T02:30:00', 'America/New_York', '2030-03-10T07:30:00Z', 'in the gap'],
  ['2030-11-03T01:30:00', 'America/New_York', '2030-11-03T05:30:00Z', 'twice: the first'],
  ['2030-07-04T00:00:00', 'America/New_York', '2030-07-04T04:00:00Z', 'summer'],
  ['2030-06-01T00:00:00', 'Asia/Kolkata', '2030-05-31T18:30:00Z', 'half an hour'],
  ['2030-01-01T00:00:00', 'Pacific/Auckland', '2029-12-31T11:00:00Z', 'summer in January'],
  ['2030-07-01T00:00:00', 'Pacific/Auckland', '2030-06-30T12:00:00Z', 'winter in July'],
  ['2030-12-24T18:00:00Z', 'Europe/Berlin', '2030-12-24T18:00:00Z', 'Z beats the zone'],
  ['2030-12-24T18:00:00+05:30', 'Europe/Berlin', '2030-12-24T12:30:00Z', 'so does an offset'],
  ['2030-12-24T18:00-0800', 'UTC', '2030-12-25T02:00:00Z', 'offset without a colon'],
  ['2030-12-24T18:00:00', 'Mars/Olympus', '2030-12-24T18:00:00Z', 'an unknown zone counts as UTC'],
  ['2030-12-24T18:00:00', '', '2030-12-24T18:00:00Z', 'so does none'],
];

const UNREADABLE = [
  '',
  '{{ deadline }}',
  'tomorrow',
  '2030-02-30T00:00',
  '2030-13-01',
  '2030-12-24T25:00',
  '2030-12-24T18:00[Europe/Berlin]',
  '12/24/2030',
  '2030',
  '2030-12-24T18:00+99:99',
  '2030-01-01T'.repeat(20_000),
];

describe('the moment a countdown runs to', () => {
  test.each(MOMENTS)('%s in %s is %s: %s', (target, zone, utc) => {
    expect(new Date(targetMoment(target, zone) ?? Number.NaN).toISOString()).toBe(
      new Date(utc).toISOString(),
    );
  });

  test.each(UNREADABLE.map((text) => [text.slice(0, 40), text]))('%s cannot be read', (_, text) => {
    expect(targetMoment(text, 'UTC')).toBeUndefined();
  });

  test.each([
    ['2030-12-24T18:00:00', 'Europe/Berlin', '⏳ 2030-12-24 18:00 Europe/Berlin'],
    ['2030-12-24T18:00:00+05:00', 'Europe/Berlin', '⏳ 2030-12-24 14:00 Europe/Berlin'],
    ['2030-12-24T18:00:00Z', 'America/New_York', '⏳ 2030-12-24 13:00 America/New_York'],
    ['2030-12-24', 'Mars/Phobos', '⏳ 2030-12-24 00:00 UTC'],
    ['soon', 'UTC', '⏳ soon'],
    ['{{ deadline }}', 'UTC', '⏳ {{ deadline }}'],
  ])('%s in %s is described as %s', (targetDate, timezone, text) => {
    expect(describeCountdown({ targetDate, timezone })).toBe(text);
  });

  test.each([
    ['soon', 'UTC', '“soon”, cannot be read'],
    ['2030-12-24', 'Mars/Phobos', '“Mars/Phobos”, is unknown'],
    ['2030-12-24', 'UTC', undefined],
    ['', 'UTC', undefined],
    ['{{ deadline }}', '{{ zone }}', undefined],
  ])('%s in %s has the fault %p', (targetDate, timezone, fault) => {
    const found = findCountdownFault({ targetDate, timezone });
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found?.message).toContain(fault);
  });

  test('zones are told from nonsense', () => {
    expect(['UTC', 'Europe/Berlin', ' Asia/Kolkata '].map(isKnownTimeZone)).toEqual([true, true, true]);
    expect(['', 'Mars/Olympus', '2030-01-01[UTC]', 'x'.repeat(9999)].some(isKnownTimeZone)).toBe(false);
  });
});
