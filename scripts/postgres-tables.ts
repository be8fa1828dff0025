import { type Column, is, SQL } from 'drizzle-orm';
import {
  bigint,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  type PgColumn,
  type PgColumnBuilderBase,
  type PgTable,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { spellForPostgres } from '../src/drivers/postgres/dialect.ts';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Texts are ordered by their bytes on both engines, whatever the locale of the database. */
const text = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/**
 * The tables as PostgreSQL has them, by name: made from the declarations for SQLite, so that each table is declared once.
 * Only migrations are made of them; queries name the tables as they were declared.
 */
export function toPostgresTables(tables: readonly SQLiteTable[]): Record<string, PgTable> {
  const made: Record<string, PgTable> = {};
  for (const table of tables) {
    const { name } = getTableConfig(table);
    made[name] = toPostgresTable(table, (other) => made[other] as PgTable);
  }
  return made;
}

function toPostgresTable(table: SQLiteTable, find: (name: string) => PgTable): PgTable {
  const config = getTableConfig(table);
  const columns = Object.fromEntries(config.columns.map((column) => [column.name, toColumn(column)]));
  return pgTable(config.name, columns, (own) => {
    const columnOf = (column: Column) => (own as Record<string, PgColumn>)[column.name] as never;
    return [
      ...config.indexes.map(({ config: { name, unique, columns: indexed, where } }) => {
        const builder = (unique ? uniqueIndex(name) : index(name)).on(
          ...(indexed.map((part) => (is(part, SQL) ? spellForPostgres(part) : columnOf(part))) as unknown as [
            never,
          ]),
        );
        return where === undefined ? builder : builder.where(spellForPostgres(where));
      }),
      ...config.primaryKeys.map((key) => primaryKey({ columns: key.columns.map(columnOf) as never })),
      ...config.foreignKeys.map((key) => {
        const { columns: from, foreignTable, foreignColumns } = key.reference();
        const target = getTableConfig(foreignTable as SQLiteTable).name;
        const foreign = (target === config.name ? own : find(target)) as Record<string, PgColumn>;
        const built = foreignKey({
          columns: from.map(columnOf) as never,
          foreignColumns: foreignColumns.map((column) => foreign[column.name]) as never,
        });
        return key.onDelete === undefined ? built : built.onDelete(key.onDelete as never);
      }),
    ];
  });
}

function toColumn(column: SQLiteColumn): PgColumnBuilderBase {
  const { name, notNull, primary } = column;
  const builder = chooseType(column);
  if (primary && column.getSQLType() === 'integer') {
    return (builder as ReturnType<typeof bigint>).primaryKey().generatedByDefaultAsIdentity();
  }
  if (primary) return builder.primaryKey();
  const checked = notNull ? builder.notNull() : builder;
  const unique = column.isUnique ? checked.unique(column.uniqueName) : checked;
  if (column.default === undefined) return unique;
  const value = typeof column.default === 'boolean' ? Number(column.default) : column.default;
  return unique.default(value as never);

  function chooseType({ columnType, getSQLType }: SQLiteColumn) {
    if (columnType === 'SQLiteBoolean') return integer(name);
    const type = getSQLType.call(column);
    if (type === 'integer') return bigint(name, { mode: 'number' });
    if (type === 'real') return doublePrecision(name);
    return type === 'blob' ? bytea(name) : text(name);
  }
}
