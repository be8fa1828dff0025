import { Database } from 'bun:sqlite';

/**
 * The server with which cached exports are compared: it reads the answers from a database. No token, no validation.
 * Arguments: port, database file with a table `exports (id, json)`.
 */
const [port, file] = process.argv.slice(2) as [string, string];

const sqlite = new Database(file, { readonly: true });
const select = sqlite.query<{ json: string }, [string]>('SELECT json FROM exports WHERE id = ?');
const asJson = { headers: { 'content-type': 'application/json' } };

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  routes: {
    '/api/v1/health': new Response('ok'),
    '/api/v1/projects/:project/tenants/:tenant/templates/:id/export': {
      async POST(request) {
        await request.text();
        const row = select.get(request.params.id);
        return row === null ? new Response(null, { status: 404 }) : new Response(row.json, asJson);
      },
    },
  },
});
