import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { RedisBus } from '../../src/drivers/redis/bus.ts';
import { RedisConnection } from '../../src/drivers/redis/connection.ts';
import { RedisRateLimits } from '../../src/drivers/redis/rate-limits.ts';
import { Cache } from '../../src/platform/caching/cache.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type RateWindow, takeFromWindows } from '../../src/platform/limits/rate-limit.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import type { BusMessage } from '../../src/platform/ports/bus.ts';
import type { RateLimit, RateLimits } from '../../src/platform/ports/rate-limits.ts';
import { runs } from '../support/property-runs.ts';
import { createFakeClock } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { testBus } from './bus-cases.ts';
import { testRateLimits } from './rate-limits-cases.ts';

const isInstalled = isAvailable('Redis');

const MINUTE: RateLimit[] = [{ limit: 3, windowMs: 60_000 }];

/** Counts what the service counts by itself without Redis. */
class LocalLimits implements RateLimits {
  readonly #windows = new Map<string, RateWindow[]>();
  take = async (key: string, limits: readonly RateLimit[]) => this.#decide(key, limits, false);
  peek = async (key: string, limits: readonly RateLimit[]) => this.#decide(key, limits, true);
  async close() {}
  #decide(key: string, limits: readonly RateLimit[], isDryRun: boolean) {
    const windows = this.#windows.get(key) ?? limits.map(() => ({ startedAt: 0, used: 0 }));
    this.#windows.set(key, windows);
    return takeFromWindows(windows, limits, Date.now(), { isDryRun });
  }
}

describe.skipIf(!isInstalled)('redis', () => {
  let redis: RedisServer;
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', format: 'json', write: (line) => lines.push(line) });
  const opened: RedisBus[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    for (const bus of opened.splice(0)) await bus.close();
  });
  afterAll(() => redis?.stop());

  /** A server's part, as `openRedis` makes it. */
  const connect = (prefix = 'galley:test:') => {
    const connection = new RedisConnection({ url: redis.url, prefix, log });
    const bus = new RedisBus(connection, log);
    opened.push(bus);
    return { connection, bus };
  };
  const connectUp = async (prefix?: string) => {
    const made = connect(prefix);
    await made.connection.untilUp();
    expect(made.bus.fault()).toBeUndefined();
    return made;
  };
  const listen = ({ bus }: { bus: RedisBus }, topic = 'a') => {
    const heard: BusMessage[] = [];
    bus.subscribe(topic, (message) => void heard.push(message));
    return heard;
  };

  testBus(
    'redis',
    (log) =>
      new RedisBus(new RedisConnection({ url: redis.url, prefix: 'galley:cases:', log: log as never }), log),
  );

  const clock = createFakeClock();
  testRateLimits('redis', {
    clock,
    async open() {
      const { connection } = await connectUp();
      return new RedisRateLimits({ connection, fallback: new LocalLimits(), log, clock });
    },
    remove: async () => void redis.cli('flushall'),
  });

  test('counts as the service does alone', async () => {
    const { connection } = await connectUp();
    const clock = createFakeClock();
    const limits = new RedisRateLimits({ connection, fallback: new LocalLimits(), log, clock });
    let key = 0;
    const step = fc.record({ waitMs: fc.integer({ min: -2_000, max: 90_000 }), isDryRun: fc.boolean() });
    const wanted = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 9 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), wanted, async (steps, [few, many]) => {
        key += 1;
        const both = [
          { limit: few, windowMs: 60_000 },
          { limit: many, windowMs: 3_600_000 },
        ];
        let windows: RateWindow[] = both.map(() => ({ startedAt: clock.now(), used: 0 }));
        for (const { waitMs, isDryRun } of steps) {
          clock.advance(waitMs);
          // A window without requests begins with the next one.
          windows = windows.map((window) =>
            window.used === 0 ? { startedAt: clock.now(), used: 0 } : window,
          );
          const own = isDryRun ? windows.map((window) => ({ ...window })) : windows;
          const expected = takeFromWindows(own, both, clock.now(), { isDryRun });
          const method = isDryRun ? 'peek' : 'take';
          expect(await limits[method](`key ${key}`, both)).toEqual(expected);
        }
      }),
      { numRuns: runs(20) },
    );
  });

  test('servers that still send are counted', async () => {
    const [one, other] = await Promise.all([connectUp(), connectUp()]);
    await connectUp('galley:other:');
    await until(() => one.bus.heard() === 1 && other.bus.heard() === 1);
    await other.bus.close();
    expect(one.bus.heard()).toBe(1);
    await until(() => one.bus.heard() === 0);
  }, 120_000);

  test('messages of one server reach the others, in order, and only once', async () => {
    const [one, other, stranger] = await Promise.all([connectUp(), connectUp(), connectUp('galley:other:')]);
    const [heardByOne, heard, heardByStranger] = [listen(one), listen(other), listen(stranger)];
    for (let id = 0; id < 5_000; id += 1) {
      one.bus.publish('a', { id });
      if (id < 1_000 && id % 100 === 0) await Bun.sleep(0);
    }
    await until(() => heard.length === 5_000);
    expect(heard.map(({ id }) => id)).toEqual(Array.from({ length: 5_000 }, (_, id) => id));
    await Bun.sleep(20);
    expect([heardByOne.length, heardByStranger.length]).toEqual([5_000, 0]);
  });

  test('what others write to the channel is not taken for messages', async () => {
    const { bus } = await connectUp();
    const heard = listen({ bus });
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"from":1}',
      '{"from":"x","sent":"a"}',
      '{"from":"x","sent":[7,null]}',
    ])
      redis.cli('publish', 'galley:test:bus', text);
    redis.cli('publish', 'galley:test:bus', '{"from":"x","sent":[["a",{"id":1}]]}');
    await until(() => heard.length === 1);
  });

  test('two servers share limits by the clock of Redis, and the counts end', async () => {
    redis.cli('flushall');
    const servers = await Promise.all([connectUp(), connectUp()]);
    const limits = servers.map(
      ({ connection }) => new RedisRateLimits({ connection, fallback: new LocalLimits(), log }),
    );
    const short = [{ limit: 2, windowMs: 1_000 }];
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (limits[index % 2] as RateLimits).take('x', short)),
    );
    expect(all.filter(({ allowed }) => allowed)).toHaveLength(2);
    await until(() => redis.cli('dbsize').trim() === '0');
    expect((await (limits[0] as RateLimits).take('x', short)).allowed).toBe(true);
  });

  test.each(['is killed and comes back', 'stops answering and goes on'])('that %s', async (how) => {
    lines.length = 0;
    const [one, other] = await Promise.all([connectUp(), connectUp()]);
    const fallback = new LocalLimits();
    const limits = new RedisRateLimits({ connection: one.connection, fallback, log });
    listen(one);
    const heard = listen(other);
    const cache = new Cache<string>({
      invalidation: { bus: other.bus, topics: ['a'], clock: systemClock, maxAgeMs: 3_600_000 },
    });
    cache.set('key', 'old');
    expect(cache.get('key')).toBe('old');
    for (let times = 0; times < 3; times += 1) await limits.take(how, MINUTE);
    expect((await limits.take(how, MINUTE)).allowed).toBe(false);

    if (how.includes('killed')) await redis.kill();
    else redis.pause();
    // Nothing waits for long: the own counts begin.
    expect((await limits.take(how, MINUTE)).allowed).toBe(true);
    await until(() => one.bus.fault() !== undefined && other.bus.fault() !== undefined);
    one.bus.publish('a', { id: 'lost' });
    expect(other.bus.maxCacheAgeMs).toBeLessThan(5_000);

    if (how.includes('killed')) await redis.restart();
    else redis.resume();
    await until(() => one.bus.fault() === undefined && other.bus.fault() === undefined);
    expect(cache.get('key')).toBeUndefined();
    one.bus.publish('a', { id: 'found' });
    await until(() => heard.some(({ id }) => id === 'found'));
    expect((await limits.take(`again ${how}`, MINUTE)).allowed).toBe(true);
    // One line of each server when it goes, and one when it comes back.
    for (const message of ['Redis cannot be reached', 'Redis can be reached again'])
      expect(lines.filter((line) => line.includes(message))).toHaveLength(2);
  });
});
