import { expect, test } from 'bun:test';
import { join } from 'node:path';

interface Format {
  formatRelative(time: number, now: number): string;
  formatBytes(bytes: number): string;
  formatDuration(milliseconds: number): string;
  formatExpiry(time: string): string;
}

// By a path, because the dashboard has a configuration of its own for types.
const format = (await import(join(import.meta.dir, '../../src/dashboard/ui/format.tsx'))) as Format;

const NOW = Date.UTC(2026, 4, 4, 12);

test.each([
  [59.9, 'now'],
  [60, '1 minute ago'],
  [59.4 * 60, '59 minutes ago'],
  [59.6 * 60, '1 hour ago'],
  [23.4 * 3600, '23 hours ago'],
  [23.6 * 3600, 'yesterday'],
  [-3 * 86_400, 'in 3 days'],
  [31 * 86_400, 'Apr 3, 2026'],
])('a time %d seconds ago is %s', (seconds, text) => {
  expect(format.formatRelative(NOW - seconds * 1000, NOW)).toBe(text);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [1_047_000, '1,022 KB'],
  [1_048_200, '1 MB'],
  [1_520_000, '1.4 MB'],
  [100 * 2 ** 20, '100 MB'],
  [2500 * 2 ** 40, '2,500 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(format.formatBytes(bytes)).toBe(text);
});

test.each([
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [150_000, '3 min'],
])('%d milliseconds are %s', (milliseconds, text) => {
  expect(format.formatDuration(milliseconds)).toBe(text);
});

test.each([
  ['2028-01-01T00:00:00.000Z', 'after Dec 31, 2027'],
  ['2027-12-31T18:00:00.000Z', /^on Dec 31, 2027, \d+:00:00.[AP]M$/],
])('what expires at %s does so %s', (time, text) => {
  expect(format.formatExpiry(time)).toMatch(text);
});
