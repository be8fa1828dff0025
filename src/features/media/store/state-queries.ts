import { asc, gt, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import { textsOfJson } from '../../../platform/sql/engine-sql.ts';
import { prepareOnce } from '../../../platform/sql/queries.ts';
import { mediaRemovals, mediaStore } from '../table.ts';

export type StoreState = Omit<typeof mediaStore.$inferSelect, 'id'>;

const storeState = prepareOnce((db) => db.select().from(mediaStore).limit(1).prepare());

export async function selectStoreState(db: Connection): Promise<StoreState | undefined> {
  return storeState(db).get();
}

/**
 * Counts a transaction that stores files. Returns the argument for `LastWriteFile.write` after the commit; undefined if
 * there is no row yet.
 */
export async function increaseWrites(
  db: Connection,
): Promise<Pick<StoreState, 'generation' | 'writes'> | undefined> {
  const [row] = await db
    .update(mediaStore)
    .set({ writes: sql`${mediaStore.writes} + 1` })
    .returning({ generation: mediaStore.generation, writes: mediaStore.writes });
  return row;
}

export async function replaceStoreState(db: Connection, state: StoreState): Promise<void> {
  await db
    .insert(mediaStore)
    .values({ id: 1, ...state })
    .onConflictDoUpdate({ target: mediaStore.id, set: state });
}

/** Keys of files to remove. */
export async function selectRemovals(db: Connection, after: string, limit: number): Promise<string[]> {
  const { key } = mediaRemovals;
  const rows = await db
    .select({ key })
    .from(mediaRemovals)
    .where(gt(key, after))
    .orderBy(asc(key))
    .limit(limit);
  return rows.map((row) => row.key);
}

/** Deletes the records of these keys, or of all. */
export async function forgetRemovals(db: Connection, keys?: readonly string[]): Promise<void> {
  const isNamed = keys && sql`${mediaRemovals.key} IN ${textsOfJson(JSON.stringify(keys))}`;
  await db.delete(mediaRemovals).where(isNamed);
}
