import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalFileStore } from '../../../src/drivers/local-files.ts';
import { openDatabase } from '../../../src/drivers/sqlite/index.ts';
import { createDurableRateLimiter } from '../../../src/features/access/durable-rate-limiter.ts';
import type { Deps, Services } from '../../../src/platform/deps.ts';
import { createEventBus } from '../../../src/platform/events.ts';
import { createLogger } from '../../../src/platform/log.ts';
import type { Database } from '../../../src/platform/ports/database.ts';
import { createPublicFetch } from '../../../src/platform/public-fetch/index.ts';
import { countRows } from '../../http/database-dump.ts';
import { createFakeClock } from '../../support/test-app.ts';

const LIMITS = [
  { limit: 3, windowMs: 60_000 },
  { limit: 5, windowMs: 3_600_000 },
];
const DAY = 86_400_000;

let dataDir: string;
let clock: ReturnType<typeof createFakeClock>;
let logLines: string[];
let db: Database;
let deps: Deps;
let limiter: ReturnType<typeof createDurableRateLimiter>;

function start(limits = LIMITS): void {
  const log = createLogger({ level: 'debug', format: 'json', write: (line) => logLines.push(line) });
  db = openDatabase(dataDir, { clock, log, allowEphemeral: true });
  const plans = new Map();
  deps = {
    clock,
    log,
    db,
    events: createEventBus(log),
    plans,
    baseUrl: '',
    listening: { port: 0, tlsPort: undefined, isBaseUrlSet: false },
    dataDir,
    files: createLocalFileStore(join(dataDir, 'files')),
    incomingDir: join(dataDir, 'incoming'),
    publicFetch: createPublicFetch(),
    sealKey: new Uint8Array(32),
    services: {} as Services,
  };
  limiter = createDurableRateLimiter(deps, limits);
}

async function restart(limits = LIMITS): Promise<void> {
  await limiter.close();
  await db.close();
  start(limits);
}

/** As after a power cut: nothing more is written. */
async function crash(): Promise<void> {
  await db.close();
  start();
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'galley-rates-'));
  clock = createFakeClock();
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
  for (let i = 0; i < times; i += 1) allowed.push((await limiter.take(key)).allowed);
  return allowed;
}
const storedKeys = () => countRows({ deps }, 'rate_windows');

describe('after a restart', () => {
  test('what was used is still used, window by window', async () => {
    expect(await take('key a', 4)).toEqual([true, true, true, false]);
    expect(await take('key b')).toEqual([true]);
    clock.advance(20_000);
    await restart();
    expect(await limiter.take('key a')).toEqual({
      allowed: false,
      retryAfterSeconds: 40,
      windows: [
        { limit: 3, windowSeconds: 60, remaining: 0, resetSeconds: 40 },
        { limit: 5, windowSeconds: 3600, remaining: 2, resetSeconds: 3580 },
      ],
    });
    expect((await limiter.take('key b')).windows[0]?.remaining).toBe(1);
    expect((await limiter.take('key c')).windows[0]?.remaining).toBe(2);
    clock.advance(40_000);
    expect(await take('key a', 3)).toEqual([true, true, false]);
    await restart();
    expect((await limiter.take('key a')).retryAfterSeconds).toBe(3540);
  });

  test('what has passed meanwhile has passed', async () => {
    await take('key a', 3);
    clock.advance(DAY);
    await restart();
    expect(await take('key a', 4)).toEqual([true, true, true, false]);
  });

  test('with other limits the new ones hold', async () => {
    await take('key a', 3);
    await restart([{ limit: 2, windowMs: 60_000 }]);
    expect(await take('key a')).toEqual([false]);
    await restart([{ limit: 1_000_000, windowMs: 60_000 }]);
    expect((await limiter.take('key a')).windows[0]?.remaining).toBe(999_996);
  });

  test('with the clock set back nobody is blocked for longer than a window', async () => {
    await take('key a', 3);
    clock.advance(-400 * DAY);
    await restart();
    expect((await limiter.take('key a')).retryAfterSeconds).toBe(60);
    clock.advance(60_000);
    expect(await take('key a')).toEqual([true]);
  });

  test('a row that was damaged is no fault', async () => {
    await take('key a', 3);
    await limiter.flush();
    await db.close();
    const { Database } = await import('bun:sqlite');
    const sqlite = new Database(join(dataDir, 'galley.db'));
    sqlite.run("UPDATE rate_windows SET times = x'ffffff'");
    sqlite.close();
    start();
    expect(await take('key a')).toEqual([true]);
  });

  test('a crash gives back what was not written, and no more', async () => {
    await take('key a', 2);
    await limiter.flush();
    await take('key a');
    await crash();
    expect(await take('key a', 2)).toEqual([true, false]);
  });
});

describe('writing', () => {
  test('happens by itself, in the background', async () => {
    await take('key a', 2);
    expect(storedKeys()).toBe(0);
    while (storedKeys() === 0) await Bun.sleep(20);
    await crash();
    expect(await take('key a', 2)).toEqual([true, false]);
  });

  test('flushes any number of keys, and again only what has changed', async () => {
    let transactions = 0;
    const counting: Database['transaction'] = (job) => {
      transactions += 1;
      return db.transaction(job);
    };
    const counted = createDurableRateLimiter({ ...deps, db: { ...db, transaction: counting } }, LIMITS);
    for (let i = 0; i < 2_500; i += 1) await counted.take(`address ${i}`);
    await counted.flush();
    expect(storedKeys()).toBe(2_500);
    // Three batches of keys, and a first look for old rows.
    expect(transactions).toBe(4);
    await counted.flush();
    expect(transactions).toBe(4);
    await counted.close();
  });

  test('that fails is logged, throws nothing and is tried again', async () => {
    let isFull = true;
    const transaction: Database['transaction'] = (job) =>
      isFull ? Promise.reject(new Error('the disk is full')) : db.transaction(job);
    const failing = createDurableRateLimiter({ ...deps, db: { ...db, transaction } }, LIMITS);
    for (let i = 0; i < 1_500; i += 1) await failing.take(`address ${i}`);
    await failing.flush();
    expect(logLines.filter((line) => line.includes('rate limits could not be written'))).toHaveLength(1);
    expect(storedKeys()).toBe(0);
    isFull = false;
    await failing.close();
    expect(storedKeys()).toBe(1_500);
  });

  test('deletes rows whose time has passed', async () => {
    for (let i = 0; i < 6_000; i += 1) await limiter.take(`address ${i}`);
    await limiter.flush();
    clock.advance(3_599_000);
    await limiter.take('key a');
    await limiter.flush();
    expect(storedKeys()).toBe(6_001);
    clock.advance(60_000);
    await limiter.take('key a');
    await limiter.flush();
    expect(storedKeys()).toBe(1);
  });

  test('keeps no more rows than keys in memory, the newest', async () => {
    for (let i = 0; i < 100_000; i += 1) await limiter.take(`address ${i}`);
    await limiter.flush();
    clock.advance(60_000);
    for (let i = 0; i < 10; i += 1) await limiter.take(`newcomer ${i}`);
    await limiter.flush();
    expect(storedKeys()).toBeLessThanOrEqual(100_000);
    await restart();
    expect((await limiter.take('newcomer 9')).windows[1]?.remaining).toBe(3);
  });
});
