import { SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * SQL that SQLite and PostgreSQL write differently. Queries are built once, with drizzle's builder for SQLite; the
 * driver of PostgreSQL uses the second form when it turns a query into text. Use the functions below instead of the
 * class.
 */
export class EngineSql<T = unknown> extends SQL<T> {
  readonly postgres: SQL;

  constructor(sqlite: SQL, postgres: SQL) {
    super(sqlite.queryChunks);
    this.postgres = postgres;
  }
}

/** `sqlite` on SQLite, `postgres` on PostgreSQL. */
export function byEngine<T = unknown>(sqlite: SQL, postgres: SQL): SQL<T> {
  // Wrapped in another `SQL`, because drizzle copies the parts of a selection from a single table.
  return sql`${new EngineSql<T>(sqlite, postgres)}`;
}

/** The UTF-8 bytes of a text. On SQLite they are returned without decoding; the cast copies nothing. */
export function utf8Bytes(text: SQLWrapper): SQL<Uint8Array> {
  return byEngine(sql`CAST(${text} AS BLOB)`, sql`convert_to(${text}, 'UTF8')`);
}

/** A parameter of UTF-8 bytes as text. */
export function textOfBytes(bytes: SQLWrapper): SQL<string> {
  return byEngine(sql`CAST(${bytes} AS TEXT)`, sql`convert_from(${bytes}, 'UTF8')`);
}

/** Whether a text contains another. LIKE would treat the part as a pattern. */
export function contains(text: unknown, part: unknown): SQL {
  return byEngine(sql`instr(${text}, ${part}) > 0`, sql`strpos(${text}, ${part}) > 0`);
}

/** A subquery of the texts in a JSON array, which is one parameter for any number of values. */
export function textsOfJson(json: unknown): SQL {
  return byEngine(
    sql`(SELECT value FROM json_each(${json}))`,
    sql`(SELECT value FROM jsonb_array_elements_text(CAST(CAST(${json} AS text) AS jsonb)) AS value)`,
  );
}

/** A subquery of the numbers in a JSON array. */
export function numbersOfJson(json: unknown): SQL {
  return byEngine(
    sql`(SELECT value FROM json_each(${json}))`,
    sql`(SELECT CAST(value AS bigint) FROM jsonb_array_elements_text(CAST(CAST(${json} AS text) AS jsonb)) AS value)`,
  );
}

/** The larger of two numbers. */
export function larger(left: unknown, right: unknown): SQL<number> {
  return byEngine(sql`max(${left}, ${right})`, sql`greatest(${left}, ${right})`);
}

/** Names the index that SQLite uses. PostgreSQL chooses by statistics. */
export function usingIndex(name: string): SQL {
  return byEngine(sql.raw(`INDEXED BY ${name}`), sql.raw(''));
}

/** The physical address of a row, which identifies it within one statement if its table has no id. */
export const rowAddress = (): SQL<number> => byEngine(sql`rowid`, sql`ctid`);

/** Whether two values are equal or both null. */
export function isSame(left: unknown, right: unknown): SQL {
  return byEngine(sql`${left} IS ${right}`, sql`${left} IS NOT DISTINCT FROM ${right}`);
}

/** A value for which SQLite uses no index. PostgreSQL chooses by statistics. */
export function notByIndex(value: unknown): SQL {
  return byEngine(sql`+${value}`, sql`${value}`);
}

/**
 * A number for which neither engine uses an index, also where PostgreSQL has no statistics yet of a tenant that has
 * just grown.
 */
export function numberNotByIndex(value: unknown): SQL {
  return byEngine(sql`+${value}`, sql`(${value} + 0)`);
}

/** A condition that SQLite assumes to be rarely true when it chooses an index. */
export function unlikely(condition: SQL): SQL {
  return byEngine(sql`unlikely(${condition})`, condition);
}

/** The sum of whole numbers; 0 if there are none. PostgreSQL's own sum is a decimal, which arrives as text. */
export function sumOf(value: SQLWrapper): SQL<number> {
  return sql`CAST(coalesce(sum(${value}), 0) AS bigint)`;
}

/** Whether two values differ, or one of them is null. */
export function isDifferent(left: unknown, right: unknown): SQL {
  return byEngine(sql`${left} IS NOT ${right}`, sql`${left} IS DISTINCT FROM ${right}`);
}

/** The next id of a table, for rows that a query inserts. */
export function nextId(table: string): SQL<number> {
  return byEngine(sql`NULL`, sql.raw(`nextval(pg_get_serial_sequence('${table}', 'id'))`));
}

/**
 * Whether a row of a full-text index matches a condition in the syntax of FTS5. PostgreSQL reads the condition once,
 * not for each row.
 */
export function matchesTerms(index: string, condition: unknown): SQL {
  return byEngine(
    sql`${sql.raw(index)} MATCH ${condition}`,
    sql`${sql.raw(index)}.terms @@ (SELECT to_search_query(${condition}))`,
  );
}

/** Makes SQLite join tables in the written order. PostgreSQL chooses by statistics. */
export const joinInOrder = (): SQL => byEngine(sql.raw('CROSS JOIN'), sql.raw('JOIN'));

/** The rows of a query as JSON: a list of lists of the values. */
export function listAsJson(values: SQL): SQL<string> {
  return byEngine(
    sql`json_group_array(json_array(${values}))`,
    sql`CAST(coalesce(json_agg(json_build_array(${values})), '[]') AS text)`,
  );
}
