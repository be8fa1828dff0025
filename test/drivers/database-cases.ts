import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/platform/ports/database.ts';

/** What every driver of the port must do. `open` opens the same database again after it was closed. */
export function testDatabase(
  name: string,
  { open, remove }: { open: () => Database | Promise<Database>; remove: () => void | Promise<void> },
): void {
  describe(`${name}: database`, () => {
    let db: Database;
    beforeEach(async () => {
      db = await open();
    });
    afterEach(async () => {
      await db.close();
      await remove();
    });

    const addTeam = (id: string) =>
      db.transaction(async (connection) => {
        await connection.run(sql`INSERT INTO teams (id, name, created_at) VALUES (${id}, ${id}, 0)`);
        return id;
      });
    const listTeams = async () =>
      (await db.reader.all<{ id: string }>(sql`SELECT id FROM teams ORDER BY id`)).map(({ id }) => id);

    test('a transaction resolves when its writes are visible to the reader', async () => {
      expect(await addTeam('a')).toBe('a');
      expect(await listTeams()).toEqual(['a']);
    });

    test('a transaction that throws is rolled back, and no other one', async () => {
      const failing = db.transaction(async (connection) => {
        await connection.run(sql`INSERT INTO teams (id, name, created_at) VALUES ('b', 'b', 0)`);
        throw new Error('broken');
      });
      const outcomes = await Promise.allSettled([addTeam('a'), failing, addTeam('c'), addTeam('a')]);
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'rejected',
      ]);
      expect(await listTeams()).toEqual(['a', 'c']);
    });

    test('transactions see what earlier ones wrote', async () => {
      const counts = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          db.transaction(async (connection) => {
            await connection.run(sql`INSERT INTO teams (id, name, created_at) VALUES (${`t${i}`}, 'x', 0)`);
            return (await connection.all(sql`SELECT id FROM teams`)).length;
          }),
        ),
      );
      expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    });

    test('the reader cannot write', async () => {
      const write = async () =>
        db.reader.run(sql`INSERT INTO teams (id, name, created_at) VALUES ('x', 'x', 0)`);
      await expect(write()).rejects.toThrow();
      expect(await listTeams()).toEqual([]);
    });

    test('an instance secret is made once per name and kept', async () => {
      const first = await db.instanceSecret('a');
      expect(first.length).toBe(32);
      expect(Buffer.from(first).equals(Buffer.from(await db.instanceSecret('a')))).toBe(true);
      expect(Buffer.from(first).equals(Buffer.from(await db.instanceSecret('b')))).toBe(false);
      await db.close();
      db = await open();
      expect(Buffer.from(first).equals(Buffer.from(await db.instanceSecret('a')))).toBe(true);
    });

    test('a sound database has no integrity faults', async () => {
      await addTeam('a');
      expect(await db.findIntegrityFaults()).toEqual([]);
    });

    test('closing waits for queued transactions', async () => {
      const queued = ['a', 'b', 'c'].map(addTeam);
      await db.close();
      expect(await Promise.all(queued)).toEqual(['a', 'b', 'c']);
      db = await open();
      expect(await listTeams()).toEqual(['a', 'b', 'c']);
    });
  });
}
