import { Database } from 'bun:sqlite';

/**
 * What reading a template through the tool server is measured against: JSON-RPC by hand on a bare `Bun.serve`. It parses
 * the request and looks at nothing but the id and the arguments, reads the stored answer by a prepared statement, never
 * parses it, quotes it once for the text a model reads and splices it in as the object beside. No key, no limits, no
 * check of headers, envelope or arguments, no record of the call, and a statement it can keep as there is one tool.
 * Arguments: port, database file, what ends every result as JSON. Prints `ready` when it listens.
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
