import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { AGENT_MODES } from '../../platform/agents/agent-modes.ts';
import { projects, teams } from '../projects/table.ts';

/** Keys that sign access tokens. Several are valid at once while one is being replaced. */
export const tokenKeys = sqliteTable('token_keys', {
  kid: text('kid').primaryKey(),
  /** Key of HMAC-SHA256. */
  secret: blob('secret', { mode: 'buffer' }).notNull(),
  createdAt: integer('created_at').notNull(),
  /** Tokens signed with it are refused from then on; null while it signs new ones. */
  retiresAt: integer('retires_at'),
});

/** Keys of AI agents for the tool server. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    name: text('name').notNull(),
    /** SHA-256 of the whole value. */
    hash: blob('hash', { mode: 'buffer' }).notNull(),
    /** First characters of the value, to tell keys apart in a list. */
    prefix: text('prefix').notNull(),
    /** False: only the projects in `api_key_projects`. */
    allProjects: integer('all_projects', { mode: 'boolean' }).notNull(),
    /** What its agent may do. */
    mode: text('mode', { enum: AGENT_MODES }).notNull().default('write'),
    /** JSON of a list of identifiers: the only tenants it has access to; null: all of its projects. */
    tenants: text('tenants'),
    /** The only template it has access to; null: all. */
    templateId: text('template_id'),
    /** JSON of a list of names: the only tools it may call; null: all. */
    tools: text('tools'),
    expiresAt: integer('expires_at'),
    lastUsedAt: integer('last_used_at'),
    /** The name of the program that used it last, as the program gives it. */
    lastUsedBy: text('last_used_by'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('api_keys_team').on(table.teamId), uniqueIndex('api_keys_hash').on(table.hash)],
);

export const apiKeyProjects = sqliteTable(
  'api_key_projects',
  {
    apiKeyId: text('api_key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.apiKeyId, table.projectId] })],
);

/** Keys of customers' backends for the backend API of one project. */
export const serverKeys = sqliteTable(
  'server_keys',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the whole value. */
    hash: blob('hash', { mode: 'buffer' }).notNull(),
    /** First characters of the value, to tell keys apart in a list. */
    prefix: text('prefix').notNull(),
    /** JSON of a list of effects: the operations it may perform have one of them. */
    effects: text('effects').notNull(),
    /** JSON of a list of names: the only operations it may perform; null: all that have the effects. */
    operations: text('operations'),
    /** JSON of a list of identifiers: the only tenants it has access to; null: all of the project. */
    tenants: text('tenants'),
    expiresAt: integer('expires_at'),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('server_keys_project').on(table.projectId),
    uniqueIndex('server_keys_hash').on(table.hash),
  ],
);
