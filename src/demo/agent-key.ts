import { createApiKey, listApiKeys, regenerateApiKey } from '../features/access/index.ts';
import { describeConfigurations } from '../platform/agents/agent-configurations.ts';
import type { Deps } from '../platform/deps.ts';
import { perform } from '../platform/operation.ts';
import { createAdminScope } from '../platform/scope.ts';

/** What the key of the demo is called, also in the names of agents. */
const KEY_NAME = 'Demo key';

/**
 * The configurations of common agents for the demo's project, with a new key for it alone. The former key ends, because
 * only hashes of keys are stored.
 */
export async function configureAgents(deps: Deps, projectId: string, tenant: string): Promise<string> {
  const scope = createAdminScope('demo');
  const { items } = await perform(listApiKeys, deps, scope, {});
  const former = items.find(
    ({ name, project_ids }) => name === KEY_NAME && project_ids?.join() === projectId,
  );
  const { api_key, mcp_url } =
    former === undefined
      ? await perform(createApiKey, deps, scope, { name: KEY_NAME, project_ids: [projectId] })
      : await perform(regenerateApiKey, deps, scope, { id: former.id });
  return describeConfigurations({ apiKey: api_key, mcpUrl: mcp_url, projectId, tenant });
}
