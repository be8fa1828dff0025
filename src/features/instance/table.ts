import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Facts about the installation as a whole, by name. */
export const instanceFacts = sqliteTable('instance_facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
