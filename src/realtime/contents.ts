import {
  parseContentBytes,
  readShownBeforeStart,
  selectContentAt,
  type TemplatePage,
} from '../features/templates/index.ts';
import type { TemplateContent } from '../mail/model/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { TenantScope } from '../platform/scope.ts';
import { MAX_COMPARED } from './late-operations.ts';
import type { Channel } from './state.ts';
import { isTooLarge } from './wire-operations.ts';

/** Reads what is stored of templates, and what pages show of it. */
export class Contents {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  read(scope: TenantScope, id: string, version: number): Promise<Uint8Array | undefined> {
    return selectContentAt(scope, this.#deps.db.reader, id, version);
  }

  /** The canvas. Undefined if all operations are saved: the members show the last version then. */
  async readCanvas({ room }: Channel, scope: TenantScope, id: string): Promise<TemplateContent | undefined> {
    if (!room.hasUnsaved || room.baseVersion === undefined) return undefined;
    const base = await this.read(scope, id, room.baseVersion);
    return base && room.apply(parseContentBytes(base));
  }

  /**
   * Whether the members show a content now, or showed it after one of the last operations since `version` was sent to them.
   * What the server corrected at once does not count. False if they were sent another version since, or if no operation is
   * unsaved.
   */
  async isShown(
    { room, memberOf }: Channel,
    scope: TenantScope,
    { templateId, version, content }: { templateId: string; version: number; content: TemplateContent },
  ): Promise<boolean> {
    if (memberOf.size === 0 || room.version !== version || !room.hasUnsaved) return false;
    const stored = await this.read(scope, templateId, room.baseVersion ?? version);
    if (stored === undefined || isTooLarge(stored, stored)) return false;
    const base = parseContentBytes(stored);
    const first = Math.max(room.versionSerial, room.serial - MAX_COMPARED);
    for (let last = room.serial; last >= first; last -= 1)
      if (!room.isCorrectedAfter(last) && Bun.deepEquals(room.apply(base, { last }), content)) return true;
    return false;
  }

  /** Whether the members have shown what a page has saved as this version, before they were sent it. */
  async hasShown(
    channel: Channel,
    scope: TenantScope,
    { templateId, version }: { templateId: string; version: number },
  ): Promise<boolean> {
    const saved = channel.room.hasUnsaved ? await this.read(scope, templateId, version) : undefined;
    if (saved === undefined) return false;
    const content = parseContentBytes(saved);
    return this.isShown(channel, scope, { templateId, version: version - 1, content });
  }

  /** What a page showed when the server last knew. A page of unknown version was opened before the server started. */
  async readShown(scope: TenantScope, id: string, page: TemplatePage): Promise<Uint8Array | undefined> {
    const { pages } = this.#deps.services.templates;
    if (page.hasOwnContent) return pages.ownContent(page);
    if (page.version !== undefined) return this.read(scope, id, page.version);
    const startedAt = pages.knownSince(scope);
    return (await readShownBeforeStart(scope, this.#deps.db.reader, id, { startedAt, page }))?.json;
  }
}
