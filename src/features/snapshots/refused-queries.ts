import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { isSame } from '../../platform/sql/engine-sql.ts';
import { REFUSED_LABEL, snapshots, type TemplateRow } from '../templates/index.ts';
import type { SnapshotRow } from './queries.ts';

const hasRefusedLabel = sql`${snapshots.label} LIKE ${`${REFUSED_LABEL}%`}`;

/** Whether a snapshot is the content of a refused save that was neither saved nor kept since. */
const isRefused = and(eq(snapshots.isAutosave, true), isNull(snapshots.version), hasRefusedLabel);

/** The refused save of the same content by the same author. */
export async function selectRefused(
  scope: TenantScope,
  db: Connection,
  { templateId, contentId, authorKind, authorId }: Omit<SnapshotRow, 'id' | 'tenantId' | 'createdAt'>,
): Promise<Pick<SnapshotRow, 'id' | 'label'> | undefined> {
  return db
    .select({ id: snapshots.id, label: snapshots.label })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.contentId, contentId),
        eq(snapshots.templateId, templateId),
        eq(snapshots.tenantId, scope.tenant.id),
        isSame(snapshots.authorKind, authorKind),
        isSame(snapshots.authorId, authorId),
        isRefused,
      ),
    )
    .get();
}

/** Changes the reason in the label of a refused save. */
export async function relabelRefused(
  scope: TenantScope,
  db: Connection,
  id: string,
  label: string,
): Promise<void> {
  await db
    .update(snapshots)
    .set({ label })
    .where(and(eq(snapshots.id, id), eq(snapshots.tenantId, scope.tenant.id)));
}

/** Deletes a refused save, unless it was saved since or its author kept it. */
export async function deleteRefused(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  id: string,
): Promise<void> {
  await db
    .delete(snapshots)
    .where(
      and(
        eq(snapshots.id, id),
        eq(snapshots.templateId, templateId),
        eq(snapshots.tenantId, scope.tenant.id),
        isRefused,
      ),
    );
}

/**
 * Records that a snapshot without a version is the content of this version of its template, because it was saved after
 * all.
 */
export async function adoptVersion(
  scope: TenantScope,
  db: Connection,
  id: string,
  { version, canvasEpoch }: TemplateRow,
): Promise<void> {
  await db
    .update(snapshots)
    .set({ version, canvasEpoch, label: sql`CASE WHEN ${isRefused} THEN NULL ELSE ${snapshots.label} END` })
    .where(and(eq(snapshots.id, id), eq(snapshots.tenantId, scope.tenant.id), isNull(snapshots.version)));
}
