import { fetchOnce } from './client.ts';
import type { PlannedRequest } from './load-plan.ts';
import type { FirstProject, RunningScript } from './servers.ts';

/** Path of the tool server. */
export const TOOL_PATH = '/api/v1/mcp';

const REVISION = '2026-07-28';

/** The version of the protocol: since 2026-07-28 every request describes itself in an envelope and in headers. */
export type Era = 'legacy' | 'modern';

/** The project, tenant and key of an agent. */
export interface Seat {
  apiKey: string;
  projectId: string;
  tenant: string;
}

export function seatIn({ api_key, project_id }: FirstProject, tenant: string): Seat {
  return { apiKey: api_key, projectId: project_id, tenant };
}

/** What an agent's program sends with every request. */
export function seatHeaders({ apiKey, projectId, tenant }: Seat): Record<string, string> {
  return { Authorization: `Bearer ${apiKey}`, 'X-Project-Id': projectId, 'X-Tenant': tenant };
}

/** A call of a tool as a client of that era sends it. */
export function planToolCall(seat: Seat, era: Era, name: string, args: object): PlannedRequest {
  const headers = { ...seatHeaders(seat), Accept: 'application/json, text/event-stream' };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
  const params = { name, arguments: args };
  const request = { method: 'POST', path: TOOL_PATH } as const;
  if (era === 'legacy') {
    return {
      ...request,
      headers: { ...headers, 'MCP-Protocol-Version': '2025-11-25' },
      body: JSON.stringify({ ...call, params }),
    };
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    ...request,
    headers: {
      ...headers,
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
    },
    body: JSON.stringify({ ...call, params: { ...params, _meta } }),
  };
}

/** A tool's result as it comes over the wire to a client of 2026-07-28. */
export interface WireResult {
  content: [{ type: 'text'; text: string }];
  structuredContent: Record<string, unknown>;
  resultType: string;
  _meta: Record<string, unknown>;
}

/** Sends a planned call once. Throws if the tool refuses. */
export async function callToolOnce(server: RunningScript, request: PlannedRequest): Promise<WireResult> {
  const text = await fetchOnce(server, request);
  const { result } = JSON.parse(text);
  if (result?.structuredContent === undefined) throw new Error(`the tool refused: ${text}`);
  return result;
}

/**
 * Throws unless two servers answer a request with the same bytes, except for fences: only then their times can be
 * compared.
 */
export async function requireSameAnswer(
  a: RunningScript,
  b: RunningScript,
  request: PlannedRequest,
): Promise<void> {
  const withoutFence = (text: string) => text.replace(/\\?"untrusted\\?":\d{6},|,\\?"end\\?":\d{6}/g, '');
  const fromA = withoutFence(await fetchOnce(a, request));
  const fromB = withoutFence(await fetchOnce(b, request));
  if (fromA !== fromB)
    throw new Error(`the answers differ:\n${fromA.slice(0, 2000)}\n${fromB.slice(0, 2000)}`);
}
