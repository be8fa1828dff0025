import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { notByIndex, sumOf } from '../../../platform/sql/engine-sql.ts';
import { isPresentTemplate, type TemplateRow } from '../queries.ts';
import { contents, snapshots, templates } from '../table.ts';

/**
 * Hides a template. `deletedWith`: the folder with which it is deleted. Returns false if it is no longer at
 * `fromVersion`.
 */
export async function hideTemplateRow(
  scope: TenantScope,
  db: Connection,
  {
    id,
    fromVersion,
    deletedWith,
    now,
  }: { id: string; fromVersion: number; deletedWith: string | null; now: number },
): Promise<boolean> {
  const rows = await db
    .update(templates)
    .set({ deletedAt: now, deletedWith })
    .where(
      and(
        eq(templates.id, id),
        eq(templates.tenantId, scope.tenant.id),
        eq(templates.version, fromVersion),
        isPresentTemplate,
      ),
    )
    .returning({ id: templates.id });
  return rows.length > 0;
}

const inTrash = (scope: TenantScope, id: string) =>
  and(eq(templates.id, id), eq(templates.tenantId, scope.tenant.id), isNotNull(templates.deletedAt));

export async function selectHiddenTemplate(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<TemplateRow | undefined> {
  return db.select().from(templates).where(inTrash(scope, id)).get();
}

const deletedWithFolder = (scope: TenantScope, folderId: string) =>
  and(
    eq(templates.deletedWith, folderId),
    isNotNull(templates.deletedAt),
    sql`${notByIndex(templates.tenantId)} = ${scope.tenant.id}`,
  );

/** Templates that were deleted with a folder, at most `limit`. */
export async function selectDeletedWith(
  scope: TenantScope,
  db: Connection,
  folderId: string,
  limit: number,
): Promise<TemplateRow[]> {
  return db.select().from(templates).where(deletedWithFolder(scope, folderId)).limit(limit);
}

export async function countDeletedWith(
  scope: TenantScope,
  db: Connection,
  folderId: string,
): Promise<number> {
  return db.$count(templates, deletedWithFolder(scope, folderId));
}

/** Shows a hidden template again, with the given columns. */
export async function showTemplateRow(
  scope: TenantScope,
  db: Connection,
  { id, ...columns }: Pick<TemplateRow, 'id' | 'key' | 'folderId'>,
): Promise<void> {
  await db
    .update(templates)
    .set({ ...columns, deletedAt: null, deletedWith: null })
    .where(inTrash(scope, id));
}

/** Deletes a hidden template with everything that belongs to it. */
export async function deleteHiddenTemplate(scope: TenantScope, db: Connection, id: string): Promise<void> {
  await db.delete(templates).where(inTrash(scope, id));
}

/** Bytes of a template's contents, each counted once: including the present one, and of its history alone. */
export async function measureTemplate(
  scope: TenantScope,
  db: Connection,
  { id, contentId }: Pick<TemplateRow, 'id' | 'contentId'>,
): Promise<{ bytes: number; historyBytes: number }> {
  const ofHistory = sql`SELECT ${snapshots.contentId} FROM ${snapshots} WHERE ${snapshots.templateId} = ${id}`;
  const size = sql`octet_length(${contents.json})`;
  const [row] = await db
    .select({
      bytes: sumOf(size),
      historyBytes: sumOf(sql`CASE WHEN ${contents.id} IN (${ofHistory}) THEN ${size} ELSE 0 END`),
    })
    .from(contents)
    .where(
      and(
        sql`${contents.id} IN (${ofHistory} UNION SELECT ${contentId})`,
        sql`${notByIndex(contents.tenantId)} = ${scope.tenant.id}`,
      ),
    );
  return row ?? { bytes: 0, historyBytes: 0 };
}
