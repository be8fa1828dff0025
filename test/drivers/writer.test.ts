import type { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type OpenConnection, openReader, openWriter } from '../../src/drivers/sqlite/connection.ts';
import { GroupCommitWriter } from '../../src/drivers/sqlite/writer.ts';

let folder: string;
let writing: OpenConnection;
let reading: OpenConnection;
let writer: GroupCommitWriter;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-writer-'));
  writing = openWriter(join(folder, 'x.db'), 1_000_000);
  writing.sqlite.run('CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE)');
  reading = openReader(join(folder, 'x.db'), 1_000_000);
  writer = new GroupCommitWriter(writing.sqlite, writing.connection);
});
afterEach(() => {
  reading.sqlite.close();
  writing.sqlite.close();
  rmSync(folder, { recursive: true });
});

const names = (sqlite: Database = reading.sqlite) =>
  sqlite
    .query<{ name: string }, []>('SELECT name FROM t ORDER BY id')
    .all()
    .map((row) => row.name);
const insert = (name: string, owner?: string) =>
  writer.transaction(async (db) => {
    db.run(sql`INSERT INTO t (name) VALUES (${name})`);
    return name;
  }, owner);

describe('connections', () => {
  test('are set up to be durable, and the reader cannot write', () => {
    const pragma = (open: OpenConnection, name: string) =>
      Object.values(open.sqlite.query(`PRAGMA ${name}`).get() as object)[0];
    expect(pragma(writing, 'journal_mode')).toBe('wal');
    expect(pragma(writing, 'synchronous')).toBe(2);
    for (const open of [writing, reading]) {
      expect(pragma(open, 'foreign_keys')).toBe(1);
      expect(Number(pragma(open, 'busy_timeout'))).toBeGreaterThanOrEqual(1000);
    }
    expect(() => reading.sqlite.run("INSERT INTO t (name) VALUES ('x')")).toThrow();
    expect(names()).toEqual([]);
  });
});

describe('a transaction', () => {
  test('is answered only when another connection can see it', async () => {
    expect(await insert('a')).toBe('a');
    expect(names()).toEqual(['a']);
  });

  test('that throws rolls back only its own writes', async () => {
    const failing = (name: string) =>
      writer.transaction(async (db) => {
        db.run(sql`INSERT INTO t (name) VALUES (${name})`);
        await Promise.resolve();
        throw new Error(`no ${name}`);
      });
    const outcomes = await Promise.allSettled([
      insert('a'),
      failing('b'),
      insert('c'),
      insert('a'),
      failing('d'),
      insert('b'),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect((outcomes[1] as PromiseRejectedResult).reason.message).toBe('no b');
    expect(names()).toEqual(['a', 'c', 'b']);
  });

  test('runs alone, and in the order asked for, however many there are', async () => {
    let running = 0;
    const jobs = Array.from({ length: 500 }, (_, i) =>
      writer.transaction(async (db) => {
        running += 1;
        expect(running).toBe(1);
        await Promise.resolve();
        db.run(sql`INSERT INTO t (name) VALUES (${`n${i}`})`);
        await Promise.resolve();
        running -= 1;
        return i;
      }),
    );
    expect(await Promise.all(jobs)).toEqual(Array.from({ length: 500 }, (_, i) => i));
    expect(names()).toEqual(Array.from({ length: 500 }, (_, i) => `n${i}`));
  });

  test('sees what those before it wrote', async () => {
    const counts = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        writer.transaction(async (db) => {
          db.run(sql`INSERT INTO t (name) VALUES (${`n${i}`})`);
          return (await db.all(sql`SELECT id FROM t`)).length;
        }),
      ),
    );
    expect(counts).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  test('queued by another one’s answer is not forgotten', async () => {
    const after = insert('a').then(() => insert('b'));
    expect(await after).toBe('b');
    expect(names()).toEqual(['a', 'b']);
  });
});

test('a group whose commit fails answers all of its jobs with the failure, and the next works again', async () => {
  writing.sqlite.run('CREATE TABLE child (t INTEGER REFERENCES t(id) DEFERRABLE INITIALLY DEFERRED)');
  // A deferred constraint is checked by COMMIT itself, so this is a job that succeeds and a commit that does not.
  const orphan = writer.transaction(async (db) => void db.run(sql`INSERT INTO child VALUES (999)`));
  // On a busy machine the time of a group may end before the third job.
  const clock = spyOn(performance, 'now').mockReturnValue(0);
  const outcomes = await Promise.allSettled([insert('a'), orphan, insert('b')]);
  clock.mockRestore();
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(names(writing.sqlite)).toEqual([]);
  expect(await insert('c')).toBe('c');
  expect(names()).toEqual(['c']);
});

describe('owners', () => {
  test('take turns, and the writes of one keep their order', async () => {
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => insert(name, name[0]));
    await Promise.all(all);
    expect(names()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('a write does not wait for many slow ones of another owner', async () => {
    const order: string[] = [];
    const slow = (name: string) =>
      writer
        .transaction(async (db) => {
          db.run(sql`INSERT INTO t (name) VALUES (${name})`);
          const end = performance.now() + 15;
          while (performance.now() < end);
        }, 'busy')
        .then(() => order.push(name));
    const all = Array.from({ length: 8 }, (_, i) => slow(`slow ${i}`));
    const timer = new Promise<void>((resolve) => setTimeout(resolve)).then(() => order.push('timer'));
    all.push(insert('other', 'quiet').then((name) => order.push(name)));
    await Promise.all([...all, timer]);
    // One commit holds one slow write; between commits, timers and sockets are served.
    expect(order.indexOf('other')).toBeLessThanOrEqual(2);
    expect(order.indexOf('timer')).toBeLessThanOrEqual(3);
    expect(order).toHaveLength(10);
  });

  test('have a bound each, which the service itself has not', async () => {
    const all = Array.from({ length: 1_000 }, (_, i) => insert(`a${i}`, 'a'));
    const own = Array.from({ length: 1_001 }, (_, i) => insert(`s${i}`));
    const refused = await insert('late', 'a').catch((error) => error);
    expect(refused).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 1 } });
    expect(await insert('b', 'b')).toBe('b');
    const outcomes = await Promise.allSettled([...all, ...own]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});

test('draining waits for everything queued, also for what is queued meanwhile', async () => {
  const done: string[] = [];
  for (let i = 0; i < 200; i += 1) void insert(`n${i}`).then((name) => done.push(name));
  void insert('last').then((name) => {
    done.push(name);
    void insert('late').then((late) => done.push(late));
  });
  await writer.drain();
  await Promise.resolve();
  expect(done.slice(0, 201)).toHaveLength(201);
  await writer.drain();
  expect(names()).toContain('late');
});

test('a commit with changes of several owners does not wait for more of one of them', async () => {
  let isCommitted = false;
  const all: Promise<unknown>[] = [];
  // Each turn of the event loop brings a change of a busy owner.
  const flood = async () => {
    for (let i = 0; !isCommitted; i += 1) {
      all.push(insert(`busy ${i}`, 'busy'));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const quiet = insert('quiet', 'quiet').then(() => {
    isCommitted = true;
  });
  await Promise.all([quiet, flood()]);
  await Promise.all(all);
  expect(names().indexOf('quiet')).toBe(0);
  expect(all.length).toBeLessThan(20);
});
