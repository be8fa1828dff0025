import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { AGENT_MODES } from '../../platform/agents/agent-modes.ts';
import { people } from '../accounts/table.ts';
import { projects, tenants } from '../projects/table.ts';

/** OAuth clients that have registered themselves. Clients with a metadata document are not stored. */
export const oauthClients = sqliteTable(
  'oauth_clients',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** JSON of a list. */
    redirectUris: text('redirect_uris').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When a person has last granted it access; null: never. */
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('oauth_clients_created').on(table.createdAt)],
);

/** What people have allowed agents to do in a tenant. */
export const grants = sqliteTable(
  'grants',
  {
    id: text('id').primaryKey(),
    clientId: text('client_id').notNull(),
    clientName: text('client_name').notNull(),
    personId: text('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    mode: text('mode', { enum: AGENT_MODES }).notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    /** Each new token moves it. */
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('grants_person').on(table.personId),
    index('grants_project').on(table.projectId),
    index('grants_tenant').on(table.tenantId),
    index('grants_client').on(table.clientId),
    index('grants_expires').on(table.expiresAt),
  ],
);

/** Codes and tokens of grants. */
export const grantTokens = sqliteTable(
  'grant_tokens',
  {
    /** SHA-256 of the value, which is stored nowhere. */
    hash: blob('hash', { mode: 'buffer' }).primaryKey(),
    grantId: text('grant_id')
      .notNull()
      .references(() => grants.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['code', 'access', 'refresh'] }).notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The first use of a code or refresh token. A used one is kept, so that a second use is noticed. */
    usedAt: integer('used_at'),
    /** Of codes: where the browser was sent. */
    redirectUri: text('redirect_uri'),
    /** Of codes: the SHA-256 of the verifier (PKCE), in base64url. */
    challenge: text('challenge'),
  },
  (table) => [
    index('grant_tokens_grant').on(table.grantId),
    index('grant_tokens_expires').on(table.expiresAt),
  ],
);
