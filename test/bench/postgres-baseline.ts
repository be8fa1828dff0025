import { SQL } from 'bun';

/**
 * The least a server can do with the same requests on PostgreSQL: Bun's own router and client, one prepared statement a
 * request, documents that go out as they are stored; a body is taken apart into name and content and not looked at
 * further. No token, no validation, no transaction, no history. Arguments: port, address of an empty database. Prints
 * `ready` when it listens.
 */
const [port, url] = process.argv.slice(2) as [string, string];

const sql = new SQL(url, { max: 20 });
await sql.unsafe(
  'CREATE TABLE templates (id text PRIMARY KEY, tenant text, name text, json text, version bigint, created_at bigint, updated_at bigint)',
);
await sql.unsafe('CREATE INDEX templates_tenant ON templates (tenant, id)');

const asJson = { headers: { 'content-type': 'application/json' } };
const TENANT = '/api/v1/projects/:project/tenants/:tenant';

async function selectJson(id: string): Promise<string | undefined> {
  const [row] = await sql`SELECT json FROM templates WHERE id = ${id}`;
  return row?.json;
}

async function readTemplate(request: Request): Promise<{ name: string | null; json: string }> {
  const { name = null, content } = (await request.json()) as { name?: string; content: unknown };
  return { name, json: JSON.stringify(content) };
}

function answerTemplate(id: string, name: string | null, json: string): Response {
  return new Response(`{"data":{"id":"${id}","name":${JSON.stringify(name)},"content":${json}}}`, asJson);
}

interface ToolCall {
  id: number;
  params: { arguments: { template_id: string } };
}

const server = Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  routes: {
    '/api/v1/health': new Response('ok'),
    '/api/v1/auth/token': {
      POST: () => Response.json({ token: 'token', expires_at: 0, project_id: 'bench', tenant: 'bench' }),
    },
    [`${TENANT}/templates`]: {
      async GET({ params }: Bun.BunRequest<`${typeof TENANT}/templates`>) {
        return Response.json({
          data: await sql`
            SELECT id, name, version, created_at, updated_at FROM templates
            WHERE tenant = ${params.tenant} ORDER BY id DESC LIMIT 25`,
        });
      },
      async POST(request: Bun.BunRequest<`${typeof TENANT}/templates`>) {
        const { name, json } = await readTemplate(request);
        const id = Bun.randomUUIDv7();
        const now = Date.now();
        await sql`INSERT INTO templates VALUES (${id}, ${request.params.tenant}, ${name}, ${json}, 1, ${now}, ${now})`;
        return answerTemplate(id, name, json);
      },
    },
    [`${TENANT}/templates/:id`]: {
      async GET({ params }: Bun.BunRequest<`${typeof TENANT}/templates/:id`>) {
        const json = await selectJson(params.id);
        return json === undefined ? new Response(null, { status: 404 }) : new Response(json, asJson);
      },
      async PUT(request: Bun.BunRequest<`${typeof TENANT}/templates/:id`>) {
        const { name, json } = await readTemplate(request);
        const { id, tenant } = request.params;
        await sql`
          UPDATE templates SET name = coalesce(${name}, name), json = ${json}, version = version + 1, updated_at = ${Date.now()}
          WHERE id = ${id} AND tenant = ${tenant}`;
        return answerTemplate(id, name, json);
      },
    },
    '/api/v1/mcp': {
      async POST(request) {
        const { id, params } = (await request.json()) as ToolCall;
        const json = await selectJson(params.arguments.template_id);
        if (json === undefined) return new Response(null, { status: 404 });
        const result = `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`;
        return new Response(`{"result":${result},"jsonrpc":"2.0","id":${id}}`, asJson);
      },
    },
  },
});
process.stdout.write(`ready on ${server.port}\n`);
