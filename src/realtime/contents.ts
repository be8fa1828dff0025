import {
  parseContentBytes,
  readShownBeforeStart,
  selectContentAt,
  type TemplatePage,
} from '../features/templates/index.ts';
import type { TemplateContent } from '../mail/model/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { TenantScope } from '../platform/scope.ts';
import type { Channel } from './state.ts';

/** Reads what is stored of templates, and what pages show of it. */
export class Contents {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  read(scope: TenantScope, id: string, version: number): Promise<Uint8Array | undefined> {
    return selectContentAt(scope, this.#deps.db.reader, id, version);
  }

  /** What the members show; undefined without operations that are not saved. */
  async readCanvas({ room }: Channel, scope: TenantScope, id: string): Promise<TemplateContent | undefined> {
    if (!room.hasUnsaved || room.baseVersion === undefined) return undefined;
    const base = await this.read(scope, id, room.baseVersion);
    return base && room.apply(parseContentBytes(base));
  }

  /** What a page showed when the server last heard of it. A page without a version was open before this server started. */
  async readShown(scope: TenantScope, id: string, page: TemplatePage): Promise<Uint8Array | undefined> {
    const { pages } = this.#deps.services.templates;
    if (page.hasOwnContent) return pages.ownContent(page);
    if (page.version !== undefined) return this.read(scope, id, page.version);
    const startedAt = pages.knownSince(scope);
    return (await readShownBeforeStart(scope, this.#deps.db.reader, id, { startedAt, page }))?.json;
  }
}
