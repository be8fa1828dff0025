import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { PostgresLocks } from '../../src/drivers/postgres/locks.ts';
import { Leader } from '../../src/platform/leader.ts';
import { createLogger } from '../../src/platform/log.ts';
import { testLocks } from './locks-cases.ts';

const isInstalled = isAvailable('PostgreSQL');

describe.skipIf(!isInstalled)('postgres', () => {
  let server: PostgresServer;
  const lines: string[] = [];
  const log = createLogger({ level: 'warn', format: 'json', write: (line) => lines.push(line) });
  const opened: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    for (const part of opened.splice(0).toReversed()) await part.close();
  });
  afterAll(() => server?.stop());

  const open = () => {
    const locks = new PostgresLocks(server.url, log);
    opened.push(locks);
    return locks;
  };
  /** Runs a statement as somebody else. */
  const run = async (statement: string) => {
    const admin = new SQL(server.url, { max: 1 });
    await admin.unsafe(statement);
    await admin.close();
  };
  const killSessions = () =>
    run(
      `SELECT pg_terminate_backend(l.pid) FROM pg_locks l WHERE locktype = 'advisory' AND l.pid <> pg_backend_pid()`,
    );
  const hold = (locks: PostgresLocks, key: string, options?: { isShared: boolean }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = Promise.withResolvers<AbortSignal>();
    const job = (signal: AbortSignal) => {
      held.resolve(signal);
      return promise;
    };
    const done = locks.withLock([key], job, options);
    const release = () => {
      resolve();
      return done;
    };
    return { held: held.promise, release };
  };

  testLocks('postgres', open);

  test('servers exclude each other', async () => {
    const servers = [open(), open(), open()];
    let inside = 0;
    let most = 0;
    const job = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await Bun.sleep(1);
      inside -= 1;
    };
    await Promise.all(
      servers.flatMap((locks) => Array.from({ length: 10 }, () => locks.withLock(['a', 'b'], job))),
    );
    expect(most).toBe(1);
    const holding = hold(servers[0] as PostgresLocks, 'c');
    await holding.held;
    expect(await servers[1]?.tryLock('c', job)).toEqual({ isHeld: true });
    expect(await servers[1]?.isHeld('c')).toBe(true);
    await holding.release();
    expect(await servers[1]?.isHeld('c')).toBe(false);
  });

  test('jobs of several servers share a lock, and exclude others', async () => {
    const [one, other] = [open(), open()];
    const first = hold(one, 'a', { isShared: true });
    const second = hold(other, 'a', { isShared: true });
    await Promise.all([first.held, second.held]);
    await first.release();
    expect(await one.isHeld('a')).toBe(true);
    expect(await one.tryLock('a', async () => {})).toEqual({ isHeld: true });
    await second.release();
    expect(await one.isHeld('a')).toBe(false);
  });

  test('a server that loses its connection is told so, and another one gets the lock', async () => {
    lines.length = 0;
    const [one, other] = [open(), open()];
    const holding = hold(one, 'a');
    const signal = await holding.held;
    await killSessions();
    while (!signal.aborted) await Bun.sleep(5);
    expect(await other.withLock(['a'], async (fresh) => fresh.aborted)).toBe(false);
    await holding.release();
    expect(lines.join('')).toContain('the connection that holds locks in the database was lost');
    // It goes on with a new connection.
    expect(await one.withLock(['a'], async () => 'again')).toBe('again');
  });

  test('one server leads, and another takes over when it stops or loses its connection', async () => {
    const all = [open(), open(), open()].map((locks) => {
      const leader = new Leader(locks);
      opened.push(leader);
      leader.start();
      return leader;
    });
    const leading = () => all.filter(({ isLeading }) => isLeading);
    const untilLed = async (by: (leader: Leader) => boolean = () => true) => {
      while (!leading().some(by)) await Bun.sleep(5);
      expect(leading()).toHaveLength(1);
      return leading()[0] as Leader;
    };
    const first = await untilLed();
    await first.close();
    const second = await untilLed((leader) => leader !== first);
    await killSessions();
    while (second.isLeading) await Bun.sleep(5);
    await untilLed();
  });
});
