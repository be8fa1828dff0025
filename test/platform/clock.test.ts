import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { toIsoTime } from '../../src/platform/clock.ts';

test('times are written as the language writes them', () => {
  const anyTime = fc.integer({ min: Date.parse('1970-01-01'), max: Date.parse('9999-12-31T23:59:59.999Z') });
  fc.assert(fc.property(anyTime, (time) => expect(toIsoTime(time)).toBe(new Date(time).toISOString())));
  for (const text of ['2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z', '2026-11-22T00:00:00.005Z']) {
    expect(toIsoTime(Date.parse(text))).toBe(text);
  }
});
