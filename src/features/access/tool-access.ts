import { type AgentMode, EFFECTS_OF_MODE } from '../../platform/agents/agent-modes.ts';
import { Cache } from '../../platform/caching/cache.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { isUuid } from '../../platform/ids.ts';
import { readList } from '../../platform/json/stored-list.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { Restriction, TenantScope } from '../../platform/scope.ts';
import { sha256 } from '../../platform/security/crypto.ts';
import { recordUse } from '../../platform/security/key-use.ts';
import {
  createTenantScope,
  projectNotFound,
  requireNotSuspended,
  selectProject,
  selectTenant,
  suspensionOf,
  tenantNotFound,
} from '../projects/index.ts';
import { keyWithoutAccess, keyWithoutTenant, toolServerUnavailable } from './errors.ts';
import {
  type ApiKeyRow,
  selectApiKeyByHash,
  selectApiKeyProjects,
  updateApiKeyClient,
  updateApiKeyLastUse,
} from './queries.ts';

/** Most entries of each cache. */
const MAX_CACHED = 10_000;

const KEY_EVENTS = ['api_key.revoked', 'api_key.regenerated'];

/** Authenticates API keys and authorizes them for projects. */
export interface ToolAccess {
  /** The API key with this value; undefined if it is unknown or expired. Records the time of use. */
  verifyKey(value: string): Promise<ApiKeyRow | undefined>;
  /** Records which program uses a key, in the background. */
  recordClient(key: ApiKeyRow, client: string): void;
  /**
   * The scope of a key's agent in a tenant; agents cannot create tenants. Throws `not_found` for an unknown project or
   * tenant, `forbidden` for a project or a tenant that the key may not access, `feature_unavailable` if the plan has no
   * tool server.
   */
  openScope(key: ApiKeyRow, projectId: string, tenantSlug: string): Promise<TenantScope>;
}

/** Keys and scopes are cached until an event reports a change. */
export function createToolAccess(deps: Deps): ToolAccess {
  const keys = new Cache<ApiKeyRow>({
    budget: deps.cacheBudget,
    maxEntries: MAX_CACHED,
    invalidation: { bus: deps.bus, clock: deps.clock, topics: KEY_EVENTS },
  });
  const scopes = new Cache<TenantScope>({
    budget: deps.cacheBudget,
    maxEntries: MAX_CACHED,
    invalidation: {
      bus: deps.bus,
      clock: deps.clock,
      topics: [...KEY_EVENTS, 'project.changed', 'tenant.changed', 'tenant.deleted', 'tenant.moved'],
    },
  });
  return {
    async verifyKey(value) {
      // The duration of a lookup by hash reveals nothing, because hashes of similar guesses are unrelated.
      const hash = Buffer.from(sha256(value));
      const name = hash.toString('base64');
      const load = () => selectApiKeyByHash(deps.db.reader, hash);
      const key = await keys.getOrLoad(name, load);
      const now = deps.clock.now();
      if (key === undefined || (key.expiresAt !== null && key.expiresAt <= now)) return undefined;
      recordUse(deps, key, now, updateApiKeyLastUse);
      return key;
    },
    recordClient: createClientRecord(deps),
    async openScope(key, projectId, tenantSlug) {
      const name = `${key.id} ${projectId} ${tenantSlug}`;
      const load = () => loadScope(deps, key, projectId, tenantSlug);
      return scopes.getOrLoad(name, load);
    },
  };
}

/** Writes at most once a minute per key, even if several programs alternate. */
function createClientRecord(deps: Deps): ToolAccess['recordClient'] {
  const recent = new Cache<true>({ maxEntries: MAX_CACHED });
  return (key, client) => {
    if (key.lastUsedBy === client) return;
    const minute = `${key.id} ${Math.floor(deps.clock.now() / MINUTE_MS)}`;
    if (recent.get(minute) !== undefined) return;
    recent.set(minute, true);
    key.lastUsedBy = client;
    deps.db
      .transaction((db) => updateApiKeyClient(db, key.id, client))
      .catch((error) => deps.log.warn({ err: error, key_id: key.id }, 'the client of a key was not stored'));
  };
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
  if (readList(key.tenants)?.includes(tenantSlug) === false) throw keyWithoutTenant(key.name);
  const tenant = await selectTenant(deps.db.reader, project.id, tenantSlug);
  if (tenant === undefined) throw tenantNotFound();
  requireNotSuspended(suspensionOf(project, tenant), 'read');
  const { id, name } = key;
  const actor = { kind: 'agent' as const, id, name };
  const scope = createTenantScope(deps, project, tenant, { actor, surface: 'mcp' });
  if (!scope.plan.features.mcp_server) throw toolServerUnavailable();
  const isAccessOpen = async (db: Connection) => (await selectApiKeyByHash(db, key.hash)) !== undefined;
  return { ...scope, ...limitsOf(key, scope), isAccessOpen };
}

/** What a key may do in each mode, for error messages. `write` has no limit. */
const ALLOWS: Record<Exclude<AgentMode, 'write'>, string> = {
  read: 'it may read, and change nothing',
  comment: 'it may read and comment, and change nothing else',
  propose:
    'it may read, comment, and propose by create-template, update-template and delete-template, and change nothing itself',
};

/** The restrictions that a key adds to the rights of an agent. */
function limitsOf({ name, mode, templateId, tools }: ApiKeyRow, { restrictions = [] }: TenantScope) {
  const allowed = readList(tools);
  return {
    ...(mode !== 'write' && { restrictions: [...restrictions, restrictionOf(name, mode)] }),
    ...(templateId !== null && { templateId }),
    ...(allowed !== null && { tools: new Set(allowed) }),
  };
}

function restrictionOf(name: string, mode: Exclude<AgentMode, 'write'>): Restriction {
  const message = `The API key "${name}" has the mode "${mode}": ${ALLOWS[mode]}.`;
  return { effects: EFFECTS_OF_MODE[mode], message };
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
