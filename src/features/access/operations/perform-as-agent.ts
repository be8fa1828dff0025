import { Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { defineOperation, perform } from '../../../platform/operation.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { createTenantScope, requireTenant } from '../../projects/index.ts';
import { toolServerUnavailable } from '../errors.ts';
import { OPERATOR_AGENT_ID } from '../signatures.ts';

/** Project, tenant and name of an agent that the operator runs. */
export const AgentPath = {
  project_id: Type.String({ description: 'The project’s UUID.' }),
  tenant: Type.String({ description: 'The tenant’s identifier.' }),
  agent: Type.String({ maxLength: 100, description: 'What the agent is called in records.' }),
};

/** Agents at the command line need no key, because access to the control socket already includes all rights. */
export const performAsAgent = defineOperation({
  name: 'performAsAgent',
  summary: 'Perform a tenant’s operation as an agent of the operator',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({ ...AgentPath, operation: Type.String(), input: Type.Unknown() }),
  output: Type.Unknown(),
  async run({ deps, signal }, { operation: name, input, ...place }) {
    const operation = deps.services.access.agentOperations.get(name);
    if (operation === undefined) throw new Error(`agents may not perform ${name}`);
    const scope = await openAgentScope(deps, place);
    if (!scope.plan.features.mcp_server) throw toolServerUnavailable();
    (await deps.services.projects.usage.reserve(scope, 'tool_calls')).settle(1);
    return perform(operation, deps, scope, input, { signal });
  },
});

/** The scope of an agent that the operator runs. Throws `not_found` for an unknown project or tenant. */
export async function openAgentScope(
  deps: Deps,
  { project_id, tenant: slug, agent }: { project_id: string; tenant: string; agent: string },
): Promise<TenantScope> {
  const { project, tenant } = await requireTenant(deps.db.reader, project_id, slug);
  const actor = { kind: 'agent' as const, id: OPERATOR_AGENT_ID, name: agent };
  return createTenantScope(deps, project, tenant, { actor, surface: 'cli' });
}
