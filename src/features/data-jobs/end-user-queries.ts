import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { byEngine, contains } from '../../platform/sql/engine-sql.ts';

/** Rows that one statement reads. Other writers wait for it. */
const WINDOW = 5_000;

/** Columns that say which user did something. */
interface EndUserColumns {
  table: string;
  /** Column of the actor's kind. Absent: the id is that of a user, or begins with another kind. */
  kind?: string;
  id: string;
  name: string;
  /** Prefix of the id. */
  prefix?: string;
  /** Rows of a project instead of those of its tenants. */
  isOfProject?: true;
}

/** All columns with the id or name of a user of a project. Agents and people with accounts are not such users. */
export const END_USER_COLUMNS: readonly EndUserColumns[] = [
  { table: 'comments', kind: 'author_kind', id: 'author_id', name: 'author_name' },
  { table: 'comments', id: 'resolved_by', name: 'resolved_by_name' },
  { table: 'snapshots', kind: 'author_kind', id: 'author_id', name: 'author_name' },
  { table: 'templates', id: 'content_by', name: 'content_by_name', prefix: 'user:' },
  { table: 'trash_entries', kind: 'deleted_by_kind', id: 'deleted_by', name: 'deleted_by_name' },
  { table: 'proposals', kind: 'author_kind', id: 'author_id', name: 'author_name' },
  { table: 'proposals', id: 'decided_by', name: 'decided_by_name' },
  { table: 'activities', kind: 'actor_kind', id: 'actor_id', name: 'actor_name' },
  { table: 'ai_usage', kind: 'actor_kind', id: 'actor_id', name: 'actor_name' },
  { table: 'admin_actions', kind: 'actor_kind', id: 'actor_id', name: 'actor_name', isOfProject: true },
];

/** Texts that people write, in which a name may be mentioned. */
export const END_USER_TEXTS: readonly { table: string; column: string; isOfProject?: true }[] = [
  { table: 'comments', column: 'body' },
  { table: 'proposals', column: 'note' },
  { table: 'proposals', column: 'reason' },
  { table: 'activities', column: 'summary' },
  { table: 'snapshots', column: 'label' },
  { table: 'trash_entries', column: 'name' },
  { table: 'admin_actions', column: 'subject', isOfProject: true },
];

const ofProject = (projectId: string, isOfProject: true | undefined): SQL =>
  isOfProject
    ? sql`project_id = ${projectId}`
    : sql`tenant_id IN (SELECT id FROM tenants WHERE project_id = ${projectId})`;

const ofEndUser = ({ kind, id, prefix = '' }: EndUserColumns, userId: string): SQL =>
  sql`${sql.raw(id)} = ${prefix + userId}${kind === undefined ? sql`` : sql` AND ${sql.raw(kind)} = 'user'`}`;

/** A range of rows of a table: after the first value, up to the second. */
type Window = readonly [after: string | number | undefined, to: string | number | undefined];

/** The column in whose order a table is read. */
const placeOf = (table: string): SQL<string | number> =>
  byEngine(sql`rowid`, sql.raw(table === 'ai_usage' ? 'tenant_id' : 'id'));

/** Ranges that together have all rows of a table. */
export async function* windowsOf(db: Connection, table: string): AsyncGenerator<Window> {
  const place = placeOf(table);
  let after: string | number | undefined;
  do {
    const [end]: { place: string | number }[] = await db.all(sql`
      SELECT ${place} AS place FROM ${sql.raw(table)} WHERE ${within(table, [after, undefined])}
      ORDER BY ${place} LIMIT 1 OFFSET ${WINDOW - 1}`);
    yield [after, end?.place];
    after = end?.place;
  } while (after !== undefined);
}

function within(table: string, [after, to]: Window): SQL {
  const place = placeOf(table);
  const bounds = [
    ...(after === undefined ? [] : [sql`${place} > ${after}`]),
    ...(to === undefined ? [] : [sql`${place} <= ${to}`]),
  ];
  return bounds.length === 0 ? sql`1 = 1` : sql.join(bounds, sql` AND `);
}

/** Rows of a window that name the person, with all columns. */
export async function selectRowsOfEndUser(
  db: Connection,
  columns: EndUserColumns,
  { projectId, userId }: { projectId: string; userId: string },
  window: Window,
): Promise<Record<string, unknown>[]> {
  return db.all(sql`
    SELECT * FROM ${sql.raw(columns.table)}
    WHERE ${within(columns.table, window)} AND ${ofEndUser(columns, userId)} AND ${ofProject(projectId, columns.isOfProject)}`);
}

/** Replaces id and name by a pseudonym. Returns the number of rows. */
export async function replaceEndUser(
  db: Connection,
  columns: EndUserColumns,
  { projectId, userId }: { projectId: string; userId: string },
  window: Window,
  by: { id: string; name: string },
): Promise<number> {
  const { table, id, name, prefix = '' } = columns;
  const rows = await db.all(sql`
    UPDATE ${sql.raw(table)} SET ${sql.raw(id)} = ${prefix + by.id}, ${sql.raw(name)} = ${by.name}
    WHERE ${within(table, window)} AND ${ofEndUser(columns, userId)} AND ${ofProject(projectId, columns.isOfProject)}
    RETURNING 1`);
  return rows.length;
}

/** Texts of a window that contain one of the words. */
export async function selectTexts(
  db: Connection,
  { table, column, isOfProject }: (typeof END_USER_TEXTS)[number],
  projectId: string,
  words: readonly string[],
  window: Window,
): Promise<{ place: string | number; text: string }[]> {
  const mentions = words.map((word) => contains(sql.raw(column), word));
  return db.all(sql`
    SELECT ${placeOf(table)} AS place, ${sql.raw(column)} AS text FROM ${sql.raw(table)}
    WHERE ${within(table, window)} AND ${ofProject(projectId, isOfProject)} AND (${sql.join(mentions, sql` OR `)})`);
}

/** Replaces a text unless it has changed since it was read. */
export async function updateText(
  db: Connection,
  { table, column }: (typeof END_USER_TEXTS)[number],
  { place, text }: { place: string | number; text: string },
  by: string,
): Promise<void> {
  await db.run(sql`
    UPDATE ${sql.raw(table)} SET ${sql.raw(column)} = ${by} WHERE ${placeOf(table)} = ${place} AND ${sql.raw(column)} = ${text}`);
}

/** Deletes a comment with its texts in the activity feed. A comment that others have answered is emptied instead. */
export async function removeComment(db: Connection, id: string, text: string): Promise<void> {
  await db.run(sql`UPDATE activities SET summary = NULL WHERE subject_id = ${id}`);
  await db.run(sql`
    UPDATE comments SET body = ${text} WHERE id = ${id}
      AND EXISTS (SELECT 1 FROM comments r WHERE r.parent_id = ${id} AND (r.author_kind, r.author_id) <> (comments.author_kind, comments.author_id))`);
  await db.run(sql`DELETE FROM comments WHERE id = ${id} AND body <> ${text}`);
}

/** Deletes budgets of the language model. Their keys are `user <tenant> <id>`. */
export async function deleteBudgetsOfEndUser(
  db: Connection,
  projectId: string,
  userId: string,
): Promise<void> {
  for (const table of ['ai_budgets', 'ai_reservations'])
    await db.run(sql`
      DELETE FROM ${sql.raw(table)} WHERE key IN (
        SELECT 'user ' || id || ' ' || ${userId} FROM tenants WHERE project_id = ${projectId})`);
}

/** Tenants of a project whose search index is not up to date. */
export async function selectPendingTenants(db: Connection, projectId: string): Promise<number[]> {
  const rows: { id: number }[] = await db.all(sql`
    SELECT DISTINCT t.id FROM search_entries e JOIN tenants t ON t.id = e.id >> 28
    WHERE e.is_pending = 1 AND t.project_id = ${projectId}`);
  return rows.map(({ id }) => id);
}
