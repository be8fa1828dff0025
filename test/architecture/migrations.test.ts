import { afterAll, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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

test('the build carries every migration', () => {
  const files = readdirSync(join(root, 'migrations')).filter((file) => file.endsWith('.sql'));
  expect(MIGRATIONS.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort());
  for (const { sql } of MIGRATIONS) expect(sql.length).toBeGreaterThan(0);
});
