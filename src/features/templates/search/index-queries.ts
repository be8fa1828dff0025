import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../../../platform/ports/database.ts';
import { isSame, joinInOrder, textsOfJson, usingIndex, utf8Bytes } from '../../../platform/sql/engine-sql.ts';
import { placeholdersOf, prepareOnce } from '../../../platform/sql/queries.ts';
import { type IdRange, tenantOfId } from './queries.ts';
import { searchEntries, searchTexts, templateFacts } from './table.ts';
import { type IndexTerms, tenantTerm } from './terms.ts';

/** The range of all tenants. */
export const ALL_IDS: IdRange = { first: 0, last: Number.MAX_SAFE_INTEGER };

/** An entry that has changed since it was indexed, with the source to read. */
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
      sql`search_entries ${usingIndex('search_entries_pending')}
        ${joinInOrder()} templates ON templates.id = search_entries.template_id
        ${joinInOrder()} contents ON contents.id = templates.content_id`,
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
      sql`(SELECT 1 FROM search_entries ${usingIndex('search_entries_pending')}
        WHERE is_pending = 1 AND id BETWEEN ${sql.placeholder('first')} AND ${sql.placeholder('last')}
        LIMIT ${sql.placeholder('limit')}) AS pending`,
    )
    .prepare(),
);

/** Pending entries of a range, counted up to `limit`. */
export async function countPending(db: Connection, range: IdRange, limit: number): Promise<number> {
  return (await pendingCount(db).get({ ...range, limit }))?.count ?? 0;
}

const contentJson = prepareOnce((db) =>
  db
    .select({ json: utf8Bytes(sql`json`) })
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
        AND contents.hash = ${sql.placeholder('hash')} AND ${isSame(sql`templates.name`, sql.placeholder('name'))})`,
    )
    .returning({ id: searchEntries.id })
    .prepare(),
);

/** Marks a template as indexed. Returns false if it has changed since it was read, or was already marked. */
export async function markTemplateIndexed(
  db: Connection,
  { id, hash, name }: PendingEntry,
): Promise<boolean> {
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

/** Marks a comment as indexed. Its text was read in the same transaction. */
export async function markCommentIndexed(db: Connection, id: number): Promise<boolean> {
  return (await settledComment(db).get({ id })) !== undefined;
}

const storedTexts = prepareOnce((db) =>
  db
    .select()
    .from(searchTexts)
    .where(eq(searchTexts.id, sql.placeholder('id')))
    .prepare(),
);

type TextsRow = typeof searchTexts.$inferSelect;

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

/** The virtual table of the migrations; drizzle cannot declare it. */
const searchIndex = sqliteTable('search_index', {
  rowid: integer('rowid').notNull(),
  grams: text('grams').notNull(),
  name: text('name').notNull(),
  text: text('text').notNull(),
  link: text('link').notNull(),
  comment: text('comment').notNull(),
});

const termsDeletion = prepareOnce((db) =>
  db
    .delete(searchIndex)
    .where(eq(searchIndex.rowid, sql.placeholder('id')))
    .prepare(),
);

const termsInsertion = prepareOnce((db) =>
  db.insert(searchIndex).values(placeholdersOf(searchIndex)).prepare(),
);

/** Replaces the row of an entry in the full-text index. */
export async function storeTerms(db: Connection, id: number, terms: IndexTerms): Promise<void> {
  await termsDeletion(db).run({ id });
  const grams = `${terms.grams} ${tenantTerm(tenantOfId(id))}`;
  await termsInsertion(db).run({ rowid: id, ...terms, grams });
}

const factsOfEntry = prepareOnce((db) =>
  db
    .select({ fact: templateFacts.fact })
    .from(templateFacts)
    .where(eq(templateFacts.entryId, sql.placeholder('id')))
    .prepare(),
);

const factsInsertion = prepareOnce((db) =>
  db
    .insert(templateFacts)
    .select(
      sql`SELECT CAST(${sql.placeholder('id')} AS bigint), value FROM ${textsOfJson(sql.placeholder('facts'))} AS added WHERE true`,
    )
    .onConflictDoNothing()
    .prepare(),
);

const factsDeletion = prepareOnce((db) =>
  db
    .delete(templateFacts)
    .where(
      and(
        eq(templateFacts.entryId, sql.placeholder('id')),
        sql`${templateFacts.fact} IN ${textsOfJson(sql.placeholder('facts'))}`,
      ),
    )
    .prepare(),
);

export async function storeFacts(db: Connection, id: number, facts: readonly string[]): Promise<void> {
  const stored = new Set((await factsOfEntry(db).all({ id })).map(({ fact }) => fact));
  const added = facts.filter((fact) => !stored.delete(fact));
  if (added.length > 0) await factsInsertion(db).run({ id, facts: JSON.stringify(added) });
  if (stored.size > 0) await factsDeletion(db).run({ id, facts: JSON.stringify([...stored]) });
}

/**
 * Marks up to `limit` entries after an id as pending, and deletes their rows in the index. Returns the last id;
 * undefined at the end.
 */
export async function resetEntries(
  db: Connection,
  after: number,
  limit: number,
): Promise<{ last: number | undefined; count: number }> {
  const rows = await db
    .select({ id: searchEntries.id })
    .from(searchEntries)
    .where(gt(searchEntries.id, after))
    .orderBy(asc(searchEntries.id))
    .limit(limit);
  const last = rows.at(-1)?.id;
  if (last === undefined) return { last, count: 0 };
  for (const table of [searchTexts, templateFacts]) {
    const id = table === searchTexts ? searchTexts.id : templateFacts.entryId;
    await db.delete(table).where(and(gt(id, after), lte(id, last)));
  }
  await db
    .update(searchEntries)
    .set({ isPending: true })
    .where(and(gt(searchEntries.id, after), lte(searchEntries.id, last)));
  return { last, count: rows.length };
}
