import { toIsoTime } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { createAdminScope, type TenantScope } from '../../platform/scope.ts';
import { VERSION } from '../../platform/version.ts';
import { createTenantScope, planOfTenant, requireProject, selectTenantById } from '../projects/index.ts';
import { renderPreparedContent } from '../rendering/index.ts';
import {
  FORMAT,
  HEADER_NAME,
  type Header,
  MANIFEST_NAME,
  type Manifest,
  mediaName,
  ROW_KINDS,
  type RowKind,
  rowsName,
} from './archive/format.ts';
import type { ZipWriter } from './archive/write.ts';
import { writeSnapshot } from './archive/write-snapshot.ts';
import { tenantGone } from './errors.ts';
import {
  countForExport,
  selectContents,
  selectFolders,
  selectMediaFiles,
  selectRows,
  selectStoredMedia,
  selectTemplates,
} from './export-queries.ts';
import type { JobContext, JobHandler } from './job-handler.ts';
import type { JobResult } from './schema.ts';

/**
 * Writes the state of a tenant at one moment to a zip file. Media files that are deleted during the export are kept
 * until its end. The export ends if the tenant is deleted.
 */
export const tenantExport: JobHandler = {
  run: (context) =>
    context.deps.services.media.removals.during(() =>
      writeSnapshot(context.deps, context.file, (db, zip) =>
        new TenantExport(context, db, zip, context.job.tenantId as number).write(),
      ),
    ),
};

class TenantExport {
  readonly #deps: Deps;
  readonly #context: JobContext;
  readonly #db: Connection;
  readonly #zip: ZipWriter;
  readonly #tenantId: number;
  readonly #counts: Record<string, number> = {};

  constructor(context: JobContext, db: Connection, zip: ZipWriter, tenantId: number) {
    this.#deps = context.deps;
    this.#context = context;
    this.#db = db;
    this.#zip = zip;
    this.#tenantId = tenantId;
  }

  async write(): Promise<JobResult> {
    const { scope, header } = await this.#open();
    await this.#zip.addText(HEADER_NAME, JSON.stringify(header, null, 2));
    const totals = await countForExport(this.#db, this.#tenantId);
    for (const [i, kind] of ROW_KINDS.entries()) {
      await this.#step('rows', i, ROW_KINDS.length);
      await this.#zip.add(rowsName(kind), this.#lines(kind));
    }
    await this.#addTemplates(scope, totals.templates);
    await this.#addMedia(totals.media);
    const manifest: Manifest = {
      ...{ format: FORMAT, program_version: VERSION, counts: this.#counts },
      parts: this.#zip.parts,
    };
    await this.#zip.addText(MANIFEST_NAME, JSON.stringify(manifest));
    await this.#step('finishing', 0, 0);
    return this.#counts;
  }

  async #open(): Promise<{ scope: TenantScope; header: Header }> {
    const tenant = await selectTenantById(this.#db, this.#tenantId);
    if (tenant === undefined) throw tenantGone();
    const project = await requireProject(this.#db, tenant.projectId);
    const { actor } = createAdminScope('export');
    const header: Header = {
      ...{ product: 'galley-tenant', format: FORMAT, program_version: VERSION },
      created_at: toIsoTime(this.#deps.clock.now()),
      base_url: this.#deps.baseUrl,
      ...(this.#deps.mediaUrl !== '' && { media_url: this.#deps.mediaUrl }),
      ...{ tenant: tenant.slug, name: tenant.name, brand: tenant.brand },
      plan: planOfTenant(this.#deps, project, tenant).name,
    };
    return { scope: createTenantScope(this.#deps, project, tenant, { actor, surface: 'cli' }), header };
  }

  /** Reports progress. Throws if the tenant was deleted. */
  async #step(phase: string, done: number, total: number): Promise<void> {
    await this.#context.progress(phase, done, total);
    const tenant = await selectTenantById(this.#deps.db.reader, this.#tenantId);
    if (tenant === undefined || tenant.deletedAt !== null) throw tenantGone();
  }

  async *#lines(kind: RowKind): AsyncGenerator<string> {
    let count = 0;
    for await (const rows of this.#pages(kind)) {
      count += rows.length;
      yield `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
      await this.#step('rows', count, 0);
    }
    this.#counts[kind] = count;
  }

  async *#pages(kind: RowKind): AsyncGenerator<readonly object[]> {
    if (kind === 'media_folders' || kind === 'template_folders') {
      const folders = await selectFolders(this.#db, this.#tenantId, kind);
      if (folders.length > 0) yield folders;
    } else if (kind === 'contents') yield* selectContents(this.#db, this.#tenantId);
    else if (kind === 'media_files') yield* selectMediaFiles(this.#db, this.#tenantId);
    else yield* selectRows(this.#db, this.#tenantId, kind);
  }

  /** Adds templates as separate files, for people and other programs. An import ignores them. */
  async #addTemplates(scope: TenantScope, total: number): Promise<void> {
    let done = 0;
    let withoutHtml = 0;
    for await (const { id, name, key, json, hash } of selectTemplates(this.#db, this.#tenantId)) {
      await this.#step('templates', done, total);
      done += 1;
      const facts = JSON.stringify({ id, name, key });
      await this.#zip.addText(`templates/${id}.json`, `${facts.slice(0, -1)},"content":${json}}`);
      const html = await this.#render(scope, { json, hash }, name);
      if (html === undefined) withoutHtml += 1;
      else await this.#zip.addText(`templates/${id}.html`, html);
    }
    if (withoutHtml > 0) this.#counts.templates_without_html = withoutHtml;
  }

  async #render(
    scope: TenantScope,
    { json, hash }: { json: string; hash: Uint8Array },
    name: string | null,
  ): Promise<string | undefined> {
    const content = { json: Buffer.from(json), hash: Buffer.from(hash) };
    try {
      const { deps } = this.#context;
      return (await renderPreparedContent({ deps, scope }, content, name ?? undefined)).html;
    } catch (error) {
      // A template that cannot be rendered does not fail the export.
      if (error instanceof DomainError && error.code !== 'unavailable') return undefined;
      throw error;
    }
  }

  async #addMedia(total: number): Promise<void> {
    let done = 0;
    let missing = 0;
    for await (const { key, extension } of selectStoredMedia(this.#db, this.#tenantId)) {
      await this.#step('media', done, total);
      done += 1;
      const source = await this.#deps.files.get(key);
      if (source === undefined) {
        missing += 1;
        continue;
      }
      const part = await this.#zip.add(mediaName({ sha256: key.slice(-64), extension }), source.stream(), {
        compress: false,
      });
      if (part.sha256 !== key.slice(-64)) this.#counts.media_damaged = (this.#counts.media_damaged ?? 0) + 1;
    }
    if (missing > 0) this.#counts.media_missing = missing;
  }
}
