import { Cache } from '../../platform/caching/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { equalInConstantTime, sha256 } from '../../platform/security/crypto.ts';
import {
  type ProjectRow,
  resolveTenant,
  selectClientSecrets,
  selectProjectByClientId,
  type TenantRow,
} from '../projects/index.ts';

/** Compared with the secret for an unknown client ID, so that the check takes as long as for a known one. */
const NO_SECRETS = [{ hash: new Uint8Array(32), expiresAt: null }];

/** Cached lookups of a token exchange: projects by their credentials, and tenants. */
export interface CustomerDirectory {
  /** The project with this client ID, without a check of the secret. */
  findProjectId(clientId: string): Promise<string | undefined>;
  /** The project with this client ID and an unexpired secret of this value. */
  findProject(clientId: string, clientSecret: string): Promise<ProjectRow | undefined>;
  /** The tenant with this identifier, created if it is new. */
  resolveTenant(emit: (event: DomainEvent) => void, project: ProjectRow, slug: string): Promise<TenantRow>;
}

export function createCustomerDirectory(deps: Deps): CustomerDirectory {
  const clients = new Cache<Awaited<ReturnType<typeof loadClient>>>({
    budget: deps.cacheBudget,
    maxEntries: 1_000,
    invalidation: { bus: deps.bus, clock: deps.clock, topics: ['project.changed'] },
  });
  const tenants = new Cache<TenantRow>({
    budget: deps.cacheBudget,
    maxEntries: 20_000,
    invalidation: {
      bus: deps.bus,
      clock: deps.clock,
      topics: ['tenant.changed', 'tenant.deleted', 'tenant.moved'],
    },
  });
  const findClient = (clientId: string) => clients.getOrLoad(clientId, () => loadClient(deps, clientId));
  return {
    findProjectId: async (clientId) => (await findClient(clientId))?.project.id,
    async findProject(clientId, clientSecret) {
      const presented = sha256(clientSecret);
      const client = await findClient(clientId);
      const now = deps.clock.now();
      // No early exit, so that the duration does not tell which secret matched.
      const matches = (client?.secrets ?? NO_SECRETS).filter(
        ({ hash, expiresAt }) =>
          equalInConstantTime(hash, presented) && (expiresAt === null || expiresAt > now),
      );
      return matches.length > 0 ? client?.project : undefined;
    },
    async resolveTenant(emit, project, slug) {
      const key = `${project.id} ${slug}`;
      return tenants.getOrLoad(key, () => resolveTenant({ deps, emit }, project, slug));
    },
  };
}

async function loadClient(deps: Deps, clientId: string) {
  const project = await selectProjectByClientId(deps.db.reader, clientId);
  if (project === undefined) return undefined;
  return { project, secrets: await selectClientSecrets(deps.db.reader, project.id) };
}
