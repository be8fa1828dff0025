import {
  keepContent,
  parseContentBytes,
  prepareStored,
  REWRITTEN,
  type StoreCanvas,
  selectTemplateWithContent,
  selectVersion,
  templateNotFound,
} from '../features/templates/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { TenantScope } from '../platform/scope.ts';
import { type EditorContent, toEditorContent, toTemplateContent } from './room/editor-content.ts';
import type { KeptReason, StoredVersion, TemplateStore } from './room/template-store.ts';

/** The versions of a template in the database. `store`: stores what a tab saves; without it, versions are only read. */
export class VersionStore implements TemplateStore {
  readonly #deps: Deps;
  readonly #scope: TenantScope;
  readonly #templateId: string;
  readonly #store: StoreCanvas | undefined;

  constructor(deps: Deps, scope: TenantScope, templateId: string, store?: StoreCanvas) {
    this.#deps = deps;
    this.#scope = scope;
    this.#templateId = templateId;
    this.#store = store;
  }

  async read(): Promise<StoredVersion> {
    const row = await selectTemplateWithContent(this.#scope, this.#deps.db.reader, this.#templateId);
    if (row === undefined) throw templateNotFound();
    return describe(row.version, row.json, row.canvasEpoch);
  }

  async find(version: number): Promise<StoredVersion | undefined> {
    const found = await selectVersion(this.#scope, this.#deps.db.reader, this.#templateId, version);
    return found && describe(version, found.json, found.canvasEpoch);
  }

  async save(version: number, content: EditorContent, epoch?: number): Promise<number | undefined> {
    return this.#store?.(version, toTemplateContent(content), epoch);
  }

  /** A save that conflicts is refused, and kept then. */
  async keep(content: EditorContent, reason: KeptReason): Promise<void> {
    if (reason === 'conflict') return;
    const prepared = prepareStored(toTemplateContent(content));
    await keepContent({ deps: this.#deps, scope: this.#scope }, this.#templateId, prepared, reason);
  }
}

function describe(version: number, json: Uint8Array, epoch: number | null): StoredVersion {
  const content = toEditorContent(parseContentBytes(json));
  return { version, content, epoch: epoch ?? undefined, ...(epoch === REWRITTEN && { isRewritten: true }) };
}
