import { createTenantScope, selectProject, selectTenant } from '../features/projects/index.ts';
import { selectTemplate, templateNotFound } from '../features/templates/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { DomainError, featureUnavailable } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import { requireEffect } from '../platform/operation.ts';
import type { TenantScope } from '../platform/scope.ts';
import type { EndUser, SignedAccess } from './channel-auth.ts';

/** The access of a socket to a channel. */
export interface ChannelAccess {
  projectId: string;
  /** Slug of the tenant that the template belongs to. */
  tenant: string;
  tenantId: number;
  templateId: string;
  /** The id of the member. */
  userId: string;
  /** The key that signed the token. */
  tokenKeyId: string | undefined;
  /** SHA-256 of the token. */
  tokenDigest: string | undefined;
  /** The person with an account whose token it is; undefined if the customer's backend made it. */
  accountId: string | undefined;
  /** The access has ended. */
  isEnded?: true;
}

export function makeChannelAccess(
  projectId: string,
  templateId: string,
  { id: userId }: Pick<EndUser, 'id'>,
  { tenant, key, token }: SignedAccess,
): ChannelAccess {
  const of = { projectId, tenant: tenant.slug, tenantId: tenant.id, templateId, userId };
  return { ...of, tokenKeyId: key, tokenDigest: token?.digest, accountId: token?.accountId };
}

/** Throws unless the access is there in the database. Returns the scope that its tab would have in a request. */
export async function requireChannelAccess(deps: Deps, access: ChannelAccess): Promise<TenantScope> {
  const { projectId, tokenKeyId, templateId, userId } = access;
  if (tokenKeyId !== undefined && !(await deps.services.access.tokens.isAcceptedKey(tokenKeyId)))
    throw accessEnded();
  const project = await selectProject(deps.db.reader, projectId);
  const tenant = await selectTenant(deps.db.reader, projectId, access.tenant);
  if (project === undefined || tenant?.id !== access.tenantId) throw templateNotFound();
  const actor = { kind: 'user' as const, id: userId, name: userId };
  const scope = createTenantScope(deps, project, tenant, { actor, surface: 'rest' });
  requireEffect({ effect: 'write' }, scope);
  if (!scope.plan.features.collaboration) throw featureUnavailable('collaboration');
  if ((await selectTemplate(scope, deps.db.reader, templateId)) === undefined) throw templateNotFound();
  return scope;
}

const accessEnded = () =>
  new DomainError('unauthorized', 'The access to the template has just ended. Request a new token.');

/** The origin of a page; undefined for programs and for pages of this server. */
interface PageOrigin {
  origin: string | undefined;
}

export type IsEnding = (access: ChannelAccess, page?: PageOrigin) => boolean;

/** Longer than a client takes from the request for a channel to joining it. */
const PASS_SECONDS = 60;
const KEPT_MS = 2 * PASS_SECONDS * 1000;

/** What has ended lately, because a client may have been let into a channel before and join after that. */
export class Endings {
  readonly #clock: Clock;
  #kept: { id: string; at: number; isEnding: IsEnding }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(isEnding: IsEnding): void {
    const now = this.#clock.now();
    this.#kept = this.#kept.filter(({ at }) => at > now - KEPT_MS);
    this.#kept.push({ id: createId(), at: now, isEnding });
  }

  /** Whether an access has ended since it was signed. */
  hasEnded(access: ChannelAccess, page: PageOrigin, { id, at }: SignedAccess): boolean {
    if (at <= this.#clock.now() - PASS_SECONDS * 1000) return true;
    return this.#kept.some((ending) => ending.id > id && ending.isEnding(access, page));
  }
}
