import type { Connection } from '../../../platform/ports/database.ts';
import { countLostRows, selectFacts, selectIndexed } from './check-queries.ts';
import { ALL_IDS, countPending, selectContentJson } from './index-queries.ts';
import type { CommentReader } from './indexer.ts';
import { type ReadTexts, readComment, readTexts } from './read-texts.ts';

const ENTRIES_PER_PAGE = 200;

/** Most entries that are listed. */
const MAX_NAMED = 20;

interface SearchIndexState {
  checked: number;
  /** Entries that are not indexed yet. */
  pending: number;
  faults: string[];
}

/** Compares the search index with the templates and comments that it indexes. Pending entries are only counted. */
export async function checkSearchIndex(
  db: Connection,
  readComments: CommentReader,
): Promise<SearchIndexState> {
  const { templates, comments, texts, terms } = await countLostRows(db);
  const faults = [
    ...(templates > 0 ? [`${templates} templates are not in the search index`] : []),
    ...(comments > 0 ? [`${comments} comments are not in the search index`] : []),
    ...(texts > 0 ? [`${texts} texts of the search index have no terms in it`] : []),
    ...(terms > 0 ? [`${terms} rows of the search index belong to no template or comment`] : []),
  ];
  let checked = 0;
  let wrong = 0;
  for (let after = 0; ; ) {
    const rows = await selectIndexed(db, after, ENTRIES_PER_PAGE);
    const last = rows.at(-1);
    if (last === undefined) break;
    const ids = rows.flatMap(({ commentId }) => commentId ?? []);
    const bodies = new Map((await readComments(db, ids)).map(({ id, body }) => [id, body]));
    for (const row of rows) {
      const expected = await readAgain(db, row, bodies);
      if (expected === undefined || (await isEqual(db, row, expected))) continue;
      wrong += 1;
      const of = row.commentId === null ? `template ${row.templateId}` : `comment ${row.commentId}`;
      if (wrong <= MAX_NAMED) faults.push(`the search index has other texts than ${of}`);
    }
    checked += rows.length;
    after = last.id;
    // Lets a running server handle requests between two pages.
    await Bun.sleep(0);
  }
  if (wrong > MAX_NAMED) faults.push(`the search index has other texts than ${wrong - MAX_NAMED} more`);
  return { checked, pending: await countPending(db, ALL_IDS, Number.MAX_SAFE_INTEGER), faults };
}

type Indexed = Awaited<ReturnType<typeof selectIndexed>>[number];

/** Undefined for an unreadable content, which is reported as a fault of its own. */
async function readAgain(
  db: Connection,
  { commentId, templateName, contentId }: Indexed,
  bodies: ReadonlyMap<string, string>,
): Promise<ReadTexts | undefined> {
  if (commentId !== null) return readComment(bodies.get(commentId) ?? '');
  const json = await selectContentJson(db, contentId);
  try {
    return json && readTexts({ name: templateName ?? '', json });
  } catch {
    return undefined;
  }
}

async function isEqual(db: Connection, row: Indexed, { texts, parts, facts }: ReadTexts): Promise<boolean> {
  if (row.name !== texts.name || row.text !== texts.text || row.link !== texts.link || row.parts !== parts)
    return false;
  return (await selectFacts(db, row.id)).toSorted().join('\n') === facts.toSorted().join('\n');
}
