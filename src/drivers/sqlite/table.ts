import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Random keys this installation made for itself, by purpose. */
export const instanceSecrets = sqliteTable('instance_secrets', {
  name: text('name').primaryKey(),
  value: blob('value', { mode: 'buffer' }).notNull(),
});

/** Which migrations have been applied, in order. */
export const schemaMigrations = sqliteTable('schema_migrations', {
  tag: text('tag').primaryKey(),
  appliedAt: integer('applied_at').notNull(),
});
