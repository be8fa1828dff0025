import { EFFECTS_OF_MODE } from '../../platform/agents/agent-modes.ts';
import { Cache } from '../../platform/caching/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { urlOf } from '../../platform/network/request-url.ts';
import type { RateDecision } from '../../platform/ports/rate-limits.ts';
import type { Effect, Restriction, TenantScope } from '../../platform/scope.ts';
import { recordUse } from '../../platform/security/key-use.ts';
import { toolServerUnavailable } from '../access/index.ts';
import { selectAccount } from '../accounts/index.ts';
import { restrictionOfRole, selectRoleIn } from '../members/index.ts';
import {
  createTenantScope,
  requireNotSuspended,
  selectProject,
  selectTenant,
  selectTenantById,
  suspensionOf,
} from '../projects/index.ts';
import { isAbout, metadataUrlOf, pathOf, placeOfPath, serverOf, type TenantAddress } from './addresses.ts';
import { hashOf } from './grant-tokens.ts';
import { ALL_SCOPES, highestMode } from './modes.ts';
import { type GrantRow, hasGrant, selectToken, updateGrantLastUse } from './queries.ts';

/** Tokens in the cache. */
const MAX_CACHED = 10_000;

/** Longer texts cannot be tokens. */
const MAX_TOKEN_LENGTH = 100;

/** What an access token opens. */
interface OpenGrant {
  /** Of the grant. */
  id: string;
  /** Of the client. */
  name: string;
  /** The name of its actor says which program it is. */
  isNamed: true;
  /** The granted effects, if the agent can ask for more. */
  grantedEffects?: readonly Effect[];
  place: TenantAddress;
  /** Of its address. */
  path: string;
  /** Of the token. */
  expiresAt: number;
  grant: GrantRow;
  scope: TenantScope;
  /** Throws if the project or the tenant is blocked, or has no tool server. */
  requireOpen(): void;
}

/**
 * Authenticates agents with access tokens, for the tool server. Tokens are cached until an event says that they may
 * have changed.
 */
export class GrantAccess {
  readonly #deps: Deps;
  readonly #grants: Cache<OpenGrant>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#grants = new Cache({
      budget: deps.cacheBudget,
      maxEntries: MAX_CACHED,
      invalidation: {
        bus: deps.bus,
        clock: deps.clock,
        topics: [
          ...['grant.revoked', 'account.access_changed'],
          ...['project.changed', 'tenant.changed', 'tenant.deleted', 'tenant.moved'],
        ],
      },
    });
  }

  /** A token opens the address that it was made for, and no other. */
  async verifyKey(value: string, request: Request): Promise<OpenGrant | undefined> {
    if (value.length > MAX_TOKEN_LENGTH) return undefined;
    // The duration of a lookup by hash reveals nothing, because hashes of similar guesses are unrelated.
    const hash = hashOf(value);
    const found = await this.#grants.getOrLoad(hash.toString('base64'), () => this.#load(hash));
    const now = this.#deps.clock.now();
    if (found === undefined || found.expiresAt <= now) return undefined;
    if (!isAbout(found.place, found.path, request)) return undefined;
    recordUse(this.#deps, found.grant, now, updateGrantLastUse);
    return found;
  }

  readTenant(request: Request): TenantAddress {
    return placeOfPath(urlOf(request).pathname) ?? { projectId: '', tenant: '' };
  }

  async openScope(found: OpenGrant): Promise<TenantScope> {
    found.requireOpen();
    return found.scope;
  }

  takeRate(bucket: string): Promise<RateDecision> {
    return this.#deps.services.access.takeToolRequest(bucket);
  }

  invalidKey(sent: boolean): DomainError {
    const reason = sent ? 'The access token is invalid, expired or revoked.' : 'The access token is missing.';
    const hint = 'Connect the agent again and sign in. API keys are for /api/v1/mcp.';
    return new DomainError('unauthorized', `${reason} ${hint}`);
  }

  /** `WWW-Authenticate` (RFC 6750, RFC 9728): the same for places that do not exist. */
  challenge(request: Request, error: 'invalid_token' | 'insufficient_scope' | undefined): string {
    const url = metadataUrlOf(serverOf(this.#deps, request), this.readTenant(request));
    const parts = [`resource_metadata="${url}"`, `scope="${ALL_SCOPES.join(' ')}"`];
    return `Bearer ${[...(error === undefined ? [] : [`error="${error}"`]), ...parts].join(', ')}`;
  }

  async #load(hash: Buffer): Promise<OpenGrant | undefined> {
    const { reader } = this.#deps.db;
    const found = await selectToken(reader, hash);
    if (found?.token.kind !== 'access') return undefined;
    const { grant, token } = found;
    const project = await selectProject(reader, grant.projectId);
    const stored = await selectTenantById(reader, grant.tenantId);
    // Not one that was moved, or is in the trash.
    const tenant = stored && (await selectTenant(reader, grant.projectId, stored.slug));
    const person = await selectAccount(reader, grant.personId);
    if (project === undefined || tenant?.id !== grant.tenantId || person === undefined) return undefined;
    const role = await selectRoleIn(reader, person.id, project.teamId);
    if (role === undefined) return undefined;
    const actor = { kind: 'agent' as const, id: grant.id, name: `${grant.clientName} via ${person.name}` };
    const scope = createTenantScope(this.#deps, project, tenant, { actor, surface: 'mcp' });
    const place = { projectId: project.id, tenant: tenant.slug };
    const granted = restrictionOf(grant);
    const restrictions = [...(scope.restrictions ?? []), restrictionOfRole(role), granted];
    const mayAskForMore = grant.mode !== highestMode(role);
    return {
      ...{ id: grant.id, name: grant.clientName, isNamed: true as const, grant, expiresAt: token.expiresAt },
      ...(mayAskForMore && { grantedEffects: granted.effects }),
      ...{ place, path: pathOf(place) },
      scope: { ...scope, restrictions, isAccessOpen: (db) => hasGrant(db, grant.id) },
      requireOpen() {
        requireNotSuspended(suspensionOf(project, tenant), 'read');
        if (!scope.plan.features.mcp_server) throw toolServerUnavailable();
      },
    };
  }
}

function restrictionOf({ mode }: GrantRow): Restriction {
  const message = `You were allowed to ${mode} only. The person who connected you can connect you again and allow more.`;
  return { effects: EFFECTS_OF_MODE[mode], message };
}
