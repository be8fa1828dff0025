import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/platform/clock.ts';
import { RecentLog } from '../../../src/platform/logging/recent-log.ts';

test('keeps the lines of an hour, up to 1 MB', () => {
  let now = 0;
  const log = new RecentLog(() => now);
  log.add('old');
  now = HOUR_MS / 2;
  log.add('new');
  expect(log.read()).toEqual(['old', 'new']);
  now = HOUR_MS + 1;
  expect(log.read()).toEqual(['new']);
  for (let index = 0; index < 5_000; index += 1) log.add(`${index} ${'x'.repeat(1_000)}`);
  const lines = log.read();
  expect(lines.join('').length).toBeLessThanOrEqual(1024 * 1024);
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.at(-1)).toStartWith('4999 ');
  log.add('y'.repeat(2 * 1024 * 1024));
  expect(log.read()).toEqual([]);
  log.add('after');
  expect(log.read()).toEqual(['after']);
});
