import { Database as Sqlite } from 'bun:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { type PostgresServer, startPostgres } from '../../../scripts/postgres-server.ts';
import { isAvailable } from '../../../scripts/test-tools.ts';
import { migrate } from '../../../src/drivers/postgres/migrate.ts';
import { migrateDatabaseFile } from '../../../src/drivers/sqlite/index.ts';
import { copyToPostgres } from '../../../src/drivers/transfer/to-postgres.ts';
import { copyToSqlite } from '../../../src/drivers/transfer/to-sqlite.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLogger } from '../../../src/platform/logging/log.ts';

const isInstalled = isAvailable('PostgreSQL');

const options = { clock: systemClock, log: createLogger({ level: 'silent', format: 'json' }) };
const ACTION =
  "INSERT INTO admin_actions (at, actor_kind, actor_id, actor_name, action) VALUES (0, 'x', 'x', 'x', 'x')";

describe.skipIf(!isInstalled)('a copy between engines', () => {
  let server: PostgresServer;
  let folder: string;
  let url: string;
  let file: string;
  let serial = 0;
  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), 'galley-engines-'));
  });
  afterAll(async () => {
    await server?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    serial += 1;
    file = join(folder, `${serial}.db`);
    url = server.url.replace(/postgres$/, `copy${serial}`);
    await ask(server.url, `CREATE DATABASE copy${serial}`);
  });

  async function ask(address: string, statement: string) {
    const sql = new SQL(address, { max: 1 });
    return sql.unsafe(statement).finally(() => sql.close());
  }

  function changeFile(change: (sqlite: Sqlite) => void): void {
    const sqlite = new Sqlite(file);
    change(sqlite);
    sqlite.close();
  }

  test.each([
    ['the schema of an older version', () => Promise.resolve(), 'written by an older Galley'],
    [
      'a table with other columns',
      async () => {
        await migrate(url, systemClock, options.log);
        await ask(url, 'ALTER TABLE teams ADD COLUMN more bigint');
      },
      'the table teams has other columns',
    ],
  ])('of %s ends, and says why', async (_what, prepare, said) => {
    await prepare();
    await expect(copyToSqlite(url, file)).rejects.toThrow(said);
  });

  test('does not give ids again that deleted rows had', async () => {
    new Sqlite(file, { create: true }).close();
    migrateDatabaseFile(file, systemClock);
    changeFile((sqlite) => {
      for (let row = 0; row < 3; row += 1) sqlite.run(ACTION);
      sqlite.run('DELETE FROM admin_actions WHERE id = 3');
    });
    await copyToPostgres(file, url, options);
    const [added] = await ask(url, `${ACTION} RETURNING id::int`);
    expect(added.id).toBe(4);
    await ask(url, 'DELETE FROM admin_actions WHERE id = 4');

    file = join(folder, `${serial}-back.db`);
    await copyToSqlite(url, file);
    changeFile((sqlite) => {
      sqlite.run(ACTION);
      expect(sqlite.query('SELECT max(id) AS id FROM admin_actions').get()).toEqual({ id: 5 });
    });
  });
});
