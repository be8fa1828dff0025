import { and, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { contains, notByIndex, sumOf } from '../../platform/sql/engine-sql.ts';
import { tenants } from '../projects/index.ts';
import { isArchived, templates } from '../templates/index.ts';

/** Totals of the tenants of each project. */
export async function selectProjectCounts(db: Connection) {
  return db
    .select({
      projectId: tenants.projectId,
      tenants: sql<number>`count(*)`,
      templates: sumOf(tenants.templateCount),
      storageBytes: sumOf(sql`${tenants.mediaBytes} + ${tenants.snapshotBytes}`),
    })
    .from(tenants)
    .where(isNull(tenants.deletedAt))
    .groupBy(tenants.projectId);
}

/** The id of the `count`th template after `after`, the newest first; undefined if there are fewer. Reads only an index. */
export async function selectTemplatePosition(
  db: Connection,
  after: string | undefined,
  count: number,
): Promise<string | undefined> {
  const row = await db
    .select({ id: templates.id })
    .from(templates)
    .where(after === undefined ? undefined : lt(templates.id, after))
    .orderBy(desc(templates.id))
    .limit(1)
    .offset(count - 1)
    .get();
  return row?.id;
}

interface TemplateRange {
  /** Exclusive. */
  after: string | undefined;
  /** Inclusive. */
  until: string | undefined;
}

interface TenantFilter {
  projectIds: readonly string[];
  /** The identifier; undefined: all. */
  tenant: string | undefined;
}

const ofTenants = ({ projectIds, tenant }: TenantFilter) =>
  and(
    isNull(tenants.deletedAt),
    inArray(tenants.projectId, [...projectIds]),
    tenant === undefined ? undefined : eq(tenants.slug, tenant),
  );

/** How many templates the tenants have together. */
export async function countTemplatesOfTenants(db: Connection, filter: TenantFilter): Promise<number> {
  const row = await db
    .select({ count: sumOf(tenants.templateCount) })
    .from(tenants)
    .where(ofTenants(filter))
    .get();
  return row?.count ?? 0;
}

interface TemplateFilter extends TenantFilter {
  /** Folded, see `foldName`; empty: all. */
  search: string;
  isArchived: boolean;
}

/**
 * The newest matching templates of a range. Walks all templates by age, so that it can stop at the limit or the end of
 * the range.
 */
export async function selectTemplatesByAge(
  db: Connection,
  { after, until }: TemplateRange,
  filter: TemplateFilter,
  limit: number,
) {
  return (
    selectTemplateRows(db)
      // The unary plus keeps SQLite from reading the templates tenant by tenant and sorting them.
      .innerJoin(tenants, eq(tenants.id, notByIndex(templates.tenantId)))
      .where(
        and(
          after === undefined ? undefined : lt(templates.id, after),
          until === undefined ? undefined : gte(templates.id, until),
          matches(filter),
        ),
      )
      .orderBy(desc(templates.id))
      .limit(limit)
  );
}

/** The newest matching templates. Reads and sorts all of the tenants. */
export async function selectTemplatesByTenant(
  db: Connection,
  after: string | undefined,
  filter: TemplateFilter,
  limit: number,
) {
  const id = notByIndex(templates.id);
  return selectTemplateRows(db)
    .innerJoin(tenants, eq(tenants.id, templates.tenantId))
    .where(and(after === undefined ? undefined : lt(id, after), matches(filter)))
    .orderBy(desc(id))
    .limit(limit);
}

const selectTemplateRows = (db: Connection) =>
  db
    .select({
      id: templates.id,
      name: templates.name,
      version: templates.version,
      score: templates.score,
      createdAt: templates.createdAt,
      updatedAt: templates.updatedAt,
      projectId: tenants.projectId,
      tenant: tenants.slug,
      tenantName: tenants.name,
    })
    .from(templates);

const matches = (filter: TemplateFilter) =>
  and(
    isNull(templates.deletedAt),
    sql`${isArchived} = ${filter.isArchived ? 1 : 0}`,
    ofTenants(filter),
    filter.search === '' ? undefined : contains(templates.nameFolded, filter.search),
  );
