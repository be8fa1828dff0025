import { Database } from 'bun:sqlite';

/**
 * The server with which reading a template through the tool server is compared: JSON-RPC by hand on a bare `Bun.serve`.
 * It reads only the id and the arguments of a request, reads the stored answer by a prepared statement, and puts it
 * into the result as text and as an object without parsing it. No key, no limits, no check of headers, envelope or
 * arguments, and no record of the call.
 * Arguments: port, database file, the end of every result as JSON.
 */
const [port, file, ending] = process.argv.slice(2) as [string, string, string];

interface ToolCall {
  id: number;
  params: { arguments: { template_id: string } };
}

const sqlite = new Database(file, { readonly: true });
const select = sqlite.query<{ json: string }, [string]>('SELECT json FROM templates WHERE id = ?');

const asJson = { headers: { 'content-type': 'application/json' } };

const server = Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  routes: {
    '/api/v1/health': new Response('ok'),
    '/api/v1/mcp': {
      async POST(request) {
        const { id, params } = (await request.json()) as ToolCall;
        const row = select.get(params.arguments.template_id);
        if (row === null) return new Response(null, { status: 404 });
        const result = `{"content":[{"type":"text","text":${JSON.stringify(row.json)}}],"structuredContent":${row.json},${ending}`;
        return new Response(`{"result":${result},"jsonrpc":"2.0","id":${id}}`, asJson);
      },
    },
  },
});
process.stdout.write(`ready on ${server.port}\n`);
