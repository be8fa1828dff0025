import { and, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import {
  byEngine,
  contains,
  joinInOrder,
  matchesTerms,
  notByIndex,
  textsOfJson,
} from '../../../platform/sql/engine-sql.ts';
import { idsOfTenant, matchingEntries } from '../search/queries.ts';
import { isArchived } from '../table.ts';

/** Filters of lists, with the values to match. */
export interface TemplateFilters {
  folder?: string;
  /** 1: only templates outside folders. */
  top?: 1;
  /** The tag's id. */
  tag?: number;
  /** Id of a person, an agent or a backend, as in `authorOf`. */
  author?: string;
  /** Milliseconds since the epoch. */
  updatedSince?: number;
  /** Id of a media file. */
  media?: string;
  /** See `blockFact`. */
  blockType?: string;
  /** See `domainFact`. */
  linkDomain?: string;
  found?: FoundBySearch;
}

/** A search as a filter, see `findForOrder`. */
export interface FoundBySearch {
  /** A condition for the full-text index. Further templates can meet it too. */
  match: string;
  /** The term of the tenant's entries. */
  tenant: string;
  /** Matches names that contain this text. */
  text: string;
  /** JSON of the words and phrases that an entry must contain. */
  needles: string;
  hasWords: 0 | 1;
  withComments: 0 | 1;
}

export type FilterName = keyof TemplateFilters;

/** Which archived templates a list has. */
export type ArchivedFilter = 'true' | 'false' | 'all';

/** The SQL of a value in a statement: a placeholder with its name, or the value itself. */
type ValueOf = (name: FilterName | keyof FoundBySearch | 'tenantId' | 'first' | 'last') => SQL;

interface Filter {
  /**
   * The ids of matching templates. They may include templates of other tenants or in the trash. Absent without an index
   * for the filter.
   */
  ids?(value: ValueOf): SQL;
  /** A query with as many rows as `ids` that is faster, for counting. */
  rows?(value: ValueOf): SQL;
  /**
   * The condition for a row of `templates`. Column names include the table, because the statement can join other
   * tables. A plus before a column keeps SQLite from using its index where the index of the order is to be read.
   */
  holds(value: ValueOf): SQL;
}

/** All forms in which `authorOf` may have stored the author. */
const authors = (value: ValueOf) =>
  sql`('user:' || ${value('author')}, 'agent:' || ${value('author')},
    'system:' || ${value('author')}, 'admin:' || ${value('author')})`;

const byFact = (name: 'blockType' | 'linkDomain'): Filter => ({
  ids: (value) => sql`SELECT e.template_id FROM template_facts f JOIN search_entries e ON e.id = f.entry_id
    WHERE f.fact = ${value(name)} AND f.entry_id BETWEEN ${value('first')} AND ${value('last')}`,
  holds: (value) => sql`EXISTS (SELECT 1 FROM search_entries e JOIN template_facts f ON f.entry_id = e.id
    WHERE e.template_id = templates.id AND e.comment_id IS NULL AND f.fact = ${value(name)})`,
});

/** PostgreSQL cannot restrict the lookup of a term to some ids. */
const matches = (value: ValueOf) => sql`${matchingEntries(value)}
  AND ${byEngine(sql`1 = 1`, matchesTerms('search_index', value('tenant')))}`;

/** The unchanged name, see `IndexedTexts`. */
const firstLine = byEngine(
  sql`substr(s.name, 1, instr(s.name, char(10)))`,
  sql`split_part(s.name, chr(10), 1)`,
);

const found: Filter = {
  ids: (
    value,
  ) => sql`SELECT e.template_id FROM search_index ${joinInOrder()} search_entries e ON e.id = search_index.rowid
    WHERE ${matches(value)}`,
  rows: (value) => sql`SELECT 1 FROM search_index WHERE ${matches(value)}`,
  // Searches the stored texts, because the index cannot be queried for a single entry.
  holds: (value) => sql`EXISTS (SELECT 1 FROM search_entries e ${joinInOrder()} search_texts s ON s.id = e.id
    WHERE e.template_id = templates.id AND (e.comment_id IS NULL OR ${value('withComments')} = 1)
    AND (${contains(firstLine, value('text'))}
      OR (${value('hasWords')} = 1 AND NOT EXISTS (SELECT 1 FROM ${textsOfJson(value('needles'))} AS needles
        WHERE NOT ${contains(sql`s.name`, sql`needles.value`)} AND NOT ${contains(sql`s.text`, sql`needles.value`)}
        AND NOT ${contains(sql`s.link`, sql`needles.value`)}))))`,
};

export const FILTERS: Readonly<Record<FilterName, Filter>> = {
  folder: {
    ids: (value) => sql`SELECT t.id FROM templates t WHERE t.folder_id = ${value('folder')}`,
    holds: (value) => sql`${notByIndex(sql`templates.folder_id`)} = ${value('folder')}`,
  },
  top: { holds: (value) => sql`${notByIndex(sql`templates.folder_id`)} IS NULL AND ${value('top')} = 1` },
  tag: {
    ids: (value) => sql`SELECT g.template_id FROM tagged_templates g WHERE g.tag_id = ${value('tag')}`,
    holds: (value) => sql`EXISTS (SELECT 1 FROM tagged_templates g
      WHERE g.tag_id = ${value('tag')} AND g.template_id = templates.id)`,
  },
  author: {
    ids: (value) => sql`SELECT t.id FROM templates t
      WHERE t.tenant_id = ${value('tenantId')} AND t.content_by IN ${authors(value)}`,
    holds: (value) => sql`${notByIndex(sql`templates.content_by`)} IN ${authors(value)}`,
  },
  updatedSince: {
    ids: (value) => sql`SELECT t.id FROM templates t WHERE t.tenant_id = ${value('tenantId')}
      AND t.deleted_at IS NULL AND ${isArchived} IN (0, 1) AND t.updated_at >= ${value('updatedSince')}`,
    holds: (value) => sql`templates.updated_at >= ${value('updatedSince')}`,
  },
  // The table belongs to the media feature, which is above this one.
  media: {
    ids: (value) => sql`SELECT t.id FROM content_media m JOIN templates t ON t.content_id = m.content_id
      WHERE m.file_id = ${value('media')}`,
    holds: (value) => sql`EXISTS (SELECT 1 FROM content_media m
      WHERE m.content_id = templates.content_id AND m.file_id = ${value('media')})`,
  },
  blockType: byFact('blockType'),
  linkDomain: byFact('linkDomain'),
  found,
};

/** For prepared statements. */
export const placeholderOf: ValueOf = (name) => sql`${sql.placeholder(name)}`;

/** The values of the placeholders from `placeholderOf`. */
export function valuesOf(
  { tenant }: TenantScope,
  { found, ...filters }: TemplateFilters,
): Record<string, unknown> {
  return { tenantId: tenant.id, ...idsOfTenant(tenant.id), ...filters, ...found };
}

/** The condition that all filters match, including the values, for a statement that is not prepared. */
export function filterCondition(
  scope: TenantScope,
  archived: ArchivedFilter,
  filters: TemplateFilters,
): SQL | undefined {
  const values = valuesOf(scope, filters);
  const state = archived === 'all' ? undefined : sql`${isArchived} = ${archived === 'true' ? 1 : 0}`;
  const names = Object.keys(filters) as FilterName[];
  return and(state, ...names.map((name) => FILTERS[name].holds((part) => sql`${values[part]}`)));
}

/** Whether a template of the tenant has a fact of the search index. */
export async function hasFact({ tenant }: TenantScope, db: Connection, fact: string): Promise<boolean> {
  const { first, last } = idsOfTenant(tenant.id);
  const found = await db.all(
    sql`SELECT 1 FROM template_facts WHERE fact = ${fact} AND entry_id BETWEEN ${first} AND ${last} LIMIT 1`,
  );
  return found.length > 0;
}

/** The tokens in the addresses of a media file. The table belongs to the media feature, which is above this one. */
export async function selectMediaTokens(
  scope: TenantScope,
  db: Connection,
  fileId: string,
): Promise<string[]> {
  const rows = await db.all<{ token: string }>(
    sql`SELECT token FROM media_versions WHERE file_id = ${fileId} AND ${notByIndex(sql`tenant_id`)} = ${scope.tenant.id}`,
  );
  return rows.map(({ token }) => token);
}
