import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { Settings } from './config/index.ts';
import { recordAnsweredCall } from './features/audit/index.ts';
import type { Endpoint } from './http/endpoints.ts';
import { API_KEYS, type Authenticator, type VerifiedKey } from './mcp/authenticate.ts';
import { createMcpEndpoint } from './mcp/endpoint.ts';
import { createHostCheck } from './mcp/host-check.ts';
import type { Metrics } from './metrics/metrics.ts';
import { CATALOGUE } from './operations.ts';
import type { Deps } from './platform/deps.ts';
import { notFound } from './platform/errors.ts';

type ToolSettings = Pick<Settings, 'mcp_hosts'>;

/** The tool server for agents with API keys, and for those that people have connected. */
export function toolServers(
  deps: Deps,
  settings: ToolSettings,
  serverFactory: McpServerFactory | undefined,
  metrics: Metrics | undefined,
): Endpoint[] {
  const { access, grants } = deps.services;
  const byKey = { ...access.toolAccess, ...API_KEYS, takeRate: access.takeToolRequest };
  const create = <Key extends VerifiedKey>(authenticator: Authenticator<Key>) =>
    createToolServer(deps, settings, serverFactory, metrics, authenticator);
  const answerConnected = create(grants.access);
  return [
    { path: '/api/v1/mcp', handle: create(byKey) },
    {
      path: '/mcp/:project/:tenant',
      handle(request, readAddress) {
        if (!grants.isOn()) throw notFound('Resource');
        return answerConnected(request, readAddress);
      },
    },
  ];
}

function createToolServer<Key extends VerifiedKey>(
  deps: Deps,
  settings: ToolSettings,
  serverFactory: McpServerFactory | undefined,
  metrics: Metrics | undefined,
  authenticator: Authenticator<Key>,
) {
  const { projects } = deps.services;
  return createMcpEndpoint({
    deps,
    catalogue: CATALOGUE,
    authenticator,
    checkHost: createHostCheck(() => deps.baseUrl, settings.mcp_hosts),
    recordCall: (scope, call) => {
      metrics?.countToolCall(call);
      return recordAnsweredCall(deps, scope, call);
    },
    countCall: async (scope) => (await projects.usage.reserve(scope, 'tool_calls')).settle(1),
    ...(serverFactory && { serverFactory }),
  });
}
