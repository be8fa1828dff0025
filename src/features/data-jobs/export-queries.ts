import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { byEngine } from '../../platform/sql/engine-sql.ts';
import { type MediaFile, ROWS, type Row, type RowKind } from './archive/format.ts';

/** Rows that are read at once. */
const ROWS_AT_ONCE = 200;
/** Fewer, because contents are long. */
const CONTENTS_AT_ONCE = 10;

/** The tenant's templates that are not in the trash. */
const ownTemplates = (tenantId: number) =>
  sql`(SELECT id FROM templates WHERE tenant_id = ${tenantId} AND deleted_at IS NULL)`;

const columnsOf = (kind: RowKind): SQL => sql.raw(Object.keys(ROWS[kind].properties).join(', '));

/**
 * Conditions of the rows of each table that an export has: without the trash and what belongs to things in the trash.
 */
const WHERE: Record<Exclude<RowKind, 'media_files' | 'contents'>, (tenantId: number) => SQL> = {
  media_folders: (id) => sql`tenant_id = ${id} AND deleted_at IS NULL`,
  template_folders: (id) => sql`tenant_id = ${id} AND deleted_at IS NULL`,
  templates: (id) => sql`tenant_id = ${id} AND deleted_at IS NULL`,
  snapshots: (id) => sql`tenant_id = ${id} AND template_id IN ${ownTemplates(id)}`,
  comments: (id) => sql`tenant_id = ${id} AND deleted_at IS NULL AND template_id IN ${ownTemplates(id)}`,
  saved_modules: (id) => sql`tenant_id = ${id} AND deleted_at IS NULL`,
  activities: (id) => sql`tenant_id = ${id}`,
};

/** Folders, each after its parent. */
export async function selectFolders(
  db: Connection,
  tenantId: number,
  kind: 'media_folders' | 'template_folders',
): Promise<Row<'media_folders'>[]> {
  const table = sql.raw(kind);
  return db.all(sql`
    WITH RECURSIVE tree (place, depth) AS (
      SELECT id, 0 FROM ${table} WHERE ${WHERE[kind](tenantId)} AND parent_id IS NULL
      UNION ALL
      SELECT f.id, depth + 1 FROM ${table} f JOIN tree ON f.parent_id = place WHERE f.deleted_at IS NULL
    )
    SELECT ${columnsOf(kind)} FROM ${table} JOIN tree ON place = id ORDER BY depth, id`);
}

/** Rows of a table in the order of their ids, some at a time. */
export async function* selectRows<Kind extends keyof typeof WHERE>(
  db: Connection,
  tenantId: number,
  kind: Kind,
): AsyncGenerator<Row<Kind>[]> {
  let after: string | number = kind === 'activities' ? 0 : '';
  for (;;) {
    const rows = (await db.all(sql`
      SELECT id AS place, ${columnsOf(kind)} FROM ${sql.raw(kind)}
      WHERE ${WHERE[kind](tenantId)} AND id > ${after} ORDER BY id LIMIT ${ROWS_AT_ONCE}`)) as (Row<Kind> & {
      place?: string | number;
    })[];
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.place as string | number;
    for (const row of rows) delete row.place;
    yield rows;
  }
}

/** The contents of templates and snapshots. */
export async function* selectContents(db: Connection, tenantId: number): AsyncGenerator<Row<'contents'>[]> {
  let after = 0;
  for (;;) {
    const rows: Row<'contents'>[] = await db.all(sql`
      SELECT id, json FROM contents WHERE tenant_id = ${tenantId} AND id > ${after} AND (
        EXISTS (SELECT 1 FROM templates t WHERE t.content_id = contents.id AND t.deleted_at IS NULL)
        OR EXISTS (SELECT 1 FROM snapshots s JOIN templates t ON t.id = s.template_id
          WHERE s.content_id = contents.id AND t.deleted_at IS NULL))
      ORDER BY id LIMIT ${CONTENTS_AT_ONCE}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield rows;
  }
}

/** A template with its content, which an export also has as separate files. */
interface WholeTemplate {
  id: string;
  name: string | null;
  key: string | null;
  json: string;
  hash: Uint8Array;
}

export async function* selectTemplates(db: Connection, tenantId: number): AsyncGenerator<WholeTemplate> {
  let after = '';
  for (;;) {
    const [row]: WholeTemplate[] = await db.all(sql`
      SELECT t.id, t.name, t.key, c.json, c.hash FROM templates t JOIN contents c ON c.id = t.content_id
      WHERE t.tenant_id = ${tenantId} AND t.deleted_at IS NULL AND t.id > ${after} ORDER BY t.id LIMIT 1`);
    if (row === undefined) return;
    after = row.id;
    yield row;
  }
}

/** Versions as JSON, the current one last. */
const VERSIONS = byEngine(
  sql`json_group_array(json_object('token', v.token, 'created_at', v.created_at,
    'sha256', substr(o.key, -64), 'extension', o.extension) ORDER BY v.token = f.token, v.created_at, v.rowid)`,
  sql`CAST(coalesce(json_agg(json_build_object('token', v.token, 'created_at', v.created_at,
    'sha256', right(o.key, 64), 'extension', o.extension) ORDER BY v.token = f.token, v.created_at, v.token), '[]') AS text)`,
);

/** Files with their versions, some at a time. */
export async function* selectMediaFiles(db: Connection, tenantId: number): AsyncGenerator<MediaFile[]> {
  let after = '';
  for (;;) {
    const rows: (Omit<MediaFile, 'versions'> & { versions: string })[] = await db.all(sql`
      SELECT f.id, f.folder_id, f.filename, f.alt_text, f.created_at, f.updated_at, (
        SELECT ${VERSIONS}
        FROM media_versions v JOIN media_objects o ON o.blob_id = v.blob_id AND o.name = 'original'
        WHERE v.file_id = f.id) AS versions
      FROM media_files f WHERE f.tenant_id = ${tenantId} AND f.deleted_at IS NULL AND f.id > ${after}
      ORDER BY f.id LIMIT ${ROWS_AT_ONCE}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield rows.map((row) => ({ ...row, versions: JSON.parse(row.versions) }));
  }
}

/** The stored originals of the files, each once. */
export async function* selectStoredMedia(
  db: Connection,
  tenantId: number,
): AsyncGenerator<{ key: string; extension: string; bytes: number }> {
  let after = '';
  for (;;) {
    const [row]: { key: string; extension: string; bytes: number }[] = await db.all(sql`
      SELECT o.key, o.extension, o.bytes FROM media_objects o
      WHERE o.name = 'original' AND o.key > ${after} AND o.blob_id IN (
        SELECT v.blob_id FROM media_versions v JOIN media_files f ON f.id = v.file_id
        WHERE f.tenant_id = ${tenantId} AND f.deleted_at IS NULL)
      ORDER BY o.key LIMIT 1`);
    if (row === undefined) return;
    after = row.key;
    yield row;
  }
}

export async function countForExport(
  db: Connection,
  tenantId: number,
): Promise<{ templates: number; media: number }> {
  const [counted]: { templates: number; media: number }[] = await db.all(sql`
    SELECT (SELECT count(*) FROM templates WHERE tenant_id = ${tenantId} AND deleted_at IS NULL) AS templates,
      (SELECT count(*) FROM media_files WHERE tenant_id = ${tenantId} AND deleted_at IS NULL) AS media`);
  return counted ?? { templates: 0, media: 0 };
}
