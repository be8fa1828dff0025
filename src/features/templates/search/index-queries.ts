import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import { placeholdersOf, prepareOnce } from '../../../platform/queries.ts';
import type { IdRange } from './queries.ts';
import { searchEntries, searchTexts, templateFacts } from './table.ts';
import type { IndexTerms } from './terms.ts';

/** An entry that was changed since it was indexed, with what has to be read. */
export interface PendingEntry {
  id: number;
  commentId: string | null;
  name: string | null;
  contentId: number;
  /** SHA-256 of the content. */
  hash: Buffer;
  /** Bytes of the content's JSON. */
  bytes: number;
}

const pendingEntries = prepareOnce((db) =>
  db
    .select({
      id: sql<number>`search_entries.id`,
      commentId: sql<string | null>`search_entries.comment_id`,
      name: sql<string | null>`templates.name`,
      contentId: sql<number>`contents.id`,
      hash: sql<Buffer>`contents.hash`,
      bytes: sql<number>`octet_length(contents.json)`,
    })
    .from(
      sql`search_entries INDEXED BY search_entries_pending
        CROSS JOIN templates ON templates.id = search_entries.template_id
        CROSS JOIN contents ON contents.id = templates.content_id`,
    )
    .where(
      sql`search_entries.is_pending = 1
        AND search_entries.id BETWEEN ${sql.placeholder('first')} AND ${sql.placeholder('last')}`,
    )
    .orderBy(sql`search_entries.id`)
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Pending entries of a range in the order of their ids. */
export async function selectPending(db: Connection, range: IdRange, limit: number): Promise<PendingEntry[]> {
  return pendingEntries(db).all({ ...range, limit });
}

const pendingCount = prepareOnce((db) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(
      sql`(SELECT 1 FROM search_entries INDEXED BY search_entries_pending
        WHERE is_pending = 1 AND id BETWEEN ${sql.placeholder('first')} AND ${sql.placeholder('last')}
        LIMIT ${sql.placeholder('limit')})`,
    )
    .prepare(),
);

/** Pending entries of a range, counted up to `limit`. */
export async function countPending(db: Connection, range: IdRange, limit: number): Promise<number> {
  return (await pendingCount(db).get({ ...range, limit }))?.count ?? 0;
}

const contentJson = prepareOnce((db) =>
  db
    .select({ json: sql<Uint8Array>`CAST(json AS BLOB)` })
    .from(sql`contents`)
    .where(sql`id = ${sql.placeholder('id')}`)
    .prepare(),
);

export async function selectContentJson(db: Connection, id: number): Promise<Uint8Array | undefined> {
  return (await contentJson(db).get({ id }))?.json;
}

const settledTemplate = prepareOnce((db) =>
  db
    .update(searchEntries)
    .set({ isPending: false })
    .where(
      sql`${searchEntries.id} = ${sql.placeholder('id')} AND ${searchEntries.isPending} = 1 AND EXISTS (
        SELECT 1 FROM templates JOIN contents ON contents.id = templates.content_id
        WHERE templates.id = ${searchEntries.templateId}
        AND contents.hash = ${sql.placeholder('hash')} AND templates.name IS ${sql.placeholder('name')})`,
    )
    .returning({ id: searchEntries.id })
    .prepare(),
);

/** Notes that a template is indexed as it is. Returns false if it has changed since it was read, or was indexed already. */
export async function settleTemplate(db: Connection, { id, hash, name }: PendingEntry): Promise<boolean> {
  return (await settledTemplate(db).get({ id, hash, name })) !== undefined;
}

const settledComment = prepareOnce((db) =>
  db
    .update(searchEntries)
    .set({ isPending: false })
    .where(and(eq(searchEntries.id, sql.placeholder('id')), eq(searchEntries.isPending, true)))
    .returning({ id: searchEntries.id })
    .prepare(),
);

/** The same for a comment, whose text was read in the same transaction. */
export async function settleComment(db: Connection, id: number): Promise<boolean> {
  return (await settledComment(db).get({ id })) !== undefined;
}

const storedTexts = prepareOnce((db) =>
  db
    .select()
    .from(searchTexts)
    .where(eq(searchTexts.id, sql.placeholder('id')))
    .prepare(),
);

export type TextsRow = typeof searchTexts.$inferSelect;

export async function selectTextsOfEntry(db: Connection, id: number): Promise<TextsRow | undefined> {
  return storedTexts(db).get({ id });
}

const textsReplacement = prepareOnce((db) =>
  db
    .insert(searchTexts)
    .values(placeholdersOf(searchTexts))
    .onConflictDoUpdate({
      target: searchTexts.id,
      set: Object.fromEntries(
        ['name', 'text', 'link', 'parts'].map((column) => [column, sql.raw(`excluded.${column}`)]),
      ),
    })
    .prepare(),
);

export async function storeTexts(db: Connection, row: TextsRow): Promise<void> {
  await textsReplacement(db).run({ ...row });
}

/** Replaces the row of an entry in the full-text index. */
export async function storeTerms(
  db: Connection,
  id: number,
  { grams, name, text, link, comment }: IndexTerms,
): Promise<void> {
  await db.run(
    sql`INSERT OR REPLACE INTO search_index (rowid, grams, name, text, link, comment)
      VALUES (${id}, ${grams}, ${name}, ${text}, ${link}, ${comment})`,
  );
}

const factsOfEntry = prepareOnce((db) =>
  db
    .select({ fact: templateFacts.fact })
    .from(templateFacts)
    .where(eq(templateFacts.entryId, sql.placeholder('id')))
    .prepare(),
);

const factInsertion = prepareOnce((db) =>
  db.insert(templateFacts).values(placeholdersOf(templateFacts)).onConflictDoNothing().prepare(),
);

const factDeletion = prepareOnce((db) =>
  db
    .delete(templateFacts)
    .where(
      and(eq(templateFacts.entryId, sql.placeholder('id')), eq(templateFacts.fact, sql.placeholder('fact'))),
    )
    .prepare(),
);

export async function storeFacts(db: Connection, id: number, facts: readonly string[]): Promise<void> {
  const stored = new Set((await factsOfEntry(db).all({ id })).map(({ fact }) => fact));
  for (const fact of facts) if (!stored.delete(fact)) await factInsertion(db).run({ entryId: id, fact });
  for (const fact of stored) await factDeletion(db).run({ id, fact });
}

/** Marks up to `limit` entries after an id as pending, so that they are indexed again. Returns the last id; undefined at the end. */
export async function markPending(db: Connection, after: number, limit: number): Promise<number | undefined> {
  const rows = await db
    .select({ id: searchEntries.id })
    .from(searchEntries)
    .where(gt(searchEntries.id, after))
    .orderBy(asc(searchEntries.id))
    .limit(limit);
  const last = rows.at(-1)?.id;
  if (last === undefined) return undefined;
  await db
    .update(searchEntries)
    .set({ isPending: true })
    .where(sql`${searchEntries.id} > ${after} AND ${searchEntries.id} <= ${last}`);
  return last;
}
