import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { IMPORTING, tenants } from './table.ts';
import type { TenantRow } from './tenant-queries.ts';

/** Inserts a tenant that stays hidden until `publishImportedTenant`. */
export async function insertImportedTenant(
  db: Connection,
  row: Pick<TenantRow, 'projectId' | 'slug' | 'name' | 'brand' | 'createdAt'>,
): Promise<TenantRow> {
  const [inserted] = await db
    .insert(tenants)
    .values({ ...row, deletedAt: IMPORTING })
    .returning();
  return inserted as TenantRow;
}

/** Whether a tenant is being imported. */
export const isImporting = ({ deletedAt }: Pick<TenantRow, 'deletedAt'>): boolean => deletedAt === IMPORTING;

/** Shows an imported tenant, and stores the number of its templates. Its identifier must be free. */
export async function publishImportedTenant(
  db: Connection,
  id: number,
  settings: Partial<Pick<TenantRow, 'plan' | 'planChange' | 'suspended'>>,
): Promise<TenantRow | undefined> {
  const [row] = await db
    .update(tenants)
    .set({
      ...settings,
      deletedAt: null,
      templateCount: sql`(SELECT count(*) FROM templates t WHERE t.tenant_id = ${id} AND t.deleted_at IS NULL)`,
    })
    .where(and(eq(tenants.id, id), eq(tenants.deletedAt, IMPORTING)))
    .returning();
  return row;
}
