import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { projects } from '../projects/table.ts';

export const JOB_KINDS = ['tenant_export', 'tenant_import', 'person_export', 'person_erasure'] as const;

/** `waiting` and `running` jobs continue after a restart. */
export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

/** Long-running work on data of tenants and people. Old rows are deleted with their files. */
export const dataJobs = sqliteTable(
  'data_jobs',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: JOB_KINDS }).notNull(),
    state: text('state', { enum: JOB_STATES }).notNull(),
    /** Identifier of the tenant; null: it is about the whole project. */
    tenant: text('tenant'),
    /** The row of the tenant that is exported, or that an import fills; null: none. */
    tenantId: integer('tenant_id'),
    /** JSON of the job's input. Emptied when a job about a person has ended, so that it does not name the person. */
    input: text('input').notNull(),
    /** The current step, and its progress. */
    phase: text('phase').notNull(),
    done: integer('done').notNull(),
    total: integer('total').notNull(),
    /** JSON of the outcome; null until the job has ended. */
    result: text('result'),
    error: text('error'),
    /** Bytes of the file that can be downloaded; null without a file. */
    fileBytes: integer('file_bytes'),
    startedBy: text('started_by').notNull(),
    createdAt: integer('created_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (table) => [
    index('data_jobs_project').on(table.projectId, table.createdAt),
    index('data_jobs_created').on(table.createdAt),
  ],
);
