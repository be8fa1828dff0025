import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { prepareOnce } from '../../platform/queries.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { isPresentTemplate, type TemplateRow } from './queries.ts';
import { isArchived, templates } from './table.ts';

/** The columns that lists show. */
const listedColumns = {
  id: templates.id,
  name: templates.name,
  key: templates.key,
  version: templates.version,
  createdAt: templates.createdAt,
  updatedAt: templates.updatedAt,
};

/** A row of a list. */
export type ListedTemplate = Pick<TemplateRow, keyof typeof listedColumns>;

/** A row of a list with the value it is sorted by. */
interface SortedTemplate extends ListedTemplate {
  sortKey: string | number;
}

/** The columns of `listedColumns` and the sort key, in that order. */
type ListedValues = [string, string | null, string | null, number, number, number, string | number];

/** Maps rows by hand: drizzle's mapping of 25 rows takes half as long as their query. */
function toSortedTemplate([
  id,
  name,
  key,
  version,
  createdAt,
  updatedAt,
  sortKey,
]: ListedValues): SortedTemplate {
  return { id, name, key, version, createdAt, updatedAt, sortKey };
}

/** Whether lists show a template that is not in the trash. */
export const isListed = sql`${isArchived} = 0`;

/** The sort orders of lists. Each has an index. */
const ORDERS = {
  newest: { key: templates.id, direction: desc, after: sql`<` },
  oldest: { key: templates.id, direction: asc, after: sql`>` },
  updated: { key: templates.updatedAt, direction: desc, after: sql`<` },
  name_asc: { key: templates.nameFolded, direction: asc, after: sql`>` },
  name_desc: { key: templates.nameFolded, direction: desc, after: sql`<` },
} as const;

export type TemplateOrder = keyof typeof ORDERS;

interface TemplateListing {
  order: TemplateOrder;
  /** Folded text that names must contain. */
  search: string | undefined;
  /** A condition for the templates that a search finds. */
  condition?: SQL | undefined;
  /** Position of the last row of the page before: its sort key and id. */
  after: readonly (string | number)[] | undefined;
  limit: number;
}

/** One page of a tenant's templates. */
export async function selectTemplates(
  scope: TenantScope,
  db: Connection,
  listing: TemplateListing,
): Promise<SortedTemplate[]> {
  const hasSearch = listing.search !== undefined;
  const parameters: Record<string, unknown> = { tenantId: scope.tenant.id, limit: listing.limit };
  if (hasSearch) parameters.search = listing.search;
  if (listing.after !== undefined) {
    parameters.afterKey = listing.after[0];
    parameters.afterId = listing.after[1];
  }
  const hasAfter = listing.after !== undefined;
  const prepared =
    listing.condition === undefined
      ? templatePage(db, listing.order, hasSearch, hasAfter)
      : prepareTemplatePage(db, listing.order, hasSearch, hasAfter, listing.condition);
  return ((await prepared.values(parameters)) as ListedValues[]).map(toSortedTemplate);
}

/** Every combination of order, search and position is prepared once. */
const pageVariants = prepareOnce(() => new Map<string, ReturnType<typeof prepareTemplatePage>>());

function templatePage(db: Connection, order: TemplateOrder, hasSearch: boolean, hasAfter: boolean) {
  const variants = pageVariants(db);
  const variant = `${order} ${hasSearch} ${hasAfter}`;
  let prepared = variants.get(variant);
  if (prepared === undefined) {
    prepared = prepareTemplatePage(db, order, hasSearch, hasAfter);
    variants.set(variant, prepared);
  }
  return prepared;
}

function prepareTemplatePage(
  db: Connection,
  order: TemplateOrder,
  hasSearch: boolean,
  hasAfter: boolean,
  condition?: SQL,
) {
  const { key, direction, after } = ORDERS[order];
  const conditions: SQL[] = [
    eq(templates.tenantId, sql.placeholder('tenantId')),
    isPresentTemplate,
    isListed,
  ];
  if (condition !== undefined) conditions.push(condition);
  // `instr` instead of LIKE, because the search text is not a pattern.
  if (hasSearch) conditions.push(sql`instr(${templates.nameFolded}, ${sql.placeholder('search')}) > 0`);
  if (hasAfter) {
    const position = sql`(${sql.placeholder('afterKey')}, ${sql.placeholder('afterId')})`;
    conditions.push(sql`(${key}, ${templates.id}) ${after} ${position}`);
  }
  return (
    db
      .select({ ...listedColumns, sortKey: key })
      .from(templates)
      .where(and(...conditions))
      // With the id twice in ORDER BY, SQLite would sort instead of using the order of the index.
      .orderBy(...(key === templates.id ? [direction(key)] : [direction(key), direction(templates.id)]))
      .limit(sql.placeholder('limit'))
      .prepare()
  );
}

const templatesById = prepareOnce((db) =>
  db
    .select(listedColumns)
    .from(templates)
    .where(
      and(
        sql`${templates.id} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`,
        // The plus keeps SQLite off the index by tenant.
        sql`+${templates.tenantId} = ${sql.placeholder('tenantId')}`,
        isPresentTemplate,
      ),
    )
    .prepare(),
);

/** Rows of templates as lists show them, in the order of their ids' list. */
export async function selectListedTemplates(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
): Promise<ListedTemplate[]> {
  const rows = await templatesById(db).all({ ids: JSON.stringify(ids), tenantId: scope.tenant.id });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const suggestedIds = prepareOnce((db) =>
  db
    .select({ id: templates.id })
    .from(templates)
    .where(
      and(
        eq(templates.tenantId, sql.placeholder('tenantId')),
        isPresentTemplate,
        isListed,
        sql`(substr(${templates.id}, 1, length(${sql.placeholder('idStart')})) = ${sql.placeholder('idStart')}
          OR instr(${templates.nameFolded}, ${sql.placeholder('nameFolded')}) > 0)`,
      ),
    )
    .orderBy(desc(templates.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Ids that begin with `idStart` or belong to names that contain `nameFolded`, newest first. */
export async function selectSuggestedIds(
  scope: TenantScope,
  db: Connection,
  texts: { idStart: string; nameFolded: string },
  limit: number,
): Promise<string[]> {
  const rows = await suggestedIds(db).all({ tenantId: scope.tenant.id, ...texts, limit });
  return rows.map((row) => row.id);
}
