import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { textOfBytes } from '../../../platform/sql/engine-sql.ts';
import { prepareOnce } from '../../../platform/sql/queries.ts';
import { contents } from '../table.ts';

const contentByHash = prepareOnce((db) =>
  db
    .select({ id: contents.id })
    .from(contents)
    .where(
      and(eq(contents.tenantId, sql.placeholder('tenantId')), eq(contents.hash, sql.placeholder('hash'))),
    )
    .prepare(),
);

const contentInsertion = prepareOnce((db) =>
  db
    .insert(contents)
    .values({
      tenantId: sql.placeholder('tenantId'),
      hash: sql.placeholder('hash'),
      json: textOfBytes(sql.placeholder('json')),
    })
    .onConflictDoNothing()
    .returning({ id: contents.id })
    .prepare(),
);

/** The id of the tenant's content with this SHA-256. */
export async function selectContentId(
  scope: TenantScope,
  db: Connection,
  hash: Buffer,
): Promise<number | undefined> {
  return (await contentByHash(db).get({ tenantId: scope.tenant.id, hash }))?.id;
}

/** Inserts a content and returns its id; undefined if the tenant already has it. `hash`: SHA-256 of `json`. */
export async function insertContentIfNew(
  scope: TenantScope,
  db: Connection,
  { json, hash }: { json: Uint8Array; hash: Buffer },
): Promise<number | undefined> {
  const inserted = await contentInsertion(db).get({ tenantId: scope.tenant.id, hash, json });
  return inserted?.id;
}
