import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Deps } from '../../platform/deps.ts';
import { HEAD_BYTES, makeIncomingPath, type SpooledFile } from '../../platform/files/upload.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../platform/scope.ts';
import { foldName } from '../../platform/text/names.ts';
import { restoreFile } from '../media/index.ts';
import {
  parseTags,
  prepareStored,
  readTags,
  requirePossibleKey,
  requireTags,
  saveContent,
  saveTags,
  storeTags,
} from '../templates/index.ts';
import { mediaName, ROW_KINDS, type Row, type RowKind } from './archive/format.ts';
import type { ExportReader } from './archive/read.ts';
import { damagedExport } from './errors.ts';
import { deleteActivities, hasRow, insertIfNew } from './import-queries.ts';
import type { AddressRewriter, NewIds } from './new-ids.ts';

/** Rows per transaction. Other writers wait for it. */
const ROWS_AT_ONCE = 100;
/** Fewer, because contents are long and are checked. */
const CONTENTS_AT_ONCE = 5;

interface ImportContext {
  deps: Deps;
  /** The scope of the tenant that is filled. */
  scope: TenantScope;
  archive: ExportReader;
  ids: NewIds;
  addresses: AddressRewriter;
  progress(phase: string, done: number, total: number): Promise<void>;
}

/**
 * Writes the rows of an export to a tenant. After an interruption it can be repeated: rows that are already there are
 * skipped.
 */
export class RowImport {
  readonly #context: ImportContext;
  /** Ids of contents in the export → ids here. */
  readonly #contents = new Map<number, number>();
  readonly #total: Readonly<Record<string, number>>;
  /** The id that was found last, by table. */
  readonly #lastOwn = new Map<string, string>();

  constructor(context: ImportContext, total: Readonly<Record<string, number>>) {
    this.#context = context;
    this.#total = total;
  }

  async run(): Promise<void> {
    const { deps, scope, archive, progress } = this.#context;
    await deps.db.transaction((db) => deleteActivities(db, scope.tenant.id), ownerOf(scope));
    for (const kind of ROW_KINDS) {
      let done = 0;
      const atOnce = kind === 'contents' ? CONTENTS_AT_ONCE : ROWS_AT_ONCE;
      for await (const rows of archive.rows(kind, atOnce)) {
        await progress(kind, done, this.#total[kind] ?? 0);
        if (kind === 'media_files') for (const row of rows) await this.#addFile(row as Row<'media_files'>);
        else
          await deps.db.transaction(async (db) => {
            for (const row of rows) await this.#add(db, kind, row);
          }, ownerOf(scope));
        done += rows.length;
      }
    }
  }

  async #add(db: Connection, kind: RowKind, row: unknown): Promise<void> {
    if (kind === 'media_folders' || kind === 'template_folders')
      return this.#addFolder(db, kind, row as Row<'media_folders'>);
    if (kind === 'contents') return this.#addContent(db, row as Row<'contents'>);
    if (kind === 'templates') return this.#addTemplate(db, row as Row<'templates'>);
    if (kind === 'snapshots') return this.#addSnapshot(db, row as Row<'snapshots'>);
    if (kind === 'comments') return this.#addComment(db, row as Row<'comments'>);
    if (kind === 'saved_modules') return this.#addModule(db, row as Row<'saved_modules'>);
    return this.#addActivity(db, row as Row<'activities'>);
  }

  get #tenantId(): number {
    return this.#context.scope.tenant.id;
  }

  /**
   * The new id of a row to which another row refers. Throws unless the row is of the same tenant: a manipulated file
   * could have the id of another tenant's row, which a foreign key would accept.
   */
  async #ownId(db: Connection, table: Parameters<typeof hasRow>[1], former: string): Promise<string> {
    const id = this.#context.ids.id(former);
    // Rows of one template follow each other.
    if (this.#lastOwn.get(table) === id) return id;
    if (!(await hasRow(db, table, id, this.#tenantId)))
      throw damagedExport(`a row refers to one of ${table} that is not in it`);
    this.#lastOwn.set(table, id);
    return id;
  }

  async #optionalOwnId(db: Connection, table: Parameters<typeof hasRow>[1], former: string | null) {
    return former === null ? null : this.#ownId(db, table, former);
  }

  async #addFolder(
    db: Connection,
    table: 'media_folders' | 'template_folders',
    row: Row<'media_folders'>,
  ): Promise<void> {
    const { ids } = this.#context;
    const parent_id = await this.#optionalOwnId(db, table, row.parent_id);
    await insertIfNew(db, table, {
      ...{ id: ids.id(row.id), tenant_id: this.#tenantId, parent_id },
      ...{ name: row.name, name_folded: foldName(row.name), created_at: row.created_at },
    });
  }

  /** Adds a file. Checks each version as an upload. */
  async #addFile({ versions, ...row }: Row<'media_files'>): Promise<void> {
    const { deps, scope, ids, addresses } = this.#context;
    const folderId = await this.#optionalOwnId(deps.db.reader, 'media_folders', row.folder_id);
    const file = {
      ...{ id: ids.id(row.id), folderId, filename: row.filename },
      ...{ altText: row.alt_text, createdAt: row.created_at, updatedAt: row.updated_at },
    };
    for (const { token, created_at: createdAt, ...stored } of versions) {
      addresses.add(token);
      const spooled = await this.#extract(mediaName(stored), row.filename);
      try {
        await restoreFile({ deps, scope }, file, { token: ids.token(token), createdAt }, spooled);
      } finally {
        await rm(spooled.path, { force: true });
      }
    }
  }

  async #extract(part: string, filename: string): Promise<SpooledFile> {
    const { deps, archive } = this.#context;
    const path = await makeIncomingPath(deps.incomingDir);
    const hash = new Bun.CryptoHasher('sha256');
    let bytes = 0;
    async function* measured() {
      for await (const chunk of archive.read(part)) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    }
    await pipeline(measured, createWriteStream(path, { mode: 0o600 }));
    const head = await Bun.file(path).slice(0, HEAD_BYTES).bytes();
    return { path, filename, bytes, sha256: hash.digest('hex'), head };
  }

  async #addContent(db: Connection, { id, json }: Row<'contents'>): Promise<void> {
    const { deps, scope, addresses } = this.#context;
    const content = prepareStored(parseJson(addresses.rewrite(json)) as never);
    this.#contents.set(id, await saveContent({ deps, scope }, db, content));
  }

  #contentId(former: number): number {
    const id = this.#contents.get(former);
    if (id === undefined) throw damagedExport('a content is missing');
    return id;
  }

  async #addTemplate(db: Connection, row: Row<'templates'>): Promise<void> {
    const { scope, ids } = this.#context;
    requirePossibleKey(row.key);
    const names = row.tags === null ? [] : parseTags(JSON.stringify(parseJson(row.tags)));
    const tags = await requireTags(scope, db, readTags(names, 'tags'));
    const { content_by, content_by_name, content_at, version, created_at, updated_at } = row;
    const { archived_at, score, scored_version, exported_at } = row;
    const id = ids.id(row.id);
    const folder_id = await this.#optionalOwnId(db, 'template_folders', row.folder_id);
    await insertIfNew(db, 'templates', {
      ...{ id, tenant_id: this.#tenantId, name: row.name, key: row.key },
      ...{ name_folded: row.name === null ? '' : foldName(row.name), tags: storeTags(tags) },
      ...{ content_id: this.#contentId(row.content_id), folder_id },
      ...{ content_by, content_by_name, content_at, version, created_at, updated_at },
      ...{ archived_at, score, scored_version, exported_at },
    });
    await saveTags(db, id, tags);
  }

  async #addSnapshot(
    db: Connection,
    { id, template_id, content_id, ...row }: Row<'snapshots'>,
  ): Promise<void> {
    const { ids } = this.#context;
    const { is_autosave, label, author_kind, author_id, author_name, version, last_version, created_at } =
      row;
    const template = await this.#ownId(db, 'templates', template_id);
    await insertIfNew(db, 'snapshots', {
      ...{ id: ids.id(id), tenant_id: this.#tenantId, template_id: template },
      ...{ content_id: this.#contentId(content_id), is_autosave, label, version, last_version },
      ...{ author_kind, author_id, author_name, created_at },
    });
  }

  async #addComment(db: Connection, row: Row<'comments'>): Promise<void> {
    const { ids, addresses } = this.#context;
    const template_id = await this.#ownId(db, 'templates', row.template_id);
    const parent_id = await this.#optionalOwnId(db, 'comments', row.parent_id);
    const { block_id, author_kind, author_id, author_name, resolved_at, resolved_by, resolved_by_name } = row;
    await insertIfNew(db, 'comments', {
      ...{ id: ids.id(row.id), tenant_id: this.#tenantId, template_id },
      ...{ parent_id, block_id, body: addresses.rewrite(row.body) },
      ...{ author_kind, author_id, author_name, resolved_at, resolved_by, resolved_by_name },
      ...{ created_at: row.created_at, updated_at: row.updated_at },
    });
  }

  /** Adds a module. It is not shared with the project, because its team decides that. */
  async #addModule(
    db: Connection,
    { id, name, category, content, ...row }: Row<'saved_modules'>,
  ): Promise<void> {
    const { ids, addresses, scope } = this.#context;
    const json = addresses.rewrite(content);
    prepareStored({ blocks: parseJson(json), settings: {} } as never);
    await insertIfNew(db, 'saved_modules', {
      ...{ id: ids.id(id), tenant_id: this.#tenantId, project_id: scope.projectId, shared: 0 },
      ...{ name, name_folded: foldName(name), category, content: json },
      ...{ created_at: row.created_at, updated_at: row.updated_at },
    });
  }

  async #addActivity(db: Connection, row: Row<'activities'>): Promise<void> {
    const { ids } = this.#context;
    const { at, actor_kind, actor_id, actor_name, surface, type, version, summary } = row;
    await insertIfNew(db, 'activities', {
      ...{ tenant_id: this.#tenantId, at, actor_kind, actor_id, actor_name, surface, type, version, summary },
      template_id: ids.optional(row.template_id),
      subject_id: ids.optional(row.subject_id),
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damagedExport('a row has a text that is no JSON');
  }
}
