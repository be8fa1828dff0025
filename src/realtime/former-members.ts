import type { Deps } from '../platform/deps.ts';
import type { ChannelAccess, IsEnding } from './channel-access.ts';

/** Members remembered per project. Beyond it, the one who was seen longest ago is dropped. */
const MAX_PER_PROJECT = 10_000;

const TOPIC = 'realtime.member';

/** A `FormerMember` as a message between servers. */
type SharedMember = ChannelAccess & Pick<FormerMember, 'origin' | 'until'>;

interface FormerMember {
  access: ChannelAccess;
  /** The origin of the page, see `RealtimeSocket`. */
  origin: string | undefined;
  until: number;
}

/**
 * Who is or was lately in a channel, with their tokens, on all servers. A tab that was cut off may join again with a token that
 * has expired since, because editors up to 0.10 never exchange the token that they connected with.
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

  accessesOf(projectId: string): ChannelAccess[] {
    return [...(this.#projects.get(projectId)?.values() ?? [])].map(({ access }) => access);
  }

  /** Notes on all servers that a member is in the channel, or has just left it. */
  remember(access: ChannelAccess, origin: string | undefined): void {
    if (!this.isUsed) return;
    const shared: SharedMember = { ...access, origin, until: this.#deps.clock.now() + this.#rememberedMs };
    this.#deps.bus.publish(TOPIC, { ...shared });
  }

  /** Notes it once more for a member who stays, before the others forget it: this server may be killed. */
  refresh(access: ChannelAccess, origin: string | undefined): void {
    const until = this.#find(access)?.until ?? 0;
    if (until - this.#deps.clock.now() < this.#rememberedMs * 0.75) this.remember(access, origin);
  }

  listen(): void {
    this.#deps.bus.subscribe(TOPIC, (message) => {
      const { origin, until, ...access } = message as unknown as SharedMember;
      this.#add({ access, origin, until });
    });
  }

  #add(member: FormerMember): void {
    const { projectId } = member.access;
    const members = this.#projects.get(projectId) ?? new Map<string, FormerMember>();
    this.#projects.set(projectId, members);
    const key = keyOf(member.access);
    // Deleted first, so that the map is in the order of the messages.
    members.delete(key);
    if (members.size >= MAX_PER_PROJECT) members.delete(members.keys().next().value as string);
    members.set(key, member);
  }

  #find(access: ChannelAccess): FormerMember | undefined {
    return this.#projects.get(access.projectId)?.get(keyOf(access));
  }

  isRemembered(access: ChannelAccess): boolean {
    return (this.#find(access)?.until ?? 0) > this.#deps.clock.now();
  }

  /** Drops former members whose access ends. */
  forget(isEnding: IsEnding): void {
    this.#deleteWhere(({ access, origin }) => isEnding(access, { origin }));
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
function keyOf({ tenantId, templateId, userId, tokenDigest }: ChannelAccess): string {
  return JSON.stringify([tokenDigest, tenantId, templateId, userId]);
}
