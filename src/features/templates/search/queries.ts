import { and, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import {
  byEngine,
  contains,
  joinInOrder,
  matchesTerms,
  numberNotByIndex,
  textsOfJson,
} from '../../../platform/sql/engine-sql.ts';
import { prepareOnce } from '../../../platform/sql/queries.ts';
import { type IndexedTexts, tenantTerm } from './terms.ts';

/** Ids per tenant in `search_entries`, as in the triggers that fill it. */
const IDS_PER_TENANT = 2 ** 28;

/** A condition for queries on `templates`. */
export type TemplateCondition = SQL;

export interface IdRange {
  first: number;
  last: number;
}

export function idsOfTenant(tenantId: number): IdRange {
  const first = tenantId * IDS_PER_TENANT;
  return { first, last: first + IDS_PER_TENANT - 1 };
}

/** The tenant of an entry. */
export const tenantOfId = (id: number): number => Math.floor(id / IDS_PER_TENANT);

/** An entry that may match a search. */
export interface Candidate extends IndexedTexts {
  id: number;
  templateId: string;
  /** null: the template itself. */
  commentId: string | null;
}

interface CandidatesWanted {
  /** A condition of FTS5, see `matchExpression`. */
  match: string;
  /** Only entries before this one. */
  before: number | undefined;
  limit: number;
  /** A condition for the templates. */
  filter: SQL | undefined;
}

/**
 * The entries of a tenant that meet a condition of the index. PostgreSQL gets an expression that only the index of
 * terms can answer, because for a tenant larger than others it would compare the terms of all its entries.
 */
export const matchingEntries = (value: (name: 'match' | 'first' | 'last') => SQL): SQL =>
  sql`${matchesTerms('search_index', value('match'))}
    AND ${byEngine(sql`search_index.rowid`, sql`(search_index.rowid + 0)`)} BETWEEN ${value('first')} AND ${value('last')}`;

const ofIndex = matchingEntries((name) => sql`${sql.placeholder(name)}`);

/** On PostgreSQL sorted before other tables are read, so that they are read up to the limit. */
const indexInOrder = byEngine(
  sql`search_index`,
  sql`(SELECT rowid FROM search_index WHERE ${ofIndex} ORDER BY rowid DESC OFFSET 0) AS search_index`,
);

// Column names include the table, because drizzle does not know that the tables are joined.
const candidateQuery = (db: Connection, filter: SQL | undefined) =>
  db
    .select({
      id: sql<number>`search_entries.id`,
      templateId: sql<string>`search_entries.template_id`,
      commentId: sql<string | null>`search_entries.comment_id`,
      name: sql<string>`search_texts.name`,
      text: sql<string>`search_texts.text`,
      link: sql<string>`search_texts.link`,
    })
    // This order makes SQLite start with the index, whose rows have the order of the answer.
    .from(
      sql`${indexInOrder} ${joinInOrder()} search_entries ON search_entries.id = search_index.rowid
        ${joinInOrder()} search_texts ON search_texts.id = search_entries.id
        ${joinInOrder()} templates ON templates.id = search_entries.template_id`,
    )
    .where(
      and(
        byEngine(ofIndex, sql`1 = 1`),
        sql`${numberNotByIndex(sql`templates.tenant_id`)} = ${sql.placeholder('tenantId')} AND templates.deleted_at IS NULL`,
        filter,
      ),
    )
    .orderBy(sql`search_index.rowid DESC`)
    .limit(sql.placeholder('limit'))
    .prepare();

const unfilteredCandidates = prepareOnce((db) => candidateQuery(db, undefined));

/** Entries of a tenant that meet a condition of the index, newest first. */
export async function selectCandidates(
  { tenant }: TenantScope,
  db: Connection,
  { match, before, limit, filter }: CandidatesWanted,
): Promise<Candidate[]> {
  const { first, last } = idsOfTenant(tenant.id);
  const query = filter === undefined ? unfilteredCandidates(db) : candidateQuery(db, filter);
  const end = before === undefined ? last : before - 1;
  const ofTenant = `${tenantTerm(tenant.id)} AND (${match})`;
  return query.all({ match: ofTenant, first, last: end, tenantId: tenant.id, limit });
}

const textsOfTemplates = prepareOnce((db) =>
  db
    .select({
      templateId: sql<string>`search_entries.template_id`,
      name: sql<string>`search_texts.name`,
      text: sql<string>`search_texts.text`,
      link: sql<string>`search_texts.link`,
      parts: sql<string>`search_texts.parts`,
    })
    .from(sql`search_entries ${joinInOrder()} search_texts ON search_texts.id = search_entries.id`)
    .where(
      sql`search_entries.template_id IN ${textsOfJson(sql.placeholder('ids'))}
        AND search_entries.comment_id IS NULL
        AND search_entries.id BETWEEN ${sql.placeholder('first')} AND ${sql.placeholder('last')}`,
    )
    .prepare(),
);

/** The indexed texts of templates, by their ids. */
export async function selectTexts({ tenant }: TenantScope, db: Connection, ids: readonly string[]) {
  const rows = await textsOfTemplates(db).all({ ids: JSON.stringify(ids), ...idsOfTenant(tenant.id) });
  return new Map(rows.map((row) => [row.templateId, row]));
}

const newerComments = prepareOnce((db) =>
  db
    .select({ text: sql<string>`search_texts.text` })
    .from(sql`search_entries ${joinInOrder()} search_texts ON search_texts.id = search_entries.id`)
    .where(
      sql`search_entries.template_id = ${sql.placeholder('templateId')} AND search_entries.comment_id IS NOT NULL
        AND search_entries.id BETWEEN ${sql.placeholder('first')} AND ${sql.placeholder('last')}
        AND NOT EXISTS (SELECT 1 FROM ${textsOfJson(sql.placeholder('needles'))} AS needles
          WHERE NOT ${contains(sql`search_texts.text`, sql`needles.value`)})`,
    )
    .limit(1)
    .prepare(),
);

/** Whether the template of a candidate has a newer comment with these texts. */
export async function hasNewerComment(
  { tenant }: TenantScope,
  db: Connection,
  { id, templateId }: Candidate,
  needles: readonly string[],
): Promise<boolean> {
  const { last } = idsOfTenant(tenant.id);
  const found = await newerComments(db).get({
    templateId,
    first: id + 1,
    last,
    needles: JSON.stringify(needles),
  });
  return found !== undefined;
}
