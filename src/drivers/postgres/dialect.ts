import {
  Column,
  getTableColumns,
  is,
  isSQLWrapper,
  Param,
  Placeholder,
  type Query,
  SQL,
  Subquery,
  sql,
  Table,
} from 'drizzle-orm';
import { SQLiteAsyncDialect, type SQLiteInsertConfig } from 'drizzle-orm/sqlite-core';
import { EngineSql } from '../../platform/sql/engine-sql.ts';

/**
 * Writes queries of drizzle's builder for SQLite as PostgreSQL. drizzle has no builder for both, but what this one writes
 * is standard SQL except for the placeholders; what differs beyond them is an `EngineSql`.
 */
export class PostgresDialect extends SQLiteAsyncDialect {
  override escapeParam(index: number): string {
    return `$${index + 1}`;
  }

  /** The builder writes null for a missing id, which SQLite treats as "the next one". */
  override buildInsertQuery(config: SQLiteInsertConfig): SQL {
    const { table, values } = config;
    const id = Object.entries(getTableColumns(table)).find(
      ([, column]) => column.primary && column.dataType === 'number',
    );
    if (id === undefined || !Array.isArray(values)) return super.buildInsertQuery(config);
    const [name] = id;
    return super.buildInsertQuery({
      ...config,
      values: values.map((row) => (row[name] === undefined ? { ...row, [name]: sql`default` } : row)),
    });
  }

  override sqlToQuery(query: SQL): Query {
    return super.sqlToQuery(spellForPostgres(query));
  }
}

export function spellForPostgres(query: SQL): SQL {
  const { queryChunks } = query instanceof EngineSql ? query.postgres : query;
  const spelled = new SQL(queryChunks.map(spellChunk) as SQL['queryChunks']);
  return Object.assign(spelled, { shouldInlineParams: query['shouldInlineParams' as keyof SQL] });
}

/** Converts a part of a query. Parts that contain others are copied with the converted ones. */
function spellChunk(chunk: unknown): unknown {
  // Columns in a list are the target of a conflict clause, in which names must not include the table.
  if (Array.isArray(chunk))
    return chunk.map((part) => (is(part, Column) ? sql.identifier(part.name) : spellChunk(part)));
  if (is(chunk, SQL)) return spellForPostgres(chunk);
  if (is(chunk, Subquery))
    return chunk._.isWith ? chunk : sql`(${spellForPostgres(chunk._.sql)}) ${sql.identifier(chunk._.alias)}`;
  const isWhole = is(chunk, SQL.Aliased) || is(chunk, Table) || is(chunk, Param) || is(chunk, Placeholder);
  if (isWhole || !isSQLWrapper(chunk)) return chunk;
  // A query builder.
  const inner = chunk.getSQL();
  return inner.queryChunks.length === 1 && inner.queryChunks[0] === chunk
    ? chunk
    : sql`(${spellForPostgres(inner)})`;
}
