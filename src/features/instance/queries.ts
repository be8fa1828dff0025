import { sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';

/** Reads a page of the database file; throws if that is impossible. */
export async function touchDatabase(db: Connection): Promise<void> {
  await db.get(sql`SELECT count(*) FROM schema_migrations`);
}

/** Tenants whose stored number of templates is not the real one. */
export async function selectMiscounts(
  db: Connection,
): Promise<{ project: string; tenant: string; stored: number; counted: number }[]> {
  return db.all(sql`
    SELECT t.project_id AS project, t.slug AS tenant, t.template_count AS stored, count(x.id) AS counted
    FROM tenants t LEFT JOIN templates x ON x.tenant_id = t.id
    GROUP BY t.id HAVING counted <> stored`);
}

/** Templates whose noted comments are not the real ones. */
export async function selectCommentMiscounts(
  db: Connection,
): Promise<{ template: string; stored: number; counted: number }[]> {
  return db.all(sql`
    SELECT t.template_id AS template, t.comments AS stored, count(c.id) AS counted
    FROM comment_totals t LEFT JOIN comments c ON c.template_id = t.template_id
    GROUP BY t.template_id
    HAVING counted <> stored OR coalesce(sum(octet_length(c.body)), 0) <> t.bytes`);
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
