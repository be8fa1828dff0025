import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countAllRows } from '../../src/drivers/sqlite/backup.ts';
import { restoreDataDir } from '../../src/drivers/sqlite/index.ts';
import { applyMigrations, MIGRATIONS } from '../../src/drivers/sqlite/migrate.ts';
import { createFakeClock } from '../support/test-app.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'galley-restore-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

type Change = (sqlite: Database) => void;

/** Restores a database that was changed. `rows`: other numbers than it has. */
async function restore(change: Change, rows: Record<string, number> = {}) {
  const data = mkdtempSync(join(dir, 'data-'));
  const restored = restoreDataDir(data, {
    allowEphemeral: true,
    async receive(folder) {
      const file = join(folder, 'galley.db');
      const sqlite = new Database(file);
      applyMigrations(sqlite, createFakeClock(), MIGRATIONS);
      const counted = countAllRows(sqlite);
      change(sqlite);
      sqlite.close();
      return { rows: { ...counted, ...rows } };
    },
  });
  const said = await restored.then(
    () => '',
    (error) => `${error.code}: ${error.message}`,
  );
  return { said, names: readdirSync(data).filter((name) => name !== 'galley.lock') };
}

const FUTURE = "INSERT INTO schema_migrations (tag, applied_at) VALUES ('9999_from_the_future', 0)";

const REFUSED: [what: string, change: Change, rows: Record<string, number>, said: RegExp][] = [
  ['a newer schema', (sqlite) => sqlite.run(FUTURE), {}, /newer Galley.*9999_from_the_future/],
  ['a row less', () => {}, { teams: 1 }, /teams has other rows/],
  ['a table less', (sqlite) => sqlite.run('DROP TABLE teams'), {}, /damaged|other rows/],
];

test.each(REFUSED)(
  'a database with %s is refused, and nothing is left',
  async (_what, change, rows, said) => {
    const outcome = await restore(change, rows);
    expect(outcome.said).toMatch(said);
    expect(outcome.names).toEqual([]);
  },
);

test('an older database is restored as it is', async () => {
  const { said, names } = await restore((sqlite) => sqlite.run('DELETE FROM schema_migrations'), {
    schema_migrations: 0,
  });
  expect({ said, names }).toEqual({ said: '', names: ['galley.db'] });
});

test('a directory with something in it stays as it is', async () => {
  const data = mkdtempSync(join(dir, 'full-'));
  writeFileSync(join(data, 'notes.txt'), 'precious');
  const restored = restoreDataDir(data, {
    allowEphemeral: true,
    receive: async () => ({ rows: {} }),
  });
  await expect(restored).rejects.toThrow('is not empty: it has notes.txt');
  expect(existsSync(join(data, 'notes.txt'))).toBe(true);
});
