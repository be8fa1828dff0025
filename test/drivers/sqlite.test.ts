import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { openDatabase } from '../../src/drivers/sqlite/index.ts';
import { teams } from '../../src/features/projects/index.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { createFakeClock } from '../support/test-app.ts';
import { testDatabase } from './database-cases.ts';

const log = createLogger({ level: 'silent', format: 'json' });
let folder: string | undefined;

testDatabase('sqlite', {
  open() {
    folder ??= mkdtempSync(join(tmpdir(), 'galley-sqlite-'));
    return openDatabase(folder, { clock: createFakeClock(), log, allowEphemeral: true });
  },
  remove() {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  },
});

/** Holds the database as a backup tool does for a moment, or a program that is the last to close it. */
const HOLD = `
const sqlite = new (require('bun:sqlite').Database)(process.argv[1]);
sqlite.run('PRAGMA locking_mode = EXCLUSIVE');
sqlite.run('BEGIN EXCLUSIVE');
console.log('held');
await Bun.sleep(300);
sqlite.close();
`;

test('a database that another program holds for a moment is opened afterwards', async () => {
  const place = mkdtempSync(join(tmpdir(), 'galley-held-'));
  const open = () => openDatabase(place, { clock: createFakeClock(), log, allowEphemeral: true });
  try {
    await open().close();
    const holder = Bun.spawn([process.execPath, '-e', HOLD, join(place, 'galley.db')], { stdout: 'pipe' });
    await holder.stdout.getReader().read();
    await open().close();
    expect(await holder.exited).toBe(0);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

test('parameters are written as expressions, so that SQLite does not compile a statement again for each value', async () => {
  const place = mkdtempSync(join(tmpdir(), 'galley-plans-'));
  const database = openDatabase(place, { clock: createFakeClock(), log, allowEphemeral: true });
  try {
    const named = database.reader.select({ name: teams.name }).from(teams).where(eq(teams.id, 'acme'));
    expect(named.orderBy(teams.name).limit(5).toSQL()).toEqual({
      sql: 'select "name" from "teams" where "teams"."id" = +? order by "teams"."name" limit +?',
      params: ['acme', 5],
    });
    // The plus changes no value of any type.
    const values = ['text', '7', 7, 1.5, null, Buffer.from([0, 255])];
    for (const value of values) {
      const [row] = await database.reader.all<{ same: unknown }>(sql`SELECT ${value} AS same`);
      expect(row?.same).toEqual(value instanceof Buffer ? new Uint8Array(value) : value);
    }
  } finally {
    await database.close();
    rmSync(place, { recursive: true, force: true });
  }
});
