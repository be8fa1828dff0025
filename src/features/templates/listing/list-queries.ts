import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { contains, notByIndex, numberNotByIndex } from '../../../platform/sql/engine-sql.ts';
import { prepareOnce } from '../../../platform/sql/queries.ts';
import { isPresentTemplate } from '../queries.ts';
import { isArchived, templates } from '../table.ts';
import { FILTERS, type FilterName, placeholderOf, type TemplateFilters, valuesOf } from './filter-queries.ts';

/** The columns shown in lists. */
export const listedColumns = {
  id: templates.id,
  name: templates.name,
  key: templates.key,
  version: templates.version,
  createdAt: templates.createdAt,
  updatedAt: templates.updatedAt,
  folderId: templates.folderId,
  archivedAt: templates.archivedAt,
  tags: templates.tags,
  score: templates.score,
  scoredVersion: templates.scoredVersion,
  exportedAt: templates.exportedAt,
};

/** A row of a list. */
export type ListedTemplate = Pick<typeof templates.$inferSelect, keyof typeof listedColumns>;

type SortKey = string | number;

/** A row of a list with the value by which it is sorted. */
export interface SortedTemplate extends ListedTemplate {
  sortKey: SortKey;
}

/** The columns of `listedColumns` and the sort key, in that order. */
type ListedValues = [
  ...[id: string, name: string | null, key: string | null],
  ...[version: number, createdAt: number, updatedAt: number],
  ...[folderId: string | null, archivedAt: number | null, tags: string | null],
  ...[score: number, scoredVersion: number | null, exportedAt: number, sortKey: SortKey],
];

/** Maps rows by hand: drizzle's mapping of 25 rows takes half as long as their query. */
function toSortedTemplate(values: ListedValues): SortedTemplate {
  const [id, name, key, version, createdAt, updatedAt, folderId, archivedAt, tags] = values;
  const [, , , , , , , , , score, scoredVersion, exportedAt, sortKey] = values;
  return {
    ...{ id, name, key, version, createdAt, updatedAt, folderId, archivedAt, tags },
    ...{ score, scoredVersion, exportedAt, sortKey },
  };
}

/** The sort orders of lists. Each has an index. */
const ORDERS = {
  newest: { key: templates.id, isDescending: true },
  oldest: { key: templates.id, isDescending: false },
  updated: { key: templates.updatedAt, isDescending: true },
  name_asc: { key: templates.nameFolded, isDescending: false },
  name_desc: { key: templates.nameFolded, isDescending: true },
  score_desc: { key: templates.score, isDescending: true },
  score_asc: { key: templates.score, isDescending: false },
  exported: { key: templates.exportedAt, isDescending: true },
} as const;

export type TemplateOrder = keyof typeof ORDERS;

/** A sort key and the id: the position of a row in a list. */
export type Position = readonly (string | number)[];

export interface TemplateListing {
  order: TemplateOrder;
  isArchived: boolean;
  filters: TemplateFilters;
  /** Folded text that names must contain. */
  search: string | undefined;
  /** Position of the last row of the previous page. */
  after: Position | undefined;
  limit: number;
}

/** Whether a position comes before another in an order. Texts are compared by their UTF-8 bytes, as in SQLite. */
export function isBefore(order: TemplateOrder, a: Position, b: Position): boolean {
  const [first, second] = ORDERS[order].isDescending ? [b, a] : [a, b];
  const compared = compareKeys(first[0] as SortKey, second[0] as SortKey);
  return compared < 0 || (compared === 0 && compareKeys(first[1] as SortKey, second[1] as SortKey) < 0);
}

function compareKeys(a: SortKey, b: SortKey): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

/** The query plan. `driver`: the matches of this filter are sorted; without it, the index of the order is read. */
export interface Access {
  driver?: FilterName | undefined;
  /** The ids that match this filter are collected first, and other rows of the index are skipped. */
  members?: FilterName;
  /** Rows after this position are not read. */
  until?: Position | undefined;
}

/** Rows of a tenant's list. */
export async function selectTemplates(
  scope: TenantScope,
  db: Connection,
  listing: TemplateListing,
  access: Access = {},
): Promise<SortedTemplate[]> {
  const rows = await pageVariant(db, listing, access).values(parametersOf(scope, listing, access));
  return (rows as ListedValues[]).map(toSortedTemplate);
}

function parametersOf(
  scope: TenantScope,
  { search, after, limit, filters }: TemplateListing,
  { until }: Access,
): Record<string, unknown> {
  return {
    ...{ ...valuesOf(scope, filters), limit },
    ...(search !== undefined && { search }),
    ...(after !== undefined && { afterKey: after[0], afterId: after[1] }),
    ...(until !== undefined && { untilKey: until[0], untilId: until[1] }),
  };
}

/** Each combination of order, filters and positions is prepared once. */
const pageVariants = prepareOnce(() => new Map<string, PreparedPage>());

function pageVariant(db: Connection, listing: TemplateListing, access: Access) {
  const { order, isArchived: archived, filters, search, after } = listing;
  const given = [
    archived,
    search !== undefined,
    after !== undefined,
    access.driver,
    access.members,
    access.until !== undefined,
  ];
  const variant = [order, ...given, ...Object.keys(filters)].join(' ');
  const variants = pageVariants(db);
  const prepared = variants.get(variant) ?? preparePage(db, listing, access);
  variants.set(variant, prepared);
  return prepared;
}

/** Its `values` are `ListedValues`. */
interface PreparedPage {
  values(parameters: Record<string, unknown>): Promise<unknown[][]>;
}

function preparePage(
  db: Connection,
  { order, isArchived: archived, filters, search, after }: TemplateListing,
  { driver, members, until }: Access,
): PreparedPage {
  const { key, isDescending } = ORDERS[order];
  // With a driving filter, the index of the order must not be used.
  const tenant =
    driver === undefined ? sql`${templates.tenantId}` : sql`${numberNotByIndex(templates.tenantId)}`;
  const conditions: SQL[] = [
    sql`${tenant} = ${sql.placeholder('tenantId')}`,
    isPresentTemplate,
    sql`${isArchived} = ${sql.raw(archived ? '1' : '0')}`,
  ];
  if (members !== undefined)
    conditions.push(sql`${notByIndex(templates.id)} IN (${FILTERS[members].ids?.(placeholderOf)})`);
  for (const name of Object.keys(filters) as FilterName[]) {
    const filter = FILTERS[name];
    conditions.push(
      name === driver && filter.ids !== undefined
        ? sql`${templates.id} IN (${filter.ids(placeholderOf)})`
        : filter.holds(placeholderOf),
    );
  }
  // `instr` instead of LIKE, because the search text is not a pattern.
  if (search !== undefined) conditions.push(contains(templates.nameFolded, sql.placeholder('search')));
  const place = sql`(${key}, ${templates.id})`;
  if (after !== undefined) {
    const position = sql`(${sql.placeholder('afterKey')}, ${sql.placeholder('afterId')})`;
    conditions.push(sql`${place} ${sql.raw(isDescending ? '<' : '>')} ${position}`);
  }
  if (until !== undefined) {
    const position = sql`(${sql.placeholder('untilKey')}, ${sql.placeholder('untilId')})`;
    conditions.push(sql`${place} ${sql.raw(isDescending ? '>=' : '<=')} ${position}`);
  }
  const direction = isDescending ? desc : asc;
  const rows = db
    .select({ ...listedColumns, sortKey: sql`${key}`.as('sort_key') })
    .from(templates)
    .where(and(...conditions))
    // If the id occurred twice in ORDER BY, SQLite would sort instead of using the order of the index.
    .orderBy(...(key === templates.id ? [direction(key)] : [direction(key), direction(templates.id)]));
  const limit = sql.placeholder('limit');
  if (driver !== 'found') return rows.limit(limit).prepare();
  // The sorted rows are a subquery, so that texts are read only for as many templates as the page needs.
  const sorted = rows.limit(Number.MAX_SAFE_INTEGER).as('templates');
  return db.select().from(sorted).where(FILTERS.found.holds(placeholderOf)).limit(limit).prepare();
}

const boundaryVariants = prepareOnce(() => new Map<string, ReturnType<typeof prepareBoundary>>());

/** The position `rows` rows after another in an unfiltered list; undefined beyond its end. */
export async function selectBoundary(
  scope: TenantScope,
  db: Connection,
  listing: TemplateListing,
  rows: number,
): Promise<Position | undefined> {
  const { order, isArchived: archived, after } = listing;
  const variants = boundaryVariants(db);
  const variant = [order, archived, after !== undefined].join(' ');
  const prepared = variants.get(variant) ?? prepareBoundary(db, listing);
  variants.set(variant, prepared);
  const parameters = parametersOf(scope, { ...listing, filters: {}, search: undefined }, {});
  const found = await prepared.get({ ...parameters, rows });
  return found && [found.key, found.id];
}

function prepareBoundary(db: Connection, { order, isArchived: archived, after }: TemplateListing) {
  const { key, isDescending } = ORDERS[order];
  const conditions: SQL[] = [
    eq(templates.tenantId, sql.placeholder('tenantId')),
    isPresentTemplate,
    sql`${isArchived} = ${sql.raw(archived ? '1' : '0')}`,
  ];
  if (after !== undefined) {
    const position = sql`(${sql.placeholder('afterKey')}, ${sql.placeholder('afterId')})`;
    conditions.push(sql`(${key}, ${templates.id}) ${sql.raw(isDescending ? '<' : '>')} ${position}`);
  }
  const direction = isDescending ? desc : asc;
  return db
    .select({ key: sql<SortKey>`${key}`, id: templates.id })
    .from(templates)
    .where(and(...conditions))
    .orderBy(...(key === templates.id ? [direction(key)] : [direction(key), direction(templates.id)]))
    .limit(1)
    .offset(sql.placeholder('rows'))
    .prepare();
}

const candidateCounts = prepareOnce(() => new Map<FilterName, ReturnType<typeof prepareCount>>());

const prepareCount = (db: Connection, name: FilterName) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(
      sql`(${(FILTERS[name].rows ?? FILTERS[name].ids)?.(placeholderOf)} LIMIT ${sql.placeholder('limit')}) AS candidates`,
    )
    .prepare();

/** How many templates match a filter, counted up to `limit`. */
export async function countCandidates(
  scope: TenantScope,
  db: Connection,
  name: FilterName,
  filters: TemplateFilters,
  limit: number,
): Promise<number> {
  const prepared = candidateCounts(db).get(name) ?? prepareCount(db, name);
  candidateCounts(db).set(name, prepared);
  const found = await prepared.get({ ...valuesOf(scope, filters), limit });
  return found?.count ?? 0;
}
