import { Cache } from '../../platform/cache.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { isUuid } from '../../platform/ids.ts';
import type { TenantScope } from '../../platform/scope.ts';
import {
  createTenantScope,
  projectNotFound,
  selectProject,
  selectTenant,
  tenantNotFound,
} from '../projects/index.ts';
import { keyWithoutAccess, toolServerUnavailable } from './errors.ts';
import { type ApiKeyRow, selectApiKeyByHash, selectApiKeyProjects, updateApiKeyLastUse } from './queries.ts';

/** The time of last use is kept to the minute, so that a busy agent does not cost a write per call. */
const LAST_USE_RESOLUTION_MS = 60_000;

/** Keys and scopes remembered at once. */
const MAX_REMEMBERED = 10_000;

const KEY_EVENTS = ['api_key.revoked', 'api_key.regenerated'];

/** Who may use the tool server, and where. */
export interface ToolAccess {
  /** The API key with this value, or undefined if there is none or it has expired. Notes the time of use. */
  verifyKey(value: string): Promise<ApiKeyRow | undefined>;
  /**
   * The scope of a key's agent in a project's tenant, which is never made here. Throws `not_found` for a project or
   * tenant there is not, `forbidden` for a project the key may not access, `feature_unavailable` without the plan.
   */
  openScope(key: ApiKeyRow, projectId: string, tenantSlug: string): Promise<TenantScope>;
}

/** Keys and scopes are looked up once and remembered until an event says that they may have changed. */
export function createToolAccess(deps: Deps): ToolAccess {
  const keys = new Cache<ApiKeyRow>({
    maxEntries: MAX_REMEMBERED,
    invalidation: { bus: deps.bus, clock: deps.clock, topics: KEY_EVENTS },
  });
  const scopes = new Cache<TenantScope>({
    maxEntries: MAX_REMEMBERED,
    invalidation: {
      bus: deps.bus,
      clock: deps.clock,
      topics: [...KEY_EVENTS, 'project.changed', 'tenant.deleted'],
    },
  });
  return {
    async verifyKey(value) {
      // Unlike a comparison, a lookup by hash tells nothing by its duration: hashes of guesses are unrelated.
      const hash = Buffer.from(sha256(value));
      const name = hash.toString('base64');
      const load = () => selectApiKeyByHash(deps.db.reader, hash);
      const key = await keys.getOrLoad(name, load);
      const now = deps.clock.now();
      if (key === undefined || (key.expiresAt !== null && key.expiresAt <= now)) return undefined;
      recordKeyUse(deps, key, now);
      return key;
    },
    async openScope(key, projectId, tenantSlug) {
      const name = `${key.id} ${projectId} ${tenantSlug}`;
      const load = () => loadScope(deps, key, projectId, tenantSlug);
      return scopes.getOrLoad(name, load);
    },
  };
}

/** The request does not wait for it; a full disk must not keep an agent from reading. */
function recordKeyUse(deps: Deps, key: ApiKeyRow, now: number): void {
  if (key.lastUsedAt !== null && now - key.lastUsedAt < LAST_USE_RESOLUTION_MS) return;
  key.lastUsedAt = now;
  deps.db
    .transaction((db) => updateApiKeyLastUse(db, key.id, now))
    .catch((error) =>
      deps.log.warn({ err: error, key_id: key.id }, 'the time of use of an API key was not kept'),
    );
}

async function loadScope(
  deps: Deps,
  key: ApiKeyRow,
  projectId: string,
  tenantSlug: string,
): Promise<TenantScope> {
  const project = isUuid(projectId)
    ? await selectProject(deps.db.reader, projectId.toLowerCase())
    : undefined;
  if (project === undefined) throw projectNotFound();
  if (!(await mayAccess(deps, key, project))) throw keyWithoutAccess();
  const tenant = await selectTenant(deps.db.reader, project.id, tenantSlug);
  if (tenant === undefined) throw tenantNotFound();
  const { id, name } = key;
  const actor = { kind: 'agent' as const, id, name };
  const scope = createTenantScope(deps, project, tenant, { actor, surface: 'mcp' });
  if (!scope.plan.features.mcp_server) throw toolServerUnavailable();
  return scope;
}

async function mayAccess(
  deps: Deps,
  key: ApiKeyRow,
  project: { id: string; teamId: string },
): Promise<boolean> {
  if (key.teamId !== project.teamId) return false;
  if (key.allProjects) return true;
  const chosen = await selectApiKeyProjects(deps.db.reader, [key.id]);
  return chosen.get(key.id)?.includes(project.id) === true;
}
