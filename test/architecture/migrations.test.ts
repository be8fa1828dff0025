import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findPostgresChanges } from '../../scripts/migration.ts';
import { readMigrations } from '../../src/drivers/migrations.macro.ts';
import { MIGRATIONS } from '../../src/drivers/sqlite/migrate.ts';
import { root } from './imports.ts';

const folder = mkdtempSync(join(tmpdir(), 'galley-migrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the migrations make exactly the tables the code declares', () => {
  cpSync(join(root, 'migrations'), folder, { recursive: true });
  // It takes the folder as below the working directory, even if it is absolute.
  const out = `--out=${relative(root, folder)}`;
  const kit = join(root, 'node_modules/.bin/drizzle-kit');
  const { stdout, stderr } = Bun.spawnSync(
    [
      kit,
      'generate',
      '--dialect=sqlite',
      '--schema=src/{drivers/sqlite,features/*,features/*/*}/table.ts',
      out,
    ],
    {
      cwd: root,
      stdin: 'ignore',
    },
  );
  const said = stdout.toString() + stderr.toString();
  expect(said, 'run "bun run migration" and commit what it writes').toContain('No schema changes');
});

test('those for PostgreSQL make the same tables and triggers', async () => {
  const { statements } = await findPostgresChanges();
  expect(statements, 'run "bun run migration" and commit what it writes').toEqual([]);
  const made = new Database(':memory:');
  for (const { sql } of MIGRATIONS)
    for (const statement of sql.split('--> statement-breakpoint')) made.run(statement);
  const triggers = made
    .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    .all();
  const others = readMigrations('migrations/postgres').flatMap(({ sql }) =>
    [...sql.matchAll(/^CREATE TRIGGER (\w+)/gm)].map((match) => match[1] as string),
  );
  const missing = triggers.map(({ name }) => name).filter((name) => !others.includes(name));
  // They keep the full-text indexes, which are columns and foreign keys there.
  expect(missing.sort()).toEqual([
    'media_texts_deleted',
    'media_texts_inserted',
    'media_texts_updated',
    'search_entries_deleted',
  ]);
});

test('the build carries every migration', () => {
  const files = readdirSync(join(root, 'migrations')).filter((file) => file.endsWith('.sql'));
  expect(MIGRATIONS.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort());
  for (const { sql } of MIGRATIONS) expect(sql.length).toBeGreaterThan(0);
});
