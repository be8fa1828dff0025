import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { AgentPath, openAgentScope } from '../../access/index.ts';
import { toolCallEvents } from '../events.ts';
import { insertToolCalls } from '../queries.ts';
import { type ToolCall, toNewToolCall } from '../tool-calls.ts';

const Version = Type.Optional(Type.Integer());

/** For `galley mcp`, whose tools run in another process and report their calls through the control socket. */
export const recordToolCall = defineOperation({
  name: 'recordToolCall',
  summary: 'Record a tool call of an agent of the operator',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({
    ...AgentPath,
    client: Type.Optional(
      Type.Object({ name: Type.Optional(Type.String()), version: Type.Optional(Type.String()) }),
    ),
    tool: Type.String(),
    templateId: Type.Optional(Type.String()),
    outcome: Type.Unsafe<ToolCall['outcome']>(Type.String()),
    versionBefore: Version,
    versionAfter: Version,
    durationMs: Type.Integer({ minimum: 0 }),
    resultBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  output: Type.Object({}),
  async run({ deps }, { project_id, tenant, agent, ...call }) {
    const scope = await openAgentScope(deps, { project_id, tenant, agent });
    const row = toNewToolCall({ ...call, at: deps.clock.now(), scope });
    await deps.db.transaction((db) => insertToolCalls(db, [row]));
    deps.events.publish(toolCallEvents(call), scope);
    return {};
  },
});
