import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { hasRoom, type ModuleLimits, type SavedModuleRow } from './queries.ts';
import { savedModules } from './table.ts';

/** Hides a module, which the caller has found. Returns the bytes of its content. */
export async function hideModuleRow(db: Connection, id: string, now: number): Promise<number> {
  const [row] = await db
    .update(savedModules)
    .set({ deletedAt: now })
    .where(eq(savedModules.id, id))
    .returning({ bytes: sql<number>`octet_length(${savedModules.content})` });
  return row?.bytes ?? 0;
}

/** A hidden module that the tenant saved, or one that is shared with its project. */
const inTrash = ({ projectId, tenant }: TenantScope, id: string): SQL | undefined =>
  and(
    eq(savedModules.id, id),
    isNotNull(savedModules.deletedAt),
    or(
      eq(savedModules.tenantId, tenant.id),
      and(eq(savedModules.projectId, projectId), eq(savedModules.shared, true)),
    ),
  );

export async function selectHiddenModule(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<Omit<SavedModuleRow, 'content'> | undefined> {
  return db.select().from(savedModules).where(inTrash(scope, id)).get();
}

/** Shows a hidden module again if it fits into the limits: returns whether it does. */
export async function showModuleRow(
  scope: TenantScope,
  db: Connection,
  { id, tenantId, shared }: Pick<SavedModuleRow, 'id' | 'tenantId' | 'shared'>,
  limits: ModuleLimits,
): Promise<boolean> {
  const pool = { projectId: scope.projectId, tenant: { id: tenantId } };
  const bytes = sql`octet_length(${savedModules.content})`;
  const rows = await db
    .update(savedModules)
    .set({ deletedAt: null })
    .where(and(inTrash(scope, id), hasRoom(pool, db, shared, bytes, limits)))
    .returning({ id: savedModules.id });
  return rows.length > 0;
}

export async function deleteHiddenModule(scope: TenantScope, db: Connection, id: string): Promise<void> {
  await db.delete(savedModules).where(inTrash(scope, id));
}
