import type { Deps } from '../platform/deps.ts';
import type { Grant, RealtimeSocket } from './state.ts';

/** Former members remembered per project. Beyond it, the one who left first is dropped. */
const MAX_PER_PROJECT = 2_000;

const TOPIC = 'realtime.former_member';

/** A `FormerMember` as a message. */
type SharedMember = Omit<Grant, 'holder'> & Pick<FormerMember, 'origin' | 'until'>;

interface FormerMember {
  grant: Grant;
  /** The origin of the page, see `RealtimeSocket`. */
  origin: string | undefined;
  until: number;
}

/**
 * Members who have left a channel lately, with their tokens. A page that was cut off may join again with a token that has
 * expired since, because editors up to 0.10 never exchange the token that they connected with.
 */
export class FormerMembers {
  readonly #deps: Deps;
  readonly #rememberedMs: number;
  /** By project; then by token, template and user. */
  readonly #projects = new Map<string, Map<string, FormerMember>>();

  /** `rememberedSeconds`: with 0, no member is remembered. */
  constructor(deps: Deps, rememberedSeconds: number) {
    this.#deps = deps;
    this.#rememberedMs = rememberedSeconds * 1000;
  }

  get isUsed(): boolean {
    return this.#rememberedMs > 0;
  }

  has(projectId: string): boolean {
    return this.#projects.has(projectId);
  }

  grantsOf(projectId: string): Grant[] {
    return [...(this.#projects.get(projectId)?.values() ?? [])].map(({ grant }) => grant);
  }

  remember(
    grant: Grant,
    origin: string | undefined,
    until = this.#deps.clock.now() + this.#rememberedMs,
  ): void {
    if (!this.isUsed) return;
    const members = this.#projects.get(grant.projectId) ?? new Map<string, FormerMember>();
    this.#projects.set(grant.projectId, members);
    const key = keyOf(grant);
    // Deleted first, so that the map is in the order of leaving.
    members.delete(key);
    if (members.size >= MAX_PER_PROJECT) members.delete(members.keys().next().value as string);
    members.set(key, { grant, origin, until });
  }

  /** Sends other servers the former members of tenants that get another home. */
  share(isLeaving: (tenantId: number) => boolean): void {
    const members = [...this.#projects.values()].flatMap((ofProject) => [...ofProject.values()]);
    for (const { grant, origin, until } of members) {
      if (!isLeaving(grant.tenantId)) continue;
      // The scope cannot be sent.
      const { holder, ...facts } = grant;
      this.#deps.bus.publish(TOPIC, { ...facts, origin, until });
    }
  }

  /** Remembers the former members that other servers send. */
  listen(): void {
    this.#deps.bus.subscribe(TOPIC, (message) => {
      const { origin, until, ...grant } = message as SharedMember;
      this.remember(grant, origin, until);
    });
  }

  isRemembered(grant: Grant): boolean {
    const until = this.#projects.get(grant.projectId)?.get(keyOf(grant))?.until ?? 0;
    return until > this.#deps.clock.now();
  }

  /** Drops former members whose access ends. */
  forget(isEnding: (grant: Grant, page: Pick<RealtimeSocket, 'origin'>) => boolean): void {
    this.#deleteWhere(({ grant, origin }) => isEnding(grant, { origin }));
  }

  sweep(): void {
    const now = this.#deps.clock.now();
    this.#deleteWhere(({ until }) => until <= now);
  }

  #deleteWhere(isGone: (member: FormerMember) => boolean): void {
    for (const [projectId, members] of this.#projects) {
      for (const [key, member] of members) if (isGone(member)) members.delete(key);
      if (members.size === 0) this.#projects.delete(projectId);
    }
  }
}

/** What must be the same to join again. The project is the key of the outer map. */
function keyOf({ tenantId, templateId, userId, tokenDigest }: Grant): string {
  return JSON.stringify([tokenDigest, tenantId, templateId, userId]);
}
