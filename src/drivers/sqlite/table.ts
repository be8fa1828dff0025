import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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

/** Servers that share the database. Only with PostgreSQL. */
export const servers = sqliteTable('servers', {
  /** Chosen by the server for each connection to the database. */
  id: integer('id').primaryKey(),
  /** Where other servers reach it. */
  address: text('address').notNull(),
  /** JSON: see `Fingerprint`. */
  settings: text('settings').notNull(),
});

/** The parts of all tenants, and the server that works for each. */
export const shards = sqliteTable('shards', {
  id: integer('id').primaryKey(),
  serverId: integer('server_id'),
  /** Grows whenever the server changes. */
  term: integer('term').notNull(),
});
