import { Cache } from '../../platform/caching/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { readList } from '../../platform/json/stored-list.ts';
import type { Actor, Effect, ProjectScope, Restriction, TenantScope } from '../../platform/scope.ts';
import type { BackendCall, BackendCredentials, OpenBackendScope } from '../../platform/security/backend.ts';
import { sha256 } from '../../platform/security/crypto.ts';
import { recordUse } from '../../platform/security/key-use.ts';
import {
  createTenantScope,
  type ProjectRow,
  restrictionsOf,
  selectProject,
  selectTenant,
  tenantNotFound,
} from '../projects/index.ts';
import { type BackendKeyRow, selectBackendKeyByHash, updateBackendKeyLastUse } from './backend-queries.ts';
import { keyOutOfReach, unknownBackendKey } from './errors.ts';
import { CLIENT_ACTOR_ID } from './signatures.ts';

/** Most entries of each cache. */
const MAX_CACHED = 10_000;

const KEY_EVENTS = ['server_key.revoked'];
const PROJECT_EVENTS = ['project.changed'];
const TENANT_EVENTS = ['tenant.changed', 'tenant.deleted', 'tenant.moved'];

/** A key with its lists parsed. */
interface VerifiedBackendKey {
  row: BackendKeyRow;
  restriction: Restriction;
  operations: ReadonlySet<string> | undefined;
  tenants: ReadonlySet<string> | undefined;
}

/** An authenticated backend. `key`: undefined with client ID and secret, which may do everything. */
interface Backend {
  project: ProjectRow;
  actor: Actor;
  key: VerifiedBackendKey | undefined;
}

/** Creates the scopes of customers' backends. Keys, projects and scopes are cached until an event reports a change. */
export class BackendAccess {
  readonly #deps: Deps;
  readonly #keys: Cache<VerifiedBackendKey>;
  readonly #projects: Cache<ProjectRow>;
  /** By project and tenant. The actor is added for each call. */
  readonly #scopes: Cache<TenantScope>;

  constructor(deps: Deps) {
    const cached = <Value>(topics: readonly string[]) =>
      new Cache<Value>({
        budget: deps.cacheBudget,
        maxEntries: MAX_CACHED,
        invalidation: { bus: deps.bus, clock: deps.clock, topics },
      });
    this.#deps = deps;
    this.#keys = cached([...KEY_EVENTS, ...PROJECT_EVENTS]);
    this.#projects = cached(PROJECT_EVENTS);
    this.#scopes = cached([...PROJECT_EVENTS, ...TENANT_EVENTS]);
  }

  readonly openScope: OpenBackendScope = async (credentials, call) => {
    const { project, actor, key } = await this.#identify(credentials, call);
    if (key !== undefined) requireReach(key, call);
    const named = call.actorName === undefined ? actor : { ...actor, name: call.actorName };
    const scope =
      call.operation.scope === 'project'
        ? openProjectScope(project, named, key)
        : await this.#openTenantScope(project.id, call.tenant ?? '', named, key);
    if (key === undefined) return scope;
    return { ...scope, restrictions: [...(scope.restrictions ?? []), key.restriction] };
  };

  async #identify(credentials: BackendCredentials, { address }: BackendCall): Promise<Backend> {
    if (credentials.kind === 'client') {
      const { customers } = this.#deps.services.access;
      const project = await customers.requireProject({ ...credentials, address });
      return { project, actor: { kind: 'system', id: CLIENT_ACTOR_ID, name: 'Backend' }, key: undefined };
    }
    const key = await this.#verifyKey(credentials.value);
    const { id, name, projectId } = key.row;
    const load = () => selectProject(this.#deps.db.reader, projectId);
    const project = await this.#projects.getOrLoad(projectId, load);
    if (project === undefined) throw unknownBackendKey();
    return { project, actor: { kind: 'system', id, name }, key };
  }

  async #verifyKey(value: string): Promise<VerifiedBackendKey> {
    const { clock, db } = this.#deps;
    // The duration of a lookup by hash reveals nothing, because hashes of similar guesses are unrelated.
    const hash = Buffer.from(sha256(value));
    const load = async () => {
      const row = await selectBackendKeyByHash(db.reader, hash);
      return row && parseKey(row);
    };
    const key = await this.#keys.getOrLoad(hash.toString('base64'), load);
    const now = clock.now();
    if (key === undefined || (key.row.expiresAt !== null && key.row.expiresAt <= now))
      throw unknownBackendKey();
    recordUse(this.#deps, key.row, now, updateBackendKeyLastUse);
    return key;
  }

  async #openTenantScope(
    projectId: string,
    slug: string,
    actor: Actor,
    key: VerifiedBackendKey | undefined,
  ): Promise<TenantScope> {
    const load = () => this.#loadScope(projectId, slug);
    const scope = await this.#scopes.getOrLoad(`${projectId} ${slug}`, load);
    // A key that is limited to some tenants must not change what all tenants see.
    const isForAll = key?.tenants === undefined;
    return {
      ...{ ...scope, actor, ...readableTenantsOf(key) },
      ...(isForAll && { mayShareModules: true }),
    };
  }

  async #loadScope(projectId: string, slug: string): Promise<TenantScope> {
    // Read again, because a project from a cache may have changed before the load of this scope began.
    const project = await selectProject(this.#deps.db.reader, projectId);
    const tenant = await selectTenant(this.#deps.db.reader, projectId, slug);
    if (project === undefined || tenant === undefined) throw tenantNotFound();
    const actor: Actor = { kind: 'system', id: '', name: '' };
    return createTenantScope(this.#deps, project, tenant, { actor, surface: 'server' });
  }
}

/**
 * A key that is limited to some operations may copy templates of other tenants only if it may read templates at all.
 */
function readableTenantsOf(key: VerifiedBackendKey | undefined): Pick<TenantScope, 'readableTenants'> {
  const mayRead = key?.operations === undefined || key.operations.has('getTemplate');
  return mayRead ? { readableTenants: key?.tenants ?? 'all' } : {};
}

function openProjectScope(
  project: ProjectRow,
  actor: Actor,
  key: VerifiedBackendKey | undefined,
): ProjectScope {
  const { id: projectId, teamId } = project;
  const reach = key?.tenants === undefined ? {} : { tenants: key.tenants };
  return { kind: 'project', actor, teamId, projectId, ...reach, ...restrictionsOf(project) };
}

function parseKey(row: BackendKeyRow): VerifiedBackendKey {
  const effects = JSON.parse(row.effects) as Effect[];
  const message = `The backend key "${row.name}" may not do this: its effects are ${effects.join(', ')}.`;
  return {
    row,
    restriction: { effects, message },
    operations: parseList(row.operations),
    tenants: parseList(row.tenants),
  };
}

const parseList = (json: string | null) => {
  const list = readList(json);
  return list === null ? undefined : new Set(list);
};

/** Throws `forbidden` for an operation or a tenant that the key does not list. */
function requireReach(
  { row, operations, tenants }: VerifiedBackendKey,
  { operation, tenant }: BackendCall,
): void {
  if (operations !== undefined && !operations.has(operation.name))
    throw keyOutOfReach(row.name, `the operation ${operation.name}`);
  if (tenants === undefined || (tenant === undefined && operation.checksTenants)) return;
  if (tenant !== undefined && tenants.has(tenant)) return;
  throw keyOutOfReach(row.name, tenant === undefined ? 'the list of tenants' : 'this tenant');
}
