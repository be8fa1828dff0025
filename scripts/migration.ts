import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { toPostgresTables } from './postgres-tables.ts';

/**
 * `bun run migration -- --name <what>` writes the migration of changed tables for both engines. Statements that the tables
 * do not show, such as triggers, are added to both by hand.
 */
const root = resolve(import.meta.dir, '..');
const POSTGRES = join(root, 'migrations/postgres');

/** The tables after the last migration. */
const SNAPSHOT = join(POSTGRES, 'meta/snapshot.json');

type Snapshot = ReturnType<typeof generateDrizzleJson>;

/** All tables that the service declares. */
async function readTables(): Promise<SQLiteTable[]> {
  const files = [
    'src/drivers/sqlite/table.ts',
    ...[...new Bun.Glob('src/features/**/table.ts').scanSync(root)].sort(),
  ];
  const modules = await Promise.all(files.map((file) => import(join(root, file))));
  const found = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, SQLiteTable));
  return [...new Set(found)];
}

/** Statements that bring the tables of the last migration for PostgreSQL up to the declared ones. */
export async function findPostgresChanges(): Promise<{ statements: string[]; snapshot: Snapshot }> {
  const before = existsSync(SNAPSHOT)
    ? ((await Bun.file(SNAPSHOT).json()) as Snapshot)
    : generateDrizzleJson({});
  const snapshot = generateDrizzleJson(toPostgresTables(await readTables()), before.id);
  return { statements: await generateMigration(before, snapshot), snapshot };
}

async function writePostgresMigration(name: string): Promise<void> {
  const { statements, snapshot } = await findPostgresChanges();
  if (statements.length === 0) return;
  mkdirSync(join(POSTGRES, 'meta'), { recursive: true });
  const number = readdirSync(POSTGRES).filter((file) => file.endsWith('.sql')).length;
  const file = `${String(number).padStart(4, '0')}_${name}.sql`;
  await Bun.write(join(POSTGRES, file), `${statements.map((statement) => statement.trim()).join('\n\n')}\n`);
  await Bun.write(SNAPSHOT, `${JSON.stringify(snapshot)}\n`);
  process.stdout.write(`migrations/postgres/${file}\n`);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { name: { type: 'string' } } });
  if (values.name === undefined)
    throw new Error('Say what the migration does: bun run migration -- --name <what>');
  const kit = Bun.spawn(['drizzle-kit', 'generate', '--name', values.name], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if ((await kit.exited) !== 0) process.exit(1);
  await writePostgresMigration(values.name);
}
