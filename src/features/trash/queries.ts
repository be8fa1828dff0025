import { and, asc, count, desc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { trashEntries } from './table.ts';

export type TrashEntry = typeof trashEntries.$inferSelect;

export async function insertEntry(db: Connection, row: TrashEntry): Promise<void> {
  await db.insert(trashEntries).values(row);
}

const ofTenant = (scope: TenantScope) => eq(trashEntries.tenantId, scope.tenant.id);

export async function selectEntry(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<TrashEntry | undefined> {
  return db
    .select()
    .from(trashEntries)
    .where(and(eq(trashEntries.id, id), ofTenant(scope)))
    .get();
}

/** The tenant's entries without unfinished work, the last one deleted first. */
export async function selectEntries(
  scope: TenantScope,
  db: Connection,
  { kind, after, limit }: { kind: string | undefined; after: readonly unknown[] | undefined; limit: number },
): Promise<TrashEntry[]> {
  return db
    .select()
    .from(trashEntries)
    .where(
      and(
        ofTenant(scope),
        isNull(trashEntries.state),
        kind === undefined ? undefined : eq(trashEntries.kind, kind),
        after && sql`(${trashEntries.deletedAt}, ${trashEntries.id}) < (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(desc(trashEntries.deletedAt), desc(trashEntries.id))
    .limit(limit);
}

/** Counts further things that are deleted with an entry, and changes its state. */
export async function updateEntry(
  scope: TenantScope,
  db: Connection,
  id: string,
  { items, bytes, storageBytes, state }: Pick<TrashEntry, 'items' | 'bytes' | 'storageBytes' | 'state'>,
): Promise<void> {
  await db
    .update(trashEntries)
    .set({
      items: sql`${trashEntries.items} + ${items}`,
      bytes: sql`${trashEntries.bytes} + ${bytes}`,
      storageBytes: sql`${trashEntries.storageBytes} + ${storageBytes}`,
      state,
    })
    .where(and(eq(trashEntries.id, id), ofTenant(scope)));
}

export async function deleteEntry(scope: TenantScope, db: Connection, id: string): Promise<void> {
  await db.delete(trashEntries).where(and(eq(trashEntries.id, id), ofTenant(scope)));
}

/**
 * Marks all entries of a tenant, or those of one kind, for purging, which removes them from its list. Returns their
 * number.
 */
export async function markForPurge(
  scope: TenantScope,
  db: Connection,
  kind: string | undefined,
): Promise<number> {
  const isMeant = and(
    ofTenant(scope),
    isNull(trashEntries.state),
    kind === undefined ? undefined : eq(trashEntries.kind, kind),
  );
  const [found] = await db.select({ entries: count() }).from(trashEntries).where(isMeant);
  await db.update(trashEntries).set({ state: 'purging' }).where(isMeant);
  return found?.entries ?? 0;
}

export type EntryKey = Pick<TrashEntry, 'id' | 'tenantId' | 'state'>;

const keyColumns = { id: trashEntries.id, tenantId: trashEntries.tenantId, state: trashEntries.state };

/** Entries of a tenant, or of all, whose work is not finished. */
export async function selectUnfinished(
  db: Connection,
  { tenantId, after, limit }: { tenantId?: number; after: string; limit: number },
): Promise<EntryKey[]> {
  return db
    .select(keyColumns)
    .from(trashEntries)
    .where(
      and(
        isNotNull(trashEntries.state),
        sql`${trashEntries.id} > ${after}`,
        tenantId === undefined ? undefined : eq(trashEntries.tenantId, tenantId),
      ),
    )
    .orderBy(asc(trashEntries.id))
    .limit(limit);
}

/** Entries of all tenants that were deleted at `time` or before, the oldest first. */
export async function selectExpired(db: Connection, time: number, limit: number): Promise<EntryKey[]> {
  return db
    .select(keyColumns)
    .from(trashEntries)
    .where(and(lte(trashEntries.deletedAt, time), isNull(trashEntries.state)))
    .orderBy(asc(trashEntries.deletedAt))
    .limit(limit);
}

/** Entries of a tenant beyond the `kept` latest ones. */
export async function selectBeyond(
  db: Connection,
  tenantId: number,
  kept: number,
  limit: number,
): Promise<EntryKey[]> {
  return db
    .select(keyColumns)
    .from(trashEntries)
    .where(and(eq(trashEntries.tenantId, tenantId), isNull(trashEntries.state)))
    .orderBy(desc(trashEntries.deletedAt), desc(trashEntries.id))
    .limit(limit)
    .offset(kept);
}

/**
 * Entries of a tenant whose bytes count towards no limit, beyond the latest ones with this many of these bytes in
 * total.
 */
export async function selectBeyondBytes(
  db: Connection,
  tenantId: number,
  keptBytes: number,
  limit: number,
): Promise<EntryKey[]> {
  const uncounted = sql`${trashEntries.bytes} - ${trashEntries.storageBytes}`;
  const newestFirst = sql`${trashEntries.deletedAt} DESC, ${trashEntries.id} DESC`;
  const sums = db
    .select({
      ...keyColumns,
      uncounted: sql<number>`${uncounted}`.as('uncounted'),
      sum: sql<number>`CAST(sum(${uncounted}) OVER (ORDER BY ${newestFirst}) AS bigint)`.as('sum'),
    })
    .from(trashEntries)
    .where(and(eq(trashEntries.tenantId, tenantId), isNull(trashEntries.state)))
    .as('sums');
  return db
    .select({ id: sums.id, tenantId: sums.tenantId, state: sums.state })
    .from(sums)
    .where(sql`${sums.sum} > ${keptBytes} AND ${sums.uncounted} > 0`)
    .limit(limit);
}
