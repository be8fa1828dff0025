import { equalInConstantTime, sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { createMemory } from '../../platform/memory.ts';
import {
  type ProjectRow,
  resolveTenant,
  selectClientSecrets,
  selectProjectByClientId,
  type TenantRow,
} from '../projects/index.ts';

/** Compared with when the client is unknown, so that both cases take the same steps. */
const NO_SECRETS = [{ hash: new Uint8Array(32), expiresAt: null }];

/** Who may ask for tokens, and for which tenants: what every exchange looks up, kept until it changes. */
export interface CustomerDirectory {
  /** The project whose client ID and unexpired secret these are. */
  findProject(clientId: string, clientSecret: string): Promise<ProjectRow | undefined>;
  /** The tenant of that name, made now if it is new. */
  resolveTenant(emit: (event: DomainEvent) => void, projectId: string, slug: string): Promise<TenantRow>;
}

export function createCustomerDirectory(deps: Deps): CustomerDirectory {
  const clients = createMemory<Awaited<ReturnType<typeof loadClient>>>(deps.events, {
    forgetOn: ['project.changed'],
    maxEntries: 1_000,
  });
  const tenants = createMemory<TenantRow>(deps.events, { forgetOn: ['tenant.deleted'], maxEntries: 20_000 });
  return {
    async findProject(clientId, clientSecret) {
      const presented = sha256(clientSecret);
      const client =
        clients.recall(clientId) ?? (await clients.learn(clientId, () => loadClient(deps, clientId)));
      const now = deps.clock.now();
      // No early exit: the duration must not tell which of two valid secrets matched.
      const matches = (client?.secrets ?? NO_SECRETS).filter(
        ({ hash, expiresAt }) =>
          equalInConstantTime(hash, presented) && (expiresAt === null || expiresAt > now),
      );
      return matches.length > 0 ? client?.project : undefined;
    },
    async resolveTenant(emit, projectId, slug) {
      const key = `${projectId} ${slug}`;
      const known = tenants.recall(key);
      if (known !== undefined) return known;
      const load = () => resolveTenant({ deps, emit }, projectId, slug);
      return (await tenants.learn(key, load)) as TenantRow;
    },
  };
}

async function loadClient(deps: Deps, clientId: string) {
  const project = await selectProjectByClientId(deps.db.reader, clientId);
  if (project === undefined) return undefined;
  return { project, secrets: await selectClientSecrets(deps.db.reader, project.id) };
}
