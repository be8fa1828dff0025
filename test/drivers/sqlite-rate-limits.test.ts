import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/drivers/sqlite/index.ts';
import { SqliteRateLimits } from '../../src/drivers/sqlite/rate-limits.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import type { Database } from '../../src/platform/ports/database.ts';
import { countRows } from '../support/database-dump.ts';
import { createFakeClock } from '../support/test-app.ts';
import { testRateLimits } from './rate-limits-cases.ts';

const LIMITS = [
  { limit: 3, windowMs: 60_000 },
  { limit: 5, windowMs: 3_600_000 },
];

let dataDir: string;
let logLines: string[] = [];
const clock = createFakeClock();
const log = createLogger({ level: 'debug', format: 'json', write: (line) => logLines.push(line) });
let db: Database;
let limiter: SqliteRateLimits;

function start(): void {
  db = openDatabase(dataDir, { clock, log, allowEphemeral: true });
  limiter = new SqliteRateLimits({ db, clock, log });
}

async function restart(): Promise<void> {
  await limiter.close();
  await db.close();
  start();
}

/** As after a power cut: nothing more is written. */
async function crash(): Promise<void> {
  await db.close();
  start();
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'galley-rates-'));
  logLines = [];
  start();
});
afterEach(async () => {
  await limiter.close();
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function take(key: string, times = 1): Promise<boolean[]> {
  const allowed: boolean[] = [];
  for (let i = 0; i < times; i += 1) allowed.push((await limiter.take(key, LIMITS)).allowed);
  return allowed;
}
const storedKeys = () => countRows({ deps: { dataDir } }, 'rate_limits');

testRateLimits('sqlite', {
  clock,
  async open() {
    await restart();
    return limiter;
  },
  async remove() {},
});

describe('sqlite rate limits: writing', () => {
  test('a damaged row is ignored', async () => {
    await take('key a', 3);
    await limiter.flush();
    await db.close();
    const { Database } = await import('bun:sqlite');
    const sqlite = new Database(join(dataDir, 'galley.db'));
    sqlite.run("UPDATE rate_limits SET windows = '{'");
    sqlite.close();
    start();
    expect(await take('key a')).toEqual([true]);
  });

  test('a crash loses what was not written, and no more', async () => {
    await take('key a', 2);
    await limiter.flush();
    await take('key a');
    await crash();
    expect(await take('key a', 2)).toEqual([true, false]);
  });

  test('happens by itself, in the background', async () => {
    await take('key a', 2);
    expect(await storedKeys()).toBe(0);
    while ((await storedKeys()) === 0) await Bun.sleep(20);
    await crash();
    expect(await take('key a', 2)).toEqual([true, false]);
  });

  test('flushes any number of keys, and again only what has changed', async () => {
    let transactions = 0;
    const counting: Database['transaction'] = (job) => {
      transactions += 1;
      return db.transaction(job);
    };
    const counted = new SqliteRateLimits({ clock, log, db: { ...db, transaction: counting } });
    for (let i = 0; i < 2_500; i += 1) await counted.take(`address ${i}`, LIMITS);
    await counted.flush();
    expect(await storedKeys()).toBe(2_500);
    // Three batches of keys, and a first look for old rows.
    expect(transactions).toBe(4);
    await counted.flush();
    expect(transactions).toBe(4);
    await counted.close();
  });

  test('that fails is logged, does not throw and is tried again', async () => {
    let isFull = true;
    const transaction: Database['transaction'] = (job) =>
      isFull ? Promise.reject(new Error('the disk is full')) : db.transaction(job);
    const failing = new SqliteRateLimits({ clock, log, db: { ...db, transaction } });
    for (let i = 0; i < 1_500; i += 1) await failing.take(`address ${i}`, LIMITS);
    await failing.flush();
    expect(logLines.filter((line) => line.includes('rate limits could not be written'))).toHaveLength(1);
    expect(await storedKeys()).toBe(0);
    isFull = false;
    await failing.close();
    expect(await storedKeys()).toBe(1_500);
  });

  test('a key is counted also while the sweep drops its expired windows', async () => {
    let onWritten = () => {};
    const transaction: Database['transaction'] = async (job) => {
      const result = await db.transaction(job);
      onWritten();
      onWritten = () => {};
      return result;
    };
    await limiter.close();
    limiter = new SqliteRateLimits({ clock, log, db: { ...db, transaction } });
    for (let steps = 0; steps < 20; steps += 1) {
      const key = `key ${steps}`;
      await take(key);
      await limiter.flush();
      clock.advance(3_601_000);
      await take('another');
      const { promise, resolve } = Promise.withResolvers<unknown>();
      onWritten = async () => {
        for (let step = 0; step < steps; step += 1) await Promise.resolve();
        resolve(limiter.take(key, LIMITS));
      };
      await limiter.flush();
      await promise;
      expect(await take(key, 3)).toEqual([true, true, false]);
      await limiter.flush();
    }
  });

  test('close also writes keys that were counted during its write', async () => {
    let isFirst = true;
    const transaction: Database['transaction'] = async (job) => {
      if (isFirst) {
        isFirst = false;
        await limiter.take('late', LIMITS);
      }
      return db.transaction(job);
    };
    await limiter.close();
    limiter = new SqliteRateLimits({ clock, log, db: { ...db, transaction } });
    await take('early');
    await limiter.close();
    expect(await storedKeys()).toBe(2);
  });

  test('deletes rows whose time has passed', async () => {
    for (let i = 0; i < 6_000; i += 1) await limiter.take(`address ${i}`, LIMITS);
    await limiter.flush();
    clock.advance(3_599_000);
    await limiter.take('key a', LIMITS);
    await limiter.flush();
    expect(await storedKeys()).toBe(6_001);
    clock.advance(60_000);
    await limiter.take('key a', LIMITS);
    await limiter.flush();
    expect(await storedKeys()).toBe(1);
  });

  test('bounds the rows, and keeps the newest', async () => {
    for (let i = 0; i < 100_000; i += 1) await limiter.take(`address ${i}`, LIMITS);
    await limiter.flush();
    clock.advance(60_000);
    for (let i = 0; i < 10; i += 1) await limiter.take(`newcomer ${i}`, LIMITS);
    await limiter.flush();
    expect(await storedKeys()).toBeLessThanOrEqual(100_000);
    for (let i = 0; i < 25_000; i += 1) await limiter.take(`flood ${i}`, LIMITS);
    await limiter.flush();
    expect(await storedKeys()).toBeLessThanOrEqual(110_000);
    await restart();
    expect((await limiter.take('newcomer 9', LIMITS)).windows[1]?.remaining).toBe(3);
  });
});
