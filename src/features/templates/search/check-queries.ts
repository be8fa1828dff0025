import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import { byEngine, joinInOrder } from '../../../platform/sql/engine-sql.ts';

/** Counts rows whose counterparts are missing. For the full-text index it reads the table of row ids. */
export async function countLostRows(
  db: Connection,
): Promise<{ templates: number; comments: number; texts: number; terms: number }> {
  const count = (from: SQL) => sql<number>`(SELECT count(*) FROM ${from})`;
  const [row] = await db
    .select({
      templates: count(
        sql`templates WHERE NOT EXISTS (SELECT 1 FROM search_entries WHERE template_id = templates.id AND comment_id IS NULL)`,
      ),
      comments: count(
        sql`comments WHERE NOT EXISTS (SELECT 1 FROM search_entries WHERE comment_id = comments.id)`,
      ),
      texts: count(
        byEngine(
          sql`search_texts WHERE NOT EXISTS (SELECT 1 FROM search_index_docsize WHERE id = search_texts.id)`,
          sql`search_texts WHERE NOT EXISTS (SELECT 1 FROM search_index WHERE rowid = search_texts.id)`,
        ),
      ),
      terms: count(
        byEngine(
          sql`search_index_docsize WHERE NOT EXISTS (SELECT 1 FROM search_entries WHERE id = search_index_docsize.id)`,
          sql`search_index WHERE NOT EXISTS (SELECT 1 FROM search_entries WHERE id = search_index.rowid)`,
        ),
      ),
    })
    .from(sql`(SELECT 1) AS one`);
  return row ?? { templates: 0, comments: 0, texts: 0, terms: 0 };
}

/** Indexed entries after an id, with the texts in the index; empty if it has none. */
export async function selectIndexed(db: Connection, after: number, limit: number) {
  return db
    .select({
      id: sql<number>`search_entries.id`,
      templateId: sql<string>`search_entries.template_id`,
      commentId: sql<string | null>`search_entries.comment_id`,
      templateName: sql<string | null>`templates.name`,
      contentId: sql<number>`templates.content_id`,
      name: sql<string | null>`search_texts.name`,
      text: sql<string | null>`search_texts.text`,
      link: sql<string | null>`search_texts.link`,
      parts: sql<string | null>`search_texts.parts`,
    })
    .from(
      sql`search_entries ${joinInOrder()} templates ON templates.id = search_entries.template_id
        LEFT JOIN search_texts ON search_texts.id = search_entries.id`,
    )
    .where(sql`search_entries.id > ${after} AND search_entries.is_pending = 0`)
    .orderBy(sql`search_entries.id`)
    .limit(limit);
}

export async function selectFacts(db: Connection, id: number): Promise<string[]> {
  const rows = await db
    .select({ fact: sql<string>`fact` })
    .from(sql`template_facts`)
    .where(sql`entry_id = ${id}`);
  return rows.map(({ fact }) => fact);
}
