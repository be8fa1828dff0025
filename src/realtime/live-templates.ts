import { identifyActor } from '../features/access/index.ts';
import {
  type LiveSave,
  type LiveTabs,
  parseContentBytes,
  type StoreCanvas,
} from '../features/templates/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { TenantScope } from '../platform/scope.ts';
import { topicOf } from './channel.ts';
import { type EditorContent, toEditorContent } from './room/editor-content.ts';
import { LiveTemplate } from './room/live-template.ts';
import { PLAIN, plainIdOf } from './room/plain-tab.ts';
import type { Room } from './room/room.ts';
import { RULES } from './room/room-state.ts';
import { VersionStore } from './version-store.ts';

/** Servers whose rooms fold by other rules have a log of their own, and meet in the versions. */
const logOf = (topic: string): string => `${RULES}:${topic}`;

/** Templates that are open on this server, and what saves of their tabs need. */
export class LiveTemplates implements LiveTabs {
  readonly #deps: Deps;
  readonly #open = new Map<string, LiveTemplate>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The part of this server in a template. It reads the template with the scope. */
  of(scope: TenantScope, templateId: string): LiveTemplate {
    const topic = topicOf(scope.projectId, templateId);
    let live = this.#open.get(topic);
    if (live === undefined) {
      const { clock, roomLogs } = this.#deps;
      live = new LiveTemplate({
        server: roomLogs.server,
        log: roomLogs.of(logOf(topic)),
        store: new VersionStore(this.#deps, scope, templateId),
        now: () => clock.now(),
        wait: Bun.sleep,
      });
      this.#open.set(topic, live);
    }
    return live;
  }

  async save(
    scope: TenantScope,
    { templateId, json, tab, base }: LiveSave,
    storeCanvas: StoreCanvas,
  ): Promise<{ received: number | undefined } | 'refused' | undefined> {
    const topic = topicOf(scope.projectId, templateId);
    const isOpen = await this.#isOpen(topic);
    if (!isOpen && tab === undefined) return undefined;
    const live = this.of(scope, templateId);
    // Unknown: a template that has never changed has one content, from which every tab has made its own.
    const version = typeof base === 'object' ? base.version : 0;
    const sent = toEditorContent(parseContentBytes(json));
    const store = new VersionStore(this.#deps, scope, templateId, storeCanvas);
    const room = await live.open().catch(() => undefined);
    const member = tab ? findTold(room, scope, tab.member) : room && findPlainPage(room, scope, sent);
    if (member === undefined) return undefined;
    const user = identifyActor(scope.actor);
    const save = { content: sent, version, member, user, ...readSaved(base), ...(tab && { tab }) };
    const answer = await live.save(save, store);
    return answer.status === 200 ? { received: answer.received } : 'refused';
  }

  async saveCanvas(
    scope: TenantScope,
    templateId: string,
    storeCanvas: StoreCanvas,
  ): Promise<number | undefined> {
    if (!(await this.#isOpen(topicOf(scope.projectId, templateId)))) return undefined;
    const store = new VersionStore(this.#deps, scope, templateId, storeCanvas);
    return (await this.of(scope, templateId).saveCanvas(store)).version;
  }

  /** On any server. While Redis is away, nothing is open. */
  async #isOpen(topic: string): Promise<boolean> {
    if (this.#open.has(topic)) return true;
    return this.#deps.roomLogs
      .of(logOf(topic))
      .exists()
      .catch(() => false);
  }

  /** Ends all: tabs reconnect and report what they show. */
  close(): void {
    for (const live of this.#open.values()) live.close();
    this.#open.clear();
  }

  /** Tells the tabs of a template of versions that agents and programs have stored. */
  check(topic: string): void {
    this.#open
      .get(topic)
      ?.check()
      .catch((error) => {
        this.#deps.log.debug(
          { err: error, topic },
          'open editors could not be told of a stored version; the next check tries again',
        );
      });
  }

  /** Tells open tabs of versions that agents and programs have stored, and closes templates that no tab on this server has open. */
  sweep(): void {
    for (const [topic, live] of this.#open)
      if (live.isIdle) {
        live.close();
        this.#open.delete(topic);
      } else this.check(topic);
  }
}

/** What a tab has saved before, if that was merged. */
const readSaved = (base: LiveSave['base']) =>
  typeof base === 'object' && base.json !== undefined ? { base: JSON.parse(base.json) as EditorContent } : {};

/** The tab that a save names, unless it is that of another user. */
function findTold(room: Room | undefined, { actor }: TenantScope, id: string): string | undefined {
  const user = room?.members.byId.get(id)?.user;
  return user === undefined || actor.isUnnamed || user === identifyActor(actor) ? id : undefined;
}

/** The tab with a token that does not report what it shows; after a renewal of the token, that of its user. */
function findPlainPage(
  { members }: Room,
  { actor, token, tab }: TenantScope,
  content: EditorContent,
): string | undefined {
  const usual = plainIdOf({ tokenDigest: token?.digest, userId: actor.id });
  const own = [...members.byId.values()].filter(({ id, user }) => id.startsWith(PLAIN) && user === actor.id);
  const named = own.find(
    ({ connection }) => tab?.socketId !== undefined && connection?.endsWith(` ${tab.socketId}`),
  );
  if (named !== undefined) return named.id;
  const ofToken = own.filter(({ id }) => id.startsWith(usual));
  const candidates = ofToken.length > 0 ? ofToken : own;
  if (candidates.length === 1) return candidates[0]?.id;
  return candidates.find((one) => one.hasShown(content))?.id;
}
