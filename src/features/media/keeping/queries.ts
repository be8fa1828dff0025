import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/db/index.ts';
import { tenants } from '../../projects/index.ts';
import { mediaBlobs, mediaObjects } from '../table.ts';

/** Those of the keys some row refers to. */
export async function selectReferredKeys(db: Connection, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ key: mediaObjects.key })
    .from(mediaObjects)
    .where(sql`${mediaObjects.key} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`);
  return new Set(rows.map((row) => row.key));
}

/** Those of these tenants there are. */
export async function selectPresentTenants(db: Connection, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(sql`${tenants.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Set(rows.map((row) => row.id));
}

export type ReferredFile = Pick<typeof mediaObjects.$inferSelect, 'blobId' | 'name' | 'key' | 'bytes'>;

/** Every stored file of every tenant, a page at a time. Files with equal bytes come more than once. */
export async function selectReferredFiles(
  db: Connection,
  after: Pick<ReferredFile, 'blobId' | 'name'> | undefined,
  limit: number,
): Promise<ReferredFile[]> {
  const { blobId, name, key, bytes } = mediaObjects;
  const isBeyond = after && or(gt(blobId, after.blobId), and(eq(blobId, after.blobId), gt(name, after.name)));
  return db
    .select({ blobId, name, key, bytes })
    .from(mediaObjects)
    .where(isBeyond)
    .orderBy(asc(blobId), asc(name))
    .limit(limit);
}

/** Tenants whose stored use of storage is not the real one. */
export async function selectStorageMiscounts(
  db: Connection,
): Promise<{ project: string; tenant: string; stored: number; counted: number }[]> {
  return db.all(sql`
    SELECT t.project_id AS project, t.slug AS tenant, t.media_bytes AS stored, coalesce(sum(b.bytes), 0) AS counted
    FROM ${tenants} t LEFT JOIN ${mediaBlobs} b ON b.tenant_id = t.id
    GROUP BY t.id HAVING counted <> stored`);
}
