import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * `running`: it is being made. `failed`: there is no backup. `stored`: it was made and not verified, because verifying
 * failed or was cut off. `verified`: it was restored into a scratch directory. `removed`: retention has removed it.
 */
const BACKUP_STATES = ['running', 'failed', 'stored', 'verified', 'removed'] as const;

/** Backups at the target of the settings. */
export const backupRuns = sqliteTable(
  'backup_runs',
  {
    id: text('id').primaryKey(),
    target: text('target').notNull(),
    name: text('name').notNull(),
    state: text('state', { enum: BACKUP_STATES }).notNull(),
    startedAt: integer('started_at').notNull(),
    finishedAt: integer('finished_at'),
    bytes: integer('bytes'),
    /** Why it failed, or could not be verified. */
    error: text('error'),
  },
  (table) => [index('backup_runs_started').on(table.startedAt)],
);
