import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { selectProject, selectTenant } from '../projects/index.ts';
import { invalidToken } from './errors.ts';
import type { TokenAuthority, TokenClaims } from './token.ts';

/** Verified tokens remembered at once; a token is ~400 bytes. */
const MAX_REMEMBERED = 20_000;

/** Events after which a remembered scope may be wrong. */
const INVALIDATING_EVENTS = new Set(['project.changed', 'tenant.deleted', 'token_keys.rotated']);

/** Turns a bearer token into a scope; throws `unauthorized` for anything but a valid one. */
export type VerifyBearer = (token: string) => TenantScope | Promise<TenantScope>;

/**
 * Verifies each token once and remembers the scope until the token expires or something about its project, tenant
 * or key changes. A remembered token is answered synchronously.
 */
export function createBearerVerifier(deps: Deps, authority: TokenAuthority): VerifyBearer {
  const remembered = new Map<string, { scope: TenantScope; expiresAtMs: number }>();
  let generation = 0;
  deps.events.subscribe((event) => {
    if (!INVALIDATING_EVENTS.has(event.type)) return;
    generation += 1;
    remembered.clear();
    authority.reloadKeys();
  });

  const verifyAndRemember = async (token: string): Promise<TenantScope> => {
    const startedIn = generation;
    const verified = await authority.verify(token);
    if (verified === undefined) throw invalidToken();
    const scope = await loadScope(deps, verified.claims);
    // What was loaded while something changed may be the old state: right for this request, not to be kept.
    if (generation !== startedIn) return scope;
    if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value as string);
    remembered.set(token, { scope, expiresAtMs: verified.expiresAt * 1000 });
    return scope;
  };

  return (token) => {
    const known = remembered.get(token);
    if (known === undefined) return verifyAndRemember(token);
    if (known.expiresAtMs > deps.clock.now()) return known.scope;
    remembered.delete(token);
    throw invalidToken();
  };
}

async function loadScope(deps: Deps, claims: TokenClaims): Promise<TenantScope> {
  const project = await selectProject(deps.db.reader, claims.projectId);
  const tenant = await selectTenant(deps.db.reader, claims.projectId, claims.tenantSlug);
  // A tenant deleted and made again under the same identifier is another tenant.
  if (project === undefined || tenant?.id !== claims.tenantId) throw invalidToken();
  const plan = deps.plans.get(project.plan);
  if (plan === undefined)
    throw new Error(`project ${project.id} is on the plan ${project.plan}, which is gone`);
  const user = claims.user ?? { id: tenant.slug, name: tenant.slug };
  return {
    kind: 'tenant',
    actor: { kind: 'user', ...user },
    teamId: project.teamId,
    projectId: project.id,
    tenant: { id: tenant.id, slug: tenant.slug },
    plan,
  };
}
