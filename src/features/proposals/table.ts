import { sql } from 'drizzle-orm';
import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenantColumn } from '../projects/table.ts';
import { templates } from '../templates/table.ts';

/** `conflicting`: somebody tried to accept it, and the template has changed in the same blocks since. It is still undecided. */
export const PROPOSAL_STATES = ['open', 'conflicting', 'accepted', 'refused', 'withdrawn'] as const;

/** The kind of proposal. A change concerns a template's content, name, key or place. */
export const PROPOSAL_KINDS = ['change', 'create', 'delete'] as const;

/** Proposed changes of templates. Ids are increasing, so they are the order of creation. */
export const proposals = sqliteTable(
  'proposals',
  {
    id: text('id').primaryKey(),
    tenantId: tenantColumn(),
    /** null: a new template is proposed, and not created yet. */
    templateId: text('template_id').references(() => templates.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: PROPOSAL_KINDS }).notNull().default('change'),
    /** The version it was made from, and the content of that version as JSON; 0 and empty for a new template. */
    baseVersion: integer('base_version').notNull(),
    base: blob('base', { mode: 'buffer' }).notNull(),
    /**
     * JSON of the proposed name, key, folder, tags and archive state, with the former values: `{before, after}`; null:
     * unchanged.
     */
    fields: text('fields'),
    /** The proposed content as JSON; empty if it stays. Both contents are empty once the proposal is decided. */
    content: blob('content', { mode: 'buffer' }).notNull(),
    /** What changes, one line per change, as a diff in short form. */
    diff: text('diff').notNull(),
    /** JSON of the changed blocks: `{id, change, outline}`. */
    changes: text('changes').notNull(),
    /** Why it is proposed; null: the author gave no reason. */
    note: text('note'),
    authorKind: text('author_kind').notNull(),
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    state: text('state', { enum: PROPOSAL_STATES }).notNull(),
    /** JSON of the ids of blocks and names of settings that conflict; null: none. */
    conflicts: text('conflicts'),
    /** 0 to 100; null: it was not scored. */
    scoreBefore: integer('score_before'),
    scoreAfter: integer('score_after'),
    /** The thread about it; null: the plan has no comments. */
    commentId: text('comment_id'),
    createdAt: integer('created_at').notNull(),
    /** This and the following columns are null while the proposal is undecided. */
    decidedAt: integer('decided_at'),
    decidedBy: text('decided_by'),
    decidedByName: text('decided_by_name'),
    /** The message of the person who decided to the author. */
    reason: text('reason'),
    /** JSON of the ids of the blocks whose changes were accepted; null: all. */
    acceptedBlocks: text('accepted_blocks'),
    /** The version that the acceptance made. */
    acceptedVersion: integer('accepted_version'),
  },
  (table) => [
    index('proposals_template').on(table.templateId, table.id),
    index('proposals_tenant').on(table.tenantId, table.state, table.id),
    index('proposals_undecided').on(table.tenantId).where(sql`${table.state} IN ('open', 'conflicting')`),
  ],
);
