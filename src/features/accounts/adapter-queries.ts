import type { CleanedWhere, CustomAdapter } from 'better-auth/adapters';
import { createAdapterFactory } from 'better-auth/adapters';
import {
  and,
  asc,
  type Column,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { sha256Hex } from '../../platform/crypto.ts';
import { rowAddress, smaller } from '../../platform/engine-sql.ts';
import type { Connection, Database } from '../../platform/ports/database.ts';
import { MAX_SESSION_MS } from './limits.ts';
import { credentials, people, sessions, twoFactors, verifications } from './table.ts';

type Row = Record<string, unknown>;
type Where = readonly CleanedWhere[];

/** The tables that better-auth uses, by the names it is given in `auth.ts`. */
const TABLES: Record<string, SQLiteTable> = {
  account_people: people,
  account_sessions: sessions,
  account_credentials: credentials,
  account_verifications: verifications,
  account_two_factors: twoFactors,
};

/**
 * Lets better-auth read through the reader and write through the one writer. Each write is a transaction of its own,
 * because better-auth awaits other work inside its transactions, for which other writers would wait.
 */
export const createAccountAdapter = (db: Database) =>
  createAdapterFactory({
    config: {
      adapterId: 'galley',
      transaction: false,
      customTransformInput: ({ data }) => (data instanceof Date ? data.getTime() : data),
      customTransformOutput: ({ data, fieldAttributes }) =>
        fieldAttributes.type === 'date' && typeof data === 'number' ? new Date(data) : data,
    },
    adapter: () => createQueries(db),
  });

function createQueries(db: Database): CustomAdapter {
  const write = <Result>(job: (connection: Connection) => Promise<Result>) => db.transaction(job);
  return {
    async create<Data>({ model, data }: { model: string; data: Data }) {
      const row = data as Row;
      await write(
        async (connection) => void (await connection.insert(tableOf(model)).values(hashToken(model, row))),
      );
      return data;
    },
    async findOne<Data>({ model, where }: { model: string; where: CleanedWhere[] }) {
      const [row] = await selectRows(db.reader, model, where).limit(1);
      return restoreToken(model, row, where) as Data | null;
    },
    async findMany<Data>({ model, where, limit, sortBy, offset }: Parameters<CustomAdapter['findMany']>[0]) {
      const query = selectRows(db.reader, model, where ?? [])
        .limit(limit)
        .offset(offset ?? 0);
      if (sortBy === undefined) return (await query) as Data[];
      const order = sortBy.direction === 'desc' ? desc : asc;
      return (await query.orderBy(order(columnOf(model, sortBy.field)))) as Data[];
    },
    async count({ model, where }) {
      const table = tableOf(model);
      const [row] = await db.reader
        .select({ rows: count() })
        .from(table)
        .where(toCondition(model, where ?? []));
      return row?.rows ?? 0;
    },
    async update<Data>({ model, where, update }: { model: string; where: CleanedWhere[]; update: Data }) {
      const [row] = await write((connection) => updateRows(connection, model, where, update as Row));
      return restoreToken(model, row, where) as Data | null;
    },
    async updateMany({ model, where, update }) {
      return (await write((connection) => updateRows(connection, model, where, update))).length;
    },
    async delete({ model, where }) {
      await write((connection) => deleteRows(connection, model, where));
    },
    async deleteMany({ model, where }) {
      return (await write((connection) => deleteRows(connection, model, where))).length;
    },
    async consumeOne<Data>({ model, where }: { model: string; where: CleanedWhere[] }) {
      const table = tableOf(model);
      const one = sql`(SELECT ${rowAddress()} FROM ${table} WHERE ${toCondition(model, where)} LIMIT 1)`;
      const [row] = await write(async (connection) =>
        connection.delete(table).where(eq(rowAddress(), one)).returning(),
      );
      return restoreToken(model, row, where) as Data | null;
    },
    async incrementOne<Data>({
      model,
      where,
      increment,
      set,
    }: Parameters<NonNullable<CustomAdapter['incrementOne']>>[0]) {
      const added = Object.entries(increment).map(([field, delta]) => [
        field,
        sql`coalesce(${columnOf(model, field)}, 0) + ${delta}`,
      ]);
      const update = { ...set, ...Object.fromEntries(added) };
      const [row] = await write((connection) => updateRows(connection, model, where, update));
      return restoreToken(model, row, where) as Data | null;
    },
  };
}

const selectRows = (connection: Connection, model: string, where: Where) =>
  connection.select().from(tableOf(model)).where(toCondition(model, where)).$dynamic();

async function updateRows(connection: Connection, model: string, where: Where, update: Row): Promise<Row[]> {
  return connection
    .update(tableOf(model))
    .set(limitSession(model, hashToken(model, update)))
    .where(toCondition(model, where))
    .returning();
}

async function deleteRows(connection: Connection, model: string, where: Where): Promise<Row[]> {
  return connection.delete(tableOf(model)).where(toCondition(model, where)).returning();
}

function tableOf(model: string): SQLiteTable {
  const table = TABLES[model];
  if (table === undefined) throw new Error(`there is no table for ${model}`);
  return table;
}

function columnOf(model: string, field: string): Column {
  const column = (tableOf(model) as unknown as Record<string, Column | undefined>)[field];
  if (column === undefined) throw new Error(`${model} has no column for ${field}`);
  return column;
}

/** Conditions as better-auth defines them: all AND conditions, and one of the OR conditions. */
function toCondition(model: string, where: Where): SQL | undefined {
  const all = where.filter(({ connector }) => connector !== 'OR').map((one) => compare(model, one));
  const any = where.filter(({ connector }) => connector === 'OR').map((one) => compare(model, one));
  return and(...all, any.length === 0 ? undefined : or(...any));
}

function compare(model: string, { field, operator, value: given }: CleanedWhere): SQL {
  const column = columnOf(model, field);
  const value = isToken(model, field) && typeof given === 'string' ? sha256Hex(given) : given;
  if (value === null) return operator === 'ne' ? sql`${column} IS NOT NULL` : isNull(column);
  switch (operator) {
    case 'eq':
      return eq(column, value);
    case 'ne':
      return ne(column, value);
    case 'lt':
      return lt(column, value);
    case 'lte':
      return lte(column, value);
    case 'gt':
      return gt(column, value);
    case 'gte':
      return gte(column, value);
    case 'in':
      return inArray(column, value as string[]);
    case 'not_in':
      return notInArray(column, value as string[]);
    default:
      throw new Error(`the operator ${operator} is not supported`);
  }
}

const isToken = (model: string, field: string) => model === 'account_sessions' && field === 'token';

/** Only the hash of a session's token is stored, so that a copy of the database opens no session. */
function hashToken(model: string, row: Row): Row {
  const { token } = row;
  return isToken(model, 'token') && typeof token === 'string' ? { ...row, token: sha256Hex(token) } : row;
}

/** A session is extended while it is in use, but not beyond `MAX_SESSION_MS`. */
function limitSession(model: string, row: Row): Row {
  if (model !== 'account_sessions' || row.expiresAt === undefined) return row;
  return { ...row, expiresAt: smaller(row.expiresAt, sql`${sessions.createdAt} + ${MAX_SESSION_MS}`) };
}

/** Puts the token back into a session that was found by it, because better-auth uses it again. */
function restoreToken(model: string, row: Row | undefined, where: Where): Row | null {
  if (row === undefined) return null;
  const known = where.find(({ field, operator }) => isToken(model, field) && operator === 'eq');
  return known === undefined ? row : { ...row, token: known.value };
}
