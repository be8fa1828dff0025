import { and, asc, between, type Column, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { byEngine, contains, notByIndex, numbersOfJson, unlikely } from '../../../platform/sql/engine-sql.ts';
import { prepareOnce } from '../../../platform/sql/queries.ts';
import { coveringSequences } from '../../../platform/text/search-folding.ts';
import { type FileRow, type ItemRow, itemQuery, selectItems } from '../queries.ts';
import { mediaFiles, mediaTexts } from '../table.ts';

/** The sort orders of lists. Each has an index. */
const ORDERS = {
  newest: { key: 'id', isDescending: true },
  oldest: { key: 'id', isDescending: false },
  name_asc: { key: 'filenameFolded', isDescending: false },
  name_desc: { key: 'filenameFolded', isDescending: true },
  size_asc: { key: 'size', isDescending: false },
  size_desc: { key: 'size', isDescending: true },
} as const;

export type MediaOrder = keyof typeof ORDERS;

/** Where a page begins: after a row, in the direction of the list or against it. */
export interface CursorPosition {
  isBackward: boolean;
  /** Whether the page includes the row itself, if it still exists. */
  isInclusive: boolean;
  /** Sort key and id of the row. */
  position: readonly (string | number)[];
}

interface Listing {
  order: MediaOrder;
  /** undefined: files of all folders, as in every search. */
  folderId: string | undefined;
  category: FileRow['category'] | undefined;
  /** Folded text that the filename or the alternative text must contain. */
  search: string | undefined;
  /** Only pictures without alternative text. */
  isAltMissing: boolean;
  place: CursorPosition | undefined;
  limit: number;
}

/** Ids per tenant in `mediaTexts`, as in the trigger that fills it. */
const ROWS_PER_TENANT = 2 ** 28;

/** Rows of a page, starting at its beginning: a backward page has its last row first. */
export async function selectPage(scope: TenantScope, db: Connection, listing: Listing): Promise<ItemRow[]> {
  const { folderId, category, search, place, limit } = listing;
  const parameters = {
    tenantId: scope.tenant.id,
    limit,
    ...(folderId !== undefined && { folderId }),
    ...(category !== undefined && { category }),
    ...(search !== undefined && { search }),
    ...(place !== undefined && { placeKey: place.position[0], placeId: place.position[1] }),
  };
  const candidates = search === undefined ? undefined : await findCandidates(scope, db, search, limit);
  if (candidates === undefined) return pages(db, listing).all(parameters);
  const found = await sortedPages(db, listing).all({ ...parameters, candidates: JSON.stringify(candidates) });
  const items = await selectItems(
    scope,
    db,
    found.map((row) => row.fileId),
  );
  const byId = new Map(items.map((item) => [item.id, item]));
  return found.flatMap((row) => byId.get(row.fileId) ?? []);
}

const indexedRows = prepareOnce((db) =>
  db
    .select({ id: sql<number>`id` })
    .from(
      byEngine(
        sql`(SELECT rowid AS id FROM media_search WHERE media_search MATCH ${sql.placeholder('sequences')})`,
        sql`(SELECT id FROM media_texts WHERE strpos(filename_folded || chr(10) || alt_folded, ${sql.placeholder('search')}) > 0) AS found`,
      ),
    )
    .where(between(sql`id`, sql.placeholder('first'), sql.placeholder('last')))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const lastRow = prepareOnce((db) =>
  db
    .select({ id: sql<number | null>`max(${mediaTexts.id})` })
    .from(mediaTexts)
    .where(between(mediaTexts.id, sql.placeholder('first'), sql.placeholder('last')))
    .prepare(),
);

/**
 * Ids of the rows in `mediaTexts` that may contain a text. undefined if many do: then it is faster to scan the library
 * in order until `limit` rows contain it than to sort all of them.
 */
async function findCandidates(
  { tenant }: TenantScope,
  db: Connection,
  search: string,
  limit: number,
): Promise<number[] | undefined> {
  const sequences = toSequences(search);
  if (sequences === undefined) return undefined;
  const first = tenant.id * ROWS_PER_TENANT;
  const range = { first, last: first + ROWS_PER_TENANT - 1 };
  const total = ((await lastRow(db).get(range))?.id ?? first) - first;
  const most = Math.ceil(Math.sqrt(limit * total));
  const rows = await indexedRows(db).all({ sequences, search, ...range, limit: most + 1 });
  return rows.length > most ? undefined : rows.map((row) => row.id);
}

/** Prepares a query once for each combination of filters. */
function prepareVariants<Prepared>(prepare: (db: Connection, listing: Listing) => Prepared) {
  const variantsOf = prepareOnce(() => new Map<string, Prepared>());
  return (db: Connection, listing: Listing): Prepared => {
    const { order, folderId, category, search, isAltMissing, place } = listing;
    const given = [folderId, category, search].map((part) => part !== undefined);
    const variant = [order, ...given, isAltMissing, place?.isBackward, place?.isInclusive].join(' ');
    const variants = variantsOf(db);
    const prepared = variants.get(variant) ?? prepare(db, listing);
    variants.set(variant, prepared);
    return prepared;
  };
}

/** Reads an index of the files in the order of the list. */
const pages = prepareVariants((db, { order, folderId, category, search, isAltMissing, place }) => {
  const key = mediaFiles[ORDERS[order].key];
  const conditions: SQL[] = [
    eq(mediaFiles.tenantId, sql.placeholder('tenantId')),
    isNull(mediaFiles.deletedAt),
  ];
  // Makes SQLite use the index of the folder or category instead of the one of all files.
  if (folderId !== undefined)
    conditions.push(unlikely(sql`${mediaFiles.folderId} = ${sql.placeholder('folderId')}`));
  if (category !== undefined) {
    // The index by folder has fewer rows to read than the one by category.
    const condition = sql`${mediaFiles.category} = ${sql.placeholder('category')}`;
    conditions.push(folderId === undefined ? unlikely(condition) : notByIndex(condition));
  }
  if (search !== undefined) conditions.push(hasSearch(mediaFiles));
  if (isAltMissing) conditions.push(lacksAlt(mediaFiles));
  const { direction, isBeyond } = arrange(order, place, key, mediaFiles.id);
  if (isBeyond !== undefined) conditions.push(isBeyond);
  // The index of all files also has the deletion. PostgreSQL uses its order only if the query names all its columns.
  const byId =
    folderId === undefined && category === undefined
      ? [mediaFiles.deletedAt, mediaFiles.id]
      : [mediaFiles.id];
  return (
    itemQuery(db)
      .where(and(...conditions))
      // If the id occurred twice, SQLite would sort although the index has the order.
      .orderBy(...(key === mediaFiles.id ? byId.map(direction) : [direction(key), direction(mediaFiles.id)]))
      .limit(sql.placeholder('limit'))
      .prepare()
  );
});

/** Texts of files in the trash stay in the index, so that a restoration need not index them again. */
const isPresentText = sql`EXISTS (SELECT 1 FROM ${mediaFiles}
  WHERE ${mediaFiles.id} = ${mediaTexts.fileId} AND ${mediaFiles.deletedAt} IS NULL)`;

/** Filters and sorts the candidates. */
const sortedPages = prepareVariants((db, { order, category, isAltMissing, place }) => {
  const { key: name } = ORDERS[order];
  const key = mediaTexts[name === 'id' ? 'fileId' : name];
  const { direction, isBeyond } = arrange(order, place, key, mediaTexts.fileId);
  const candidates = numbersOfJson(sql.placeholder('candidates'));
  return db
    .select({ fileId: mediaTexts.fileId })
    .from(mediaTexts)
    .where(
      and(
        sql`${mediaTexts.id} IN ${candidates}`,
        hasSearch(mediaTexts),
        isPresentText,
        category === undefined ? undefined : eq(mediaTexts.category, sql.placeholder('category')),
        isAltMissing ? lacksAlt(mediaTexts) : undefined,
        isBeyond,
      ),
    )
    .orderBy(direction(key), direction(mediaTexts.fileId))
    .limit(sql.placeholder('limit'))
    .prepare();
});

const hasSearch = ({ filenameFolded, altFolded }: typeof mediaFiles | typeof mediaTexts) =>
  sql`(${contains(filenameFolded, sql.placeholder('search'))}
    OR ${contains(altFolded, sql.placeholder('search'))})`;

/** Keeps SQLite off the index of the category, because another one has the order of the list. */
const lacksAlt = ({ altFolded, category }: typeof mediaFiles | typeof mediaTexts) =>
  sql`(${altFolded} = '' AND ${notByIndex(category)} = 'images')`;

/** The direction in which rows are read, and the condition for rows after the beginning of the page. */
function arrange(
  order: MediaOrder,
  cursor: CursorPosition | undefined,
  key: Column,
  id: Column,
): { direction: typeof asc; isBeyond: SQL | undefined } {
  const direction = ORDERS[order].isDescending === (cursor?.isBackward ?? false) ? asc : desc;
  if (cursor === undefined) return { direction, isBeyond: undefined };
  const operator = sql.raw((direction === desc ? '<' : '>') + (cursor.isInclusive ? '=' : ''));
  const position = sql`(${sql.placeholder('placeKey')}, ${sql.placeholder('placeId')})`;
  return { direction, isBeyond: sql`(${key}, ${id}) ${operator} ${position}` };
}

/** Characters (code points) in a sequence of the index. */
const LENGTH = 3;

/** Most sequences of a search. More cost time and exclude few further texts. */
const MAX_SEQUENCES = 16;

/**
 * A condition for SQLite's full-text index that every text containing `search` meets: its sequences of three characters,
 * up to `MAX_SEQUENCES`. Other texts can meet it too. undefined if `search` is too short.
 */
export function toSequences(search: string): string | undefined {
  if ([...search].length < LENGTH) return undefined;
  const sequences = coveringSequences(search, LENGTH, MAX_SEQUENCES);
  return sequences.map((sequence) => `"${sequence.replaceAll('"', '""')}"`).join(' AND ');
}
