import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { contains } from '../../platform/sql/engine-sql.ts';
import { prepareOnce } from '../../platform/sql/queries.ts';
import { IMPORTING, projects, tenants } from './table.ts';

export type TenantRow = typeof tenants.$inferSelect;

const tenantBySlug = prepareOnce((db) =>
  db
    .select()
    .from(tenants)
    .where(
      and(
        eq(tenants.projectId, sql.placeholder('projectId')),
        eq(tenants.slug, sql.placeholder('slug')),
        isNull(tenants.deletedAt),
      ),
    )
    .prepare(),
);

export async function selectTenant(
  db: Connection,
  projectId: string,
  slug: string,
): Promise<TenantRow | undefined> {
  return tenantBySlug(db).get({ projectId, slug });
}

export async function selectTenantById(db: Connection, id: number): Promise<TenantRow | undefined> {
  return db.select().from(tenants).where(eq(tenants.id, id)).get();
}

const tenantState = prepareOnce((db) =>
  db
    .select({ tenant: tenants.suspended, project: projects.suspended })
    .from(tenants)
    .innerJoin(projects, eq(projects.id, tenants.projectId))
    .where(
      and(
        eq(tenants.id, sql.placeholder('id')),
        eq(tenants.projectId, sql.placeholder('projectId')),
        isNull(tenants.deletedAt),
      ),
    )
    .prepare(),
);

/** The suspensions of the tenant and the project of a scope. Undefined if the tenant is not in this project any more. */
export async function selectTenantState({ tenant, projectId }: TenantScope, db: Connection) {
  const found = await tenantState(db).get({ id: tenant.id, projectId });
  return found && [{ suspended: found.tenant }, { suspended: found.project }];
}

/** Inserts a tenant unless it exists. Returns true if this call inserted it. */
export async function insertTenantIfNew(db: Connection, row: typeof tenants.$inferInsert): Promise<boolean> {
  const rows = await db.insert(tenants).values(row).onConflictDoNothing().returning({ id: tenants.id });
  return rows.length > 0;
}

/** One page of a project's tenants, ordered by identifier. `search`: text of the identifier or shown name; empty: all. */
export async function selectTenants(
  db: Connection,
  projectId: string,
  { search, after: afterSlug, limit }: { search: string; after: string | undefined; limit: number },
): Promise<TenantRow[]> {
  const after = afterSlug === undefined ? undefined : gt(tenants.slug, afterSlug);
  const hasSearch = (column: SQLiteColumn) => contains(sql`lower(${column})`, sql`lower(${search})`);
  const found = search === '' ? undefined : or(hasSearch(tenants.slug), hasSearch(tenants.name));
  return db
    .select()
    .from(tenants)
    .where(and(eq(tenants.projectId, projectId), isNull(tenants.deletedAt), after, found))
    .orderBy(asc(tenants.slug))
    .limit(limit);
}

/** The plans of tenants that have another one than their project, each with the id of one of these projects. */
export async function selectTenantPlans(db: Connection): Promise<{ plan: string; projectId: string }[]> {
  return db
    .select({ plan: sql<string>`${tenants.plan}`, projectId: sql<string>`min(${tenants.projectId})` })
    .from(tenants)
    .where(and(isNotNull(tenants.plan), isNull(tenants.deletedAt)))
    .groupBy(tenants.plan);
}

/** `planChange` and `brand`: JSON, or null for none. */
export async function updateTenantSettings(
  db: Connection,
  id: number,
  settings: Partial<Pick<TenantRow, 'name' | 'plan' | 'planChange' | 'brand' | 'suspended'>>,
): Promise<void> {
  await db.update(tenants).set(settings).where(eq(tenants.id, id));
}

/** Moves a tenant to the trash. Returns it, unless it does not exist. */
export async function trashTenant(
  db: Connection,
  projectId: string,
  slug: string,
  deletedAt: number,
): Promise<TenantRow | undefined> {
  const [row] = await db
    .update(tenants)
    .set({ deletedAt })
    .where(and(eq(tenants.projectId, projectId), eq(tenants.slug, slug), isNull(tenants.deletedAt)))
    .returning();
  return row;
}

/** Takes a tenant out of the trash. Its identifier must be free. */
export async function untrashTenant(db: Connection, id: number, slug: string): Promise<void> {
  await db.update(tenants).set({ deletedAt: null, slug }).where(eq(tenants.id, id));
}

/**
 * The tenants of a project in the trash, the one deleted last first. `slug`: only those of this identifier. `after`: time
 * of the deletion and id of the last one of the page before.
 */
export async function selectTrashedTenants(
  db: Connection,
  projectId: string,
  { slug, after, limit = -1 }: { slug?: string; after?: readonly [number, number]; limit?: number },
): Promise<(TenantRow & { deletedAt: number })[]> {
  const wanted = and(
    slug === undefined ? undefined : eq(tenants.slug, slug),
    after && sql`(${tenants.deletedAt}, ${tenants.id}) < (${after[0]}, ${after[1]})`,
  );
  const rows = await db
    .select()
    .from(tenants)
    .where(and(lt(tenants.deletedAt, IMPORTING), eq(tenants.projectId, projectId), wanted))
    .orderBy(desc(tenants.deletedAt), desc(tenants.id))
    .limit(limit);
  return rows as (TenantRow & { deletedAt: number })[];
}

/** Some tenants that were moved to the trash at `deletedUntil` or before. */
export async function selectOverdueTenants(
  db: Connection,
  deletedUntil: number,
  limit: number,
): Promise<TenantRow[]> {
  return db.select().from(tenants).where(lte(tenants.deletedAt, deletedUntil)).limit(limit);
}

/** Some tenants of a project, with those in the trash. */
export async function selectTenantsOfProject(
  db: Connection,
  projectId: string,
  limit: number,
): Promise<TenantRow[]> {
  return db.select().from(tenants).where(eq(tenants.projectId, projectId)).limit(limit);
}

/** Deletes a tenant with all its data. */
export async function deleteTenantRow(db: Connection, id: number): Promise<void> {
  await db.delete(tenants).where(eq(tenants.id, id));
}

/** Deletes a tenant with all its data if it was moved to the trash at `deletedUntil` or before. Returns whether it was. */
export async function purgeTenantRow(db: Connection, id: number, deletedUntil: number): Promise<boolean> {
  const overdue = and(eq(tenants.id, id), lte(tenants.deletedAt, deletedUntil));
  return (await db.delete(tenants).where(overdue).returning({ id: tenants.id })).length > 0;
}

/** Gives a tenant to another project. */
export async function updateTenantProject(db: Connection, id: number, projectId: string): Promise<void> {
  await db.update(tenants).set({ projectId }).where(eq(tenants.id, id));
}
