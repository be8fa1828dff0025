import { and, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { contains, sumOf } from '../../platform/engine-sql.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { projects, tenants } from '../projects/index.ts';
import { templates } from '../templates/index.ts';

/** What the tenants of each project hold. */
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

interface TemplateFilter {
  projectIds: readonly string[];
  tenant: string | undefined;
  /** Folded, see `foldName`; empty: all. */
  search: string;
  isArchived: boolean;
}

/** The newest matching templates of a range, in the tenants of these projects. */
export async function selectTemplatesOfProjects(
  db: Connection,
  { after, until }: TemplateRange,
  { projectIds, tenant, search, isArchived }: TemplateFilter,
  limit: number,
) {
  return db
    .select({
      id: templates.id,
      name: templates.name,
      version: templates.version,
      score: templates.score,
      createdAt: templates.createdAt,
      updatedAt: templates.updatedAt,
      projectId: projects.id,
      projectName: projects.name,
      tenant: tenants.slug,
      tenantName: tenants.name,
    })
    .from(templates)
    .innerJoin(tenants, eq(tenants.id, templates.tenantId))
    .innerJoin(projects, eq(projects.id, tenants.projectId))
    .where(
      and(
        after === undefined ? undefined : lt(templates.id, after),
        until === undefined ? undefined : gte(templates.id, until),
        isNull(templates.deletedAt),
        isArchived ? sql`${templates.archivedAt} IS NOT NULL` : isNull(templates.archivedAt),
        isNull(tenants.deletedAt),
        inArray(tenants.projectId, [...projectIds]),
        tenant === undefined ? undefined : eq(tenants.slug, tenant),
        search === '' ? undefined : contains(templates.nameFolded, search),
      ),
    )
    .orderBy(desc(templates.id))
    .limit(limit);
}
