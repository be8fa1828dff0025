import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** `read_only`: nothing can be changed. `blocked`: there is no access at all. */
export const SUSPENSIONS = ['read_only', 'blocked'] as const;

/** Owns projects and API keys. */
export const teams = sqliteTable('teams', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const projects = sqliteTable(
  'projects',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    name: text('name').notNull(),
    /** `name` folded, see `foldName`. Unique in the team. */
    nameFolded: text('name_folded').notNull().default(''),
    plan: text('plan').notNull(),
    clientId: text('client_id').notNull(),
    /** Key of HMAC-SHA256 for signed users and recipient lists; shared with the customer, so it cannot be hashed. */
    signingKey: text('signing_key').notNull(),
    /** For all its tenants; null: not suspended. */
    suspended: text('suspended', { enum: SUSPENSIONS }),
    /** JSON of `Brand`. */
    brand: text('brand'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('projects_client_id').on(table.clientId),
    uniqueIndex('projects_team_name').on(table.teamId, table.nameFolded),
  ],
);

/** Hashes of a project's client secrets. After a rotation the old one is valid until `expiresAt`. */
export const clientSecrets = sqliteTable(
  'client_secrets',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    /** SHA-256. */
    hash: blob('hash', { mode: 'buffer' }).notNull(),
    expiresAt: integer('expires_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('client_secrets_project').on(table.projectId)],
);

/** Allowed web origins (CORS) of a project. A project without rows uses those of the settings. */
export const projectOrigins = sqliteTable(
  'project_origins',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    /** As browsers send it, or `https://*.example.com`. */
    origin: text('origin').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.origin] })],
);

/** A time after all others. In `deleted_at` it marks a tenant that is being imported. */
export const IMPORTING = 8_640_000_000_000_000;

/** `id` is internal and small, because every row of tenant data carries it. */
export const tenants = sqliteTable(
  'tenants',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    /** The customer's identifier, exactly as sent. */
    slug: text('slug').notNull(),
    /** The name people read; null: the identifier. */
    name: text('name'),
    /** Null: not suspended. */
    suspended: text('suspended', { enum: SUSPENSIONS }),
    /**
     * When it was moved to the trash, which alone shows it then; its identifier is free. `IMPORTING`: an import is
     * filling it, and nothing shows it.
     */
    deletedAt: integer('deleted_at'),
    /** Counters, so that limits and `/config` need no count over a large table. */
    templateCount: integer('template_count').notNull().default(0),
    mediaBytes: integer('media_bytes').notNull().default(0),
    /** Bytes of the contents in snapshots, each content once. Triggers count them. */
    snapshotBytes: integer('snapshot_bytes').notNull().default(0),
    /** Bytes of media and snapshots in the trash, counted by triggers. */
    trashBytes: integer('trash_bytes').notNull().default(0),
    /** Name of the tenant's plan; null: that of the project. */
    plan: text('plan'),
    /** JSON of `PlanChange`: features and limits in which the tenant differs from its plan. */
    planChange: text('plan_change'),
    /** JSON of `Brand`: fields that replace those of the project. */
    brand: text('brand'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('tenants_project_slug')
      .on(table.projectId, table.slug)
      .where(sql`${table.deletedAt} IS NULL`),
    index('tenants_deleted').on(table.deletedAt).where(sql`${table.deletedAt} IS NOT NULL`),
  ],
);

/** The column of a table with rows of tenants, which are deleted with their tenant. */
export const tenantColumn = () =>
  integer('tenant_id')
    .notNull()
    .references(() => tenants.id, { onDelete: 'cascade' });

/** What a tenant has used of its monthly limits. */
export const tenantUsage = sqliteTable(
  'tenant_usage',
  {
    tenantId: tenantColumn(),
    /** Months since 1970-01, in UTC. */
    month: integer('month').notNull(),
    exports: integer('exports').notNull(),
    toolCalls: integer('tool_calls').notNull(),
    aiTokens: integer('ai_tokens').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.month] })],
);

const usageColumns = {
  /** Days since 1970-01-01, in UTC. */
  day: integer('day').notNull(),
  /** Answered REST requests of known callers, also refused ones. */
  requests: integer('requests').notNull().default(0),
  exports: integer('exports').notNull().default(0),
  toolCalls: integer('tool_calls').notNull().default(0),
  /** Bytes stored at the end of the day, or in the last hour in which the server ran. */
  storageBytes: integer('storage_bytes').notNull().default(0),
};

/** What a tenant has used on a day. */
export const tenantUsageDays = sqliteTable(
  'tenant_usage_days',
  {
    tenantId: tenantColumn(),
    ...usageColumns,
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.day] }),
    index('tenant_usage_days_day').on(table.day),
  ],
);

/** The usage of all tenants of a project on a day. It is kept when a tenant is deleted or moved. */
export const projectUsageDays = sqliteTable(
  'project_usage_days',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    ...usageColumns,
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.day] }),
    index('project_usage_days_day').on(table.day),
  ],
);
