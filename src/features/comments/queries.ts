import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { notByIndex, textsOfJson } from '../../platform/sql/engine-sql.ts';
import { conditionalInsert, prepareOnce } from '../../platform/sql/queries.ts';
import { isPresentTemplate, templateById, templates } from '../templates/index.ts';
import { comments, commentTotals, mayNameMedia } from './table.ts';

/** A comment that is not in the trash. */
export type CommentRow = Omit<typeof comments.$inferSelect, 'deletedAt'>;

/** A template with the totals of its comments. */
export interface CommentedTemplate {
  id: string;
  version: number;
  comments: number;
  /** Bytes of all texts. */
  bytes: number;
  changes: number;
}

const commentedTemplate = prepareOnce((db) =>
  db
    .select({
      id: templates.id,
      version: templates.version,
      comments: sql<number>`coalesce(${commentTotals.comments}, 0)`,
      bytes: sql<number>`coalesce(${commentTotals.bytes}, 0)`,
      changes: sql<number>`coalesce(${commentTotals.changes}, 0)`,
    })
    .from(templates)
    .leftJoin(commentTotals, eq(commentTotals.templateId, templates.id))
    .where(templateById)
    .prepare(),
);

export async function selectCommentedTemplate(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<CommentedTemplate | undefined> {
  return commentedTemplate(db).get({ id, tenantId: scope.tenant.id });
}

const ofTemplate = and(
  eq(comments.templateId, sql.placeholder('templateId')),
  eq(comments.tenantId, sql.placeholder('tenantId')),
  isNull(comments.deletedAt),
);

const commentsOfTemplate = prepareOnce((db) =>
  db.select().from(comments).where(ofTemplate).orderBy(asc(comments.id)).prepare(),
);

/** All comments of a template, roots and replies, the oldest first. */
export async function selectComments(
  scope: TenantScope,
  db: Connection,
  templateId: string,
): Promise<CommentRow[]> {
  return commentsOfTemplate(db).all({ templateId, tenantId: scope.tenant.id });
}

/** The tenant's comments that may contain an address of the media library, newest first. */
export async function selectCommentsWithMedia(
  scope: TenantScope,
  db: Connection,
): Promise<{ id: string; templateId: string; templateName: string | null; body: string }[]> {
  const { id, templateId, body } = comments;
  return (
    db
      .select({ id, templateId, templateName: templates.name, body })
      .from(comments)
      .innerJoin(templates, eq(templates.id, templateId))
      // The same condition as in the partial index.
      .where(
        and(
          eq(comments.tenantId, scope.tenant.id),
          mayNameMedia(body),
          isNull(comments.deletedAt),
          isPresentTemplate,
        ),
      )
      .orderBy(desc(id))
  );
}

const isOfPresentTemplate = sql`EXISTS (SELECT 1 FROM ${templates}
  WHERE ${templates.id} = ${comments.templateId} AND ${isPresentTemplate})`;

const commentTexts = prepareOnce((db) =>
  db
    .select({
      id: comments.id,
      body: comments.body,
      blockId: comments.blockId,
      rootId: sql<string>`coalesce(${comments.parentId}, ${comments.id})`,
    })
    .from(comments)
    .where(and(sql`${comments.id} IN ${textsOfJson(sql.placeholder('ids'))}`, isNull(comments.deletedAt)))
    .prepare(),
);

/** Comments by their ids, of any tenant: for the search, which has found them within the caller's scope. */
export async function selectCommentTexts(
  db: Connection,
  ids: readonly string[],
): Promise<{ id: string; body: string; blockId: string | null; rootId: string }[]> {
  return commentTexts(db).all({ ids: JSON.stringify(ids) });
}

const commentById = prepareOnce((db) =>
  db
    .select()
    .from(comments)
    .where(and(ofTemplate, eq(comments.id, sql.placeholder('id')), isOfPresentTemplate))
    .prepare(),
);

export async function selectComment(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  id: string,
): Promise<CommentRow | undefined> {
  return commentById(db).get({ id, templateId, tenantId: scope.tenant.id });
}

const repliesOfRoot = prepareOnce((db) =>
  db
    .select()
    .from(comments)
    .where(
      and(
        eq(comments.parentId, sql.placeholder('rootId')),
        isNull(comments.deletedAt),
        // The unary plus keeps SQLite from using the index of all comments of the tenant.
        sql`${notByIndex(comments.tenantId)} = ${sql.placeholder('tenantId')}`,
      ),
    )
    .orderBy(asc(comments.id))
    .prepare(),
);

/** The replies in a thread, the oldest first. */
export async function selectReplies(
  scope: TenantScope,
  db: Connection,
  rootId: string,
): Promise<CommentRow[]> {
  return repliesOfRoot(db).all({ rootId, tenantId: scope.tenant.id });
}

const ofTenantById = (scope: TenantScope, id: string) =>
  and(eq(comments.id, id), eq(comments.tenantId, scope.tenant.id), isNull(comments.deletedAt));

/** Limits of the comments of one template. */
export interface CommentLimits {
  comments: number;
  /** Bytes of all texts. */
  bytes: number;
}

const totalOf = (
  db: Connection,
  templateId: string,
  column: typeof commentTotals.comments | typeof commentTotals.bytes,
) => {
  const total = db
    .select({ total: column })
    .from(commentTotals)
    .where(eq(commentTotals.templateId, templateId));
  return sql`coalesce(${total}, 0)`;
};

/** Inserts a comment if it fits into the limits of its template: returns whether it was inserted. */
export async function insertComment(
  db: Connection,
  row: CommentRow,
  limits: CommentLimits,
): Promise<boolean> {
  const fits = sql`${totalOf(db, row.templateId, commentTotals.comments)} < ${limits.comments}
    AND ${totalOf(db, row.templateId, commentTotals.bytes)} + ${Buffer.byteLength(row.body)} <= ${limits.bytes}`;
  return conditionalInsert(db, comments, { ...row, deletedAt: null }, fits);
}

/** Changes the text of a comment if it fits into the limits of its template: returns whether it was changed. */
export async function updateCommentBody(
  scope: TenantScope,
  db: Connection,
  { id, templateId, body, updatedAt }: CommentRow,
  limits: CommentLimits,
): Promise<boolean> {
  const growth = sql`${Buffer.byteLength(body)} - octet_length(${comments.body})`;
  const fits = sql`${totalOf(db, templateId, commentTotals.bytes)} + ${growth} <= ${limits.bytes}`;
  const rows = await db
    .update(comments)
    .set({ body, updatedAt })
    .where(and(ofTenantById(scope, id), fits))
    .returning({ id: comments.id });
  return rows.length > 0;
}

/** Resolves or reopens a thread, unless it is already in that state: returns whether it was changed. */
export async function updateResolution(
  scope: TenantScope,
  db: Connection,
  { id, resolvedAt, resolvedBy, resolvedByName }: CommentRow,
): Promise<boolean> {
  const isOther = resolvedAt === null ? isNotNull(comments.resolvedAt) : isNull(comments.resolvedAt);
  const rows = await db
    .update(comments)
    .set({ resolvedAt, resolvedBy, resolvedByName })
    .where(and(ofTenantById(scope, id), isOther))
    .returning({ id: comments.id });
  return rows.length > 0;
}

/** Deletes a comment, with its replies if it is a root. */
export async function deleteCommentRow(scope: TenantScope, db: Connection, id: string): Promise<void> {
  await db.delete(comments).where(ofTenantById(scope, id));
}
