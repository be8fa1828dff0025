import { type Clock, DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { SharedMaps } from '../../../platform/ports/shared-maps.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { sha256Hex } from '../../../platform/security/crypto.ts';

/** Longer than a tab is usually open. */
const KEPT_SECONDS = DAY_MS / 1000;

/** Editors request a new token when less than a minute of the old one is left. */
const RENEWAL_MS = 1.5 * MINUTE_MS;

/** Of tokens that have ended about the same time, each may be the one that was renewed. */
const SAME_TIME_MS = 5 * MINUTE_MS;

/** What a token was given last. */
interface Given {
  version: number;
  /** Names the tab: the first of its tokens. */
  tab: string;
  /** A hash of the user. */
  user: string;
  expiresAt: number;
}

/** From what a tab has made the content that it saves: a version, or what it has saved itself when that was merged. */
export interface BaseOfTab {
  version: number;
  json?: string;
  /** Names the tab. */
  tab?: string;
}

/**
 * The version of a template that each token was given last, because published editors do not say from which version they
 * made what they save. A tab with a token that was given nothing has renewed it.
 */
export class GivenVersions {
  readonly #maps: SharedMaps;
  readonly #clock: Clock;

  constructor({ sharedMaps, clock }: Pick<Deps, 'sharedMaps' | 'clock'>) {
    this.#maps = sharedMaps;
    this.#clock = clock;
  }

  /** Notes that a request was answered with the content of a version. */
  note(scope: TenantScope, templateId: string, version: number, tab?: string): void {
    const { actor, token } = scope;
    if (token === undefined || actor.kind !== 'user') return;
    const { digest, expiresAt } = token;
    const given: Given = { version, tab: tab ?? digest, user: userOf(scope), expiresAt };
    this.#maps.write(versionsOf(templateId), { [digest]: JSON.stringify(given) }, KEPT_SECONDS);
    this.#maps.remove(ownContents(templateId), digest);
  }

  /** Notes that the tab shows what it saved, exactly `version` or, after a merge, less than that: `saved`. */
  recordSaved(
    scope: TenantScope,
    templateId: string,
    version: number,
    { saved, tab }: { saved?: Uint8Array | undefined; tab?: string | undefined } = {},
  ): void {
    const { actor, token } = scope;
    if (token === undefined || actor.kind !== 'user') return;
    this.note(scope, templateId, version, tab);
    if (saved === undefined) return;
    const own = { [token.digest]: Buffer.from(saved).toString() };
    this.#maps.write(ownContents(templateId), own, KEPT_SECONDS);
  }

  /** From what the tab of a request has made its content. Undefined: unknown. */
  async baseOf(scope: TenantScope, templateId: string): Promise<BaseOfTab | undefined> {
    const { actor, token } = scope;
    if (token === undefined || actor.kind !== 'user') return undefined;
    const found = Object.entries(await this.#maps.read(versionsOf(templateId)));
    const given = new Map(found.map(([digest, text]) => [digest, JSON.parse(text) as Given]));
    const digest = given.has(token.digest) ? token.digest : this.#findRenewed(given, userOf(scope));
    if (digest === undefined) return undefined;
    const { version, tab } = given.get(digest) as Given;
    const json = (await this.#maps.read(ownContents(templateId)))[digest];
    if (digest !== token.digest) {
      this.recordSaved(scope, templateId, version, {
        tab,
        saved: json === undefined ? json : Buffer.from(json),
      });
      this.#maps.remove(versionsOf(templateId), digest);
    }
    return { version, tab, ...(json !== undefined && { json }) };
  }

  /**
   * The earlier token of a tab. Of several that may be it, the one with the oldest version: then nothing is taken back that the tab
   * has not seen.
   */
  #findRenewed(given: ReadonlyMap<string, Given>, user: string): string | undefined {
    const own = [...given].filter(([, one]) => one.user === user);
    const ended = own.filter(([, { expiresAt }]) => expiresAt < this.#clock.now() + RENEWAL_MS);
    const candidates = ended.length > 0 ? ended : own;
    const latest = Math.max(...candidates.map(([, { expiresAt }]) => expiresAt));
    const [first] = candidates
      .filter(([, { expiresAt }]) => expiresAt > latest - SAME_TIME_MS)
      .sort(([, a], [, b]) => a.version - b.version);
    return first?.[0];
  }
}

const versionsOf = (templateId: string): string => `given:${templateId}`;
const ownContents = (templateId: string): string => `saved:${templateId}`;

const userOf = ({ tenant, actor }: TenantScope): string => sha256Hex(`${tenant.id} ${actor.id}`).slice(0, 16);
