/** The protocol library. */
export type McpSdk = typeof import('@modelcontextprotocol/server');

let loading: Promise<McpSdk> | undefined;

/** Loads the protocol library when the first agent comes: it takes 120 ms and 30 MB that a server without agents saves. */
export function loadMcpSdk(): Promise<McpSdk> {
  loading ??= import('@modelcontextprotocol/server');
  return loading;
}
