import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { ROLES } from '../../platform/security/roles.ts';
import { people } from '../accounts/table.ts';
import { teams } from '../projects/table.ts';

/** Which people are in which teams. */
export const teamMembers = sqliteTable(
  'team_members',
  {
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    personId: text('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.personId] }),
    index('team_members_person').on(table.personId),
  ],
);

/** Admin tokens: programs that use the admin API. */
export const adminTokens = sqliteTable(
  'admin_tokens',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** SHA-256 of the token's value, which itself is not stored. */
    hash: blob('hash', { mode: 'buffer' }).notNull(),
    /** The beginning of the value, for lists. */
    prefix: text('prefix').notNull(),
    /** The maker, whose rights are the most it can have; null: the operator at the command line. */
    personId: text('person_id').references(() => people.id, { onDelete: 'cascade' }),
    createdBy: text('created_by').notNull(),
    /** Null: all teams of the maker. */
    teamId: text('team_id').references(() => teams.id, { onDelete: 'cascade' }),
    /** The highest role; null: that of the maker. */
    role: text('role', { enum: ROLES }),
    /** JSON of a list of effects. */
    effects: text('effects').notNull(),
    /** JSON of a list of names; null: all. */
    operations: text('operations'),
    expiresAt: integer('expires_at'),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('admin_tokens_hash').on(table.hash),
    index('admin_tokens_person').on(table.personId),
    index('admin_tokens_team').on(table.teamId),
  ],
);
