import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { contains, numbersOfJson, sumOf } from '../../platform/sql/engine-sql.ts';
import { tenants } from '../projects/index.ts';
import { contents, REWRITTEN, templates } from '../templates/index.ts';
import { instanceFacts } from './table.ts';

/** Reads a page of the database file; throws if that is impossible. */
export async function touchDatabase(db: Connection): Promise<void> {
  await db.get(sql`SELECT count(*) FROM schema_migrations`);
}

/** Tenants whose template counter is wrong. */
export async function selectMiscounts(
  db: Connection,
): Promise<{ project: string; tenant: string; stored: number; counted: number }[]> {
  return db.all(sql`
    SELECT t.project_id AS project, t.slug AS tenant, t.template_count AS stored, count(x.id) AS counted
    FROM tenants t LEFT JOIN templates x ON x.tenant_id = t.id AND x.deleted_at IS NULL
    GROUP BY t.id HAVING count(x.id) <> t.template_count`);
}

/** Templates whose comment totals are wrong. */
export async function selectCommentMiscounts(
  db: Connection,
): Promise<{ template: string; stored: number; counted: number }[]> {
  return db.all(sql`
    SELECT t.template_id AS template, t.comments AS stored, count(c.id) AS counted
    FROM comment_totals t LEFT JOIN comments c ON c.template_id = t.template_id AND c.deleted_at IS NULL
    GROUP BY t.template_id
    HAVING count(c.id) <> t.comments OR coalesce(sum(octet_length(c.body)), 0) <> t.bytes`);
}

/** Tenants whose counter of bytes in snapshots is wrong. */
export async function selectSnapshotMiscounts(
  db: Connection,
): Promise<{ project: string; tenant: string; stored: number; counted: number }[]> {
  return db.all(sql`
    SELECT t.project_id AS project, t.slug AS tenant, t.snapshot_bytes AS stored, coalesce(x.bytes, 0) AS counted
    FROM tenants t LEFT JOIN (
      SELECT tenant_id, ${sumOf(sql`octet_length(json)`)} AS bytes FROM contents
      WHERE id IN (SELECT content_id FROM snapshots) GROUP BY tenant_id
    ) x ON x.tenant_id = t.id
    WHERE coalesce(x.bytes, 0) <> t.snapshot_bytes`);
}

/** Tenants whose counter of bytes in the trash is wrong. */
export async function selectTrashMiscounts(
  db: Connection,
): Promise<{ project: string; tenant: string; stored: number; counted: number }[]> {
  return db.all(sql`
    SELECT t.project_id AS project, t.slug AS tenant, t.trash_bytes AS stored,
      ${sumOf(sql`e.storage_bytes`)} AS counted
    FROM tenants t LEFT JOIN trash_entries e ON e.tenant_id = t.id
    GROUP BY t.id HAVING ${sumOf(sql`e.storage_bytes`)} <> t.trash_bytes`);
}

/** How many templates, files, folders, modules and threads are hidden without an entry in the trash. */
export async function countLostTrash(db: Connection): Promise<number> {
  const lostOf = (table: string, more = '') =>
    sql.raw(`(SELECT count(*) FROM ${table} x WHERE x.deleted_at IS NOT NULL ${more}
      AND NOT EXISTS (SELECT 1 FROM trash_entries e WHERE e.id = x.id))`);
  const [row] = await db.all<{ lost: number }>(sql`
    SELECT ${lostOf('saved_modules')} + ${lostOf('comments', 'AND x.parent_id IS NULL')}
      + ${lostOf('media_files', 'AND x.deleted_with IS NULL')}
      + ${lostOf('media_folders', 'AND x.deleted_with IS NULL')}
      + ${lostOf('templates', 'AND x.deleted_with IS NULL')}
      + ${lostOf('template_folders', 'AND x.deleted_with IS NULL')} AS lost`);
  return row?.lost ?? 0;
}

/** Contents that nothing refers to. */
export async function countUnusedContents(db: Connection): Promise<number> {
  const [row] = await db.all<{ unused: number }>(sql`
    SELECT count(*) AS unused FROM contents c
    WHERE NOT EXISTS (SELECT 1 FROM templates WHERE content_id = c.id)
      AND NOT EXISTS (SELECT 1 FROM snapshots WHERE content_id = c.id)`);
  return row?.unused ?? 0;
}

/** Every stored content with its hash, a page at a time, so that a large database needs little memory. */
export async function selectContents(
  db: Connection,
  afterId: number,
  limit: number,
): Promise<{ id: number; hash: Uint8Array; json: string }[]> {
  return db.all(sql`SELECT id, hash, json FROM contents WHERE id > ${afterId} ORDER BY id LIMIT ${limit}`);
}

export async function selectFact(db: Connection, name: string): Promise<string | undefined> {
  const [row] = await db
    .select({ value: instanceFacts.value })
    .from(instanceFacts)
    .where(eq(instanceFacts.name, name));
  return row?.value;
}

export async function upsertFact(db: Connection, name: string, value: string): Promise<void> {
  await db
    .insert(instanceFacts)
    .values({ name, value })
    .onConflictDoUpdate({ target: instanceFacts.name, set: { value } });
}

/** Whether any tenant has, or has had, a file in its media library. */
export async function hasMediaVersions(db: Connection): Promise<boolean> {
  const [row] = await db.all<{ found: number }>(sql`SELECT 1 AS found FROM media_versions LIMIT 1`);
  return row !== undefined;
}

type ContentRow = typeof contents.$inferSelect;

/** A content without its JSON. */
export type StoredContent = Omit<ContentRow, 'json'>;

/**
 * The next `limit` contents of all tenants; `json` is null where it does not contain `mark`. The limit counts those too,
 * so that a query over a large database does not block a running server.
 */
export async function selectContentsNaming(
  db: Connection,
  mark: string,
  afterId: number,
  limit: number,
): Promise<(StoredContent & { json: string | null })[]> {
  const { id, tenantId, hash, json } = contents;
  const named = sql<string | null>`CASE WHEN ${contains(json, mark)} THEN ${json} END`;
  return db
    .select({ id, tenantId, hash, json: named })
    .from(contents)
    .where(gt(id, afterId))
    .orderBy(asc(id))
    .limit(limit);
}

/** How many templates and snapshots have one of these contents. */
export async function countContentUses(
  db: Connection,
  ids: readonly number[],
): Promise<{ templates: number; snapshots: number }> {
  const named = numbersOfJson(JSON.stringify(ids));
  const [row] = await db.all<{ templates: number; snapshots: number }>(sql`
    SELECT (SELECT count(*) FROM templates WHERE content_id IN ${named}) AS templates,
      (SELECT count(*) FROM snapshots WHERE content_id IN ${named}) AS snapshots`);
  return row ?? { templates: 0, snapshots: 0 };
}

/** A template with its new version and its tenant. */
export interface ChangedTemplate {
  id: string;
  version: number;
  tenant: typeof tenants.$inferSelect;
}

/**
 * Gives a content another JSON, for every template and snapshot that has it; templates get a new version. Does nothing
 * if the content has changed since it was read. Returns the templates.
 */
export async function updateContent(
  db: Connection,
  { id, tenantId, hash }: StoredContent,
  changed: Pick<ContentRow, 'json' | 'hash'>,
): Promise<ChangedTemplate[]> {
  const [twin] = await db
    .select({ id: contents.id })
    .from(contents)
    .where(and(eq(contents.tenantId, tenantId), eq(contents.hash, changed.hash)));
  if (twin === undefined) {
    const same = and(eq(contents.id, id), eq(contents.hash, hash));
    const rows = await db.update(contents).set(changed).where(same).returning({ id: contents.id });
    if (rows.length === 0) return [];
  }
  const contentId = twin?.id ?? id;
  const bumped = await db
    .update(templates)
    .set({ contentId, version: sql`${templates.version} + 1`, canvasEpoch: REWRITTEN })
    .where(eq(templates.contentId, id))
    .returning({ id: templates.id, version: templates.version });
  if (twin !== undefined) {
    await db.run(sql`UPDATE snapshots SET content_id = ${contentId} WHERE content_id = ${id}`);
    // If only templates had it, a trigger has deleted it already.
    await db.delete(contents).where(eq(contents.id, id));
  }
  const [tenant] = await db.select().from(tenants).where(eq(tenants.id, tenantId));
  return tenant === undefined ? [] : bumped.map((template) => ({ ...template, tenant }));
}

/** Saved modules of all projects whose blocks contain `mark`. */
export async function selectModulesNaming(
  db: Connection,
  mark: string,
): Promise<{ id: string; content: string }[]> {
  return db.all(sql`SELECT id, content FROM saved_modules WHERE ${contains(sql`content`, mark)}`);
}

/** Replaces the blocks of a saved module, unless they have changed since they were read. */
export async function updateModuleContent(
  db: Connection,
  id: string,
  before: string,
  after: string,
): Promise<void> {
  await db.run(sql`UPDATE saved_modules SET content = ${after} WHERE id = ${id} AND content = ${before}`);
}

/** Brands of projects and tenants that contain `mark`; `tenant` is null for that of a project. */
export async function selectBrandsNaming(
  db: Connection,
  mark: string,
): Promise<{ projectId: string; tenant: string | null; brand: string }[]> {
  return db.all(sql`
    SELECT id AS "projectId", CAST(NULL AS text) AS tenant, brand FROM projects WHERE ${contains(sql`brand`, mark)}
    UNION ALL
    SELECT project_id, slug, brand FROM tenants WHERE ${contains(sql`brand`, mark)}`);
}

/** Replaces the brand of a project or tenant, unless it has changed since it was read. */
export async function updateBrand(
  db: Connection,
  { projectId, tenant, brand }: { projectId: string; tenant: string | null; brand: string },
  after: string,
): Promise<void> {
  if (tenant === null)
    await db.run(sql`UPDATE projects SET brand = ${after} WHERE id = ${projectId} AND brand = ${brand}`);
  else
    await db.run(
      sql`UPDATE tenants SET brand = ${after} WHERE project_id = ${projectId} AND slug = ${tenant} AND brand = ${brand}`,
    );
}
