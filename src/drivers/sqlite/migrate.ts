import type { Database, SQLiteError } from 'bun:sqlite';
import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { type Migration, migrationFailed } from '../migration.ts';
import { readMigrations } from '../migrations.macro.ts' with { type: 'macro' };

/** The embedded migrations, oldest first. */
export const MIGRATIONS: readonly Migration[] = readMigrations('migrations');

/** The separator of statements in drizzle-kit's files. */
const STATEMENT_BREAK = '--> statement-breakpoint';

/**
 * The migrations that are not applied yet. Throws `conflict` if the database has an unknown one, because then a newer
 * Galley has written it.
 */
export function findPendingMigrations(sqlite: Database, migrations = MIGRATIONS): Migration[] {
  const applied = readAppliedTags(sqlite);
  const known = new Set(migrations.map((migration) => migration.tag));
  const unknown = applied.find((tag) => !known.has(tag));
  if (unknown !== undefined) {
    throw new DomainError(
      'conflict',
      `The data directory was written by a newer Galley (its schema has "${unknown}", which this build does not know). Run that version or a newer one, or restore the copy in backups/ that it made before upgrading.`,
    );
  }
  return migrations.filter((migration) => !applied.includes(migration.tag));
}

/** Throws `conflict` unless the schema is exactly that of this build. */
export function requireThisSchema(sqlite: Database, dataDir: string): void {
  if (findPendingMigrations(sqlite).length === 0) return;
  throw new DomainError(
    'conflict',
    `The data directory ${dataDir} was written by an older Galley. Start this version on it once, so that it is migrated.`,
  );
}

/** True if no migration has ever been applied: an empty database. */
export function isNewDatabase(sqlite: Database): boolean {
  return readAppliedTags(sqlite).length === 0;
}

/** Applies migrations, all or none. Throws `conflict` if one does not fit the data. */
export function applyMigrations(sqlite: Database, clock: Clock, pending: readonly Migration[]): void {
  if (pending.length === 0) return;
  sqlite
    .transaction(() => {
      for (const migration of pending) {
        runStatements(sqlite, migration);
        sqlite
          .query('INSERT INTO schema_migrations (tag, applied_at) VALUES (?, ?)')
          .run(migration.tag, clock.now());
      }
    })
    .immediate();
}

function runStatements(sqlite: Database, { tag, sql }: Migration): void {
  try {
    for (const statement of sql.split(STATEMENT_BREAK)) sqlite.run(statement);
  } catch (error) {
    // Other errors, such as that of a full disk, are not about the migration.
    if (!/^SQLITE_(ERROR|CONSTRAINT)/.test((error as SQLiteError).code ?? '')) throw error;
    throw migrationFailed(tag, error);
  }
}

function readAppliedTags(sqlite: Database): string[] {
  const exists = sqlite
    .query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_migrations'")
    .get();
  if (exists === null) return [];
  const rows = sqlite.query<{ tag: string }, []>('SELECT tag FROM schema_migrations ORDER BY tag').all();
  return rows.map((row) => row.tag);
}
