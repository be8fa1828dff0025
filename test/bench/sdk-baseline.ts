import { createMcpHandler, type Implementation, Server } from '@modelcontextprotocol/server';

/**
 * The server with which small tool calls are compared: the protocol library's low-level server with one tool that
 * always gives the same answer, and with the body parsed beforehand. No key, no limits, no tenant, no check of
 * arguments, no database and no record of the call.
 * Arguments: port, server information and the tool's answer, both as JSON. Prints `ready` when it listens.
 */
const [port, serverInfo, answer] = process.argv.slice(2) as [string, string, string];

const info = JSON.parse(serverInfo) as Implementation;
const result = JSON.parse(answer);

const handler = createMcpHandler(
  () => {
    const server = new Server(info, { capabilities: { tools: { listChanged: false } } });
    server.setRequestHandler('tools/call', async () => result);
    return server;
  },
  { legacy: 'reject' },
);

const server = Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  routes: {
    '/api/v1/health': new Response('ok'),
    '/api/v1/mcp': {
      POST: async (request) => handler.fetch(request, { parsedBody: await request.json() }),
    },
  },
});
process.stdout.write(`ready on ${server.port}\n`);
