import type { Catalogue } from './catalogue.ts';
import { loadMcpSdk } from './sdk.ts';
import { defineMcpServer } from './server.ts';
import type { McpSession } from './session.ts';

/**
 * Serves the catalogue on standard input and output, for agents that start a process, until the input ends.
 * Standard output belongs to the protocol alone.
 */
export async function serveStdio(catalogue: Catalogue, session: McpSession): Promise<void> {
  const sdk = await loadMcpSdk();
  const { serveStdio: serve, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const createServer = defineMcpServer(sdk, catalogue);
  const transport = new StdioServerTransport();
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  const served = serve(() => createServer(session), {
    transport,
    onerror: (error) => process.stderr.write(`galley: ${error.message}\n`),
  });
  await ended;
  await served.close();
}
