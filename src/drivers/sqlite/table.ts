import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Random keys of this installation, by purpose. */
export const instanceSecrets = sqliteTable('instance_secrets', {
  name: text('name').primaryKey(),
  value: blob('value', { mode: 'buffer' }).notNull(),
});

/** The applied migrations. */
export const schemaMigrations = sqliteTable('schema_migrations', {
  tag: text('tag').primaryKey(),
  appliedAt: integer('applied_at').notNull(),
});

/** Rate-limit windows by key, so that a restart does not reset them. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    /** The purpose of the limit, with an API key's id or an address; never a secret. */
    key: text('key').primaryKey(),
    /** JSON: the windows by their length, see `KeyWindows`. */
    windows: text('windows').notNull(),
    /** End of the last window. */
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('rate_limits_expiry').on(table.expiresAt)],
);

/**
 * Servers that run on the database, each with its lease. Only with PostgreSQL, where this table and the next one are UNLOGGED: after
 * a crash of the database no lease is left, so no server can hold what another one has.
 */
export const servers = sqliteTable('servers', {
  /** Chosen by the server for each lease. */
  id: integer('id').primaryKey(),
  /** JSON: see `Fingerprint`. */
  settings: text('settings').notNull(),
  /** Names of shared parts that it cannot reach, separated by commas. */
  faults: text('faults').notNull(),
  /** By the clock of the database (ms). */
  renewedAt: integer('renewed_at').notNull(),
});

/** What servers hold. It ends with the row of its server. */
export const serverLocks = sqliteTable(
  'server_locks',
  {
    key: text('key').notNull(),
    serverId: integer('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    /** Servers that share a lock hold it at the same time. */
    isShared: integer('is_shared', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.serverId] }),
    uniqueIndex('server_locks_exclusive').on(table.key).where(sql`${table.isShared} = 0`),
    index('server_locks_server').on(table.serverId),
  ],
);
