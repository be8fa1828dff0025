import { createHash } from 'node:crypto';
import { type ReservedSQL, SQL } from 'bun';

/**
 * The server with which Galley on PostgreSQL is compared: it does the least that the same requests need. It uses Bun's
 * router and client, and sends documents as they are stored. It parses bodies into name and content and checks nothing:
 * no token, no validation, no limits, no events, no search index. Reads and changes are the statements that Galley
 * sends (`log_statement=all` shows them), on Galley's tables with their triggers.
 * Arguments: port, address of an initialized database, id of its project. Prints `ready` when it listens.
 */
const [port, url, project] = process.argv.slice(2) as [string, string, string];

const sql = new SQL(url, { max: 20, bigint: true });
const [{ id: tenant }] = await sql`
  INSERT INTO tenants (project_id, slug, created_at) VALUES (${project}, 'bench', ${Date.now()}) RETURNING id`;

const asJson = { headers: { 'content-type': 'application/json' } };
const TENANT = '/api/v1/projects/:project/tenants/:tenant';
const TEMPLATE =
  'id, tenant_id, name, name_folded, key, content_id, content_by, content_by_name, content_at, version, created_at, updated_at, folder_id, archived_at, tags';

async function selectJson(id: string): Promise<Buffer | undefined> {
  const [row] = await sql.unsafe(
    `SELECT ${TEMPLATE}, (SELECT convert_to(json, 'UTF8') FROM contents WHERE id = content_id) AS json
     FROM templates WHERE id = $1 AND tenant_id = $2 AND deleted_at IS NULL`,
    [id, tenant],
  );
  return row?.json;
}

interface Body {
  name: string | null;
  json: string;
}

async function readTemplate(request: Request): Promise<Body> {
  const { name = null, content } = (await request.json()) as { name?: string; content: unknown };
  return { name, json: JSON.stringify(content) };
}

function answerTemplate(id: string, { name, json }: Body): Response {
  return new Response(`{"data":{"id":"${id}","name":${JSON.stringify(name)},"content":${json}}}`, asJson);
}

async function transact(job: (client: ReservedSQL) => Promise<void>): Promise<void> {
  const client = await sql.reserve();
  try {
    await client
      .unsafe(
        'BEGIN; SET LOCAL statement_timeout = 60000; SELECT pg_advisory_xact_lock_shared(1), pg_advisory_xact_lock(2)',
      )
      .simple();
    await job(client);
    await client.unsafe('COMMIT').simple();
  } catch (error) {
    await client.unsafe('ROLLBACK').simple();
    throw error;
  } finally {
    client.release();
  }
}

async function storeContent(client: ReservedSQL, json: string): Promise<bigint> {
  const hash = createHash('sha256').update(json).digest();
  const [found] = await client`SELECT id FROM contents WHERE tenant_id = ${tenant} AND hash = ${hash}`;
  if (found !== undefined) return found.id;
  const [made] = await client`
    INSERT INTO contents (tenant_id, hash, json) VALUES (${tenant}, ${hash}, convert_from(${Buffer.from(json)}, 'UTF8'))
    ON CONFLICT DO NOTHING RETURNING id`;
  return made.id;
}

async function addActivity(client: ReservedSQL, type: string, id: string, version: number): Promise<void> {
  await client`
    SELECT tenants.suspended, projects.suspended FROM tenants INNER JOIN projects ON projects.id = tenants.project_id
    WHERE tenants.id = ${tenant} AND tenants.project_id = ${project} AND tenants.deleted_at IS NULL`;
  await client`
    INSERT INTO activities (tenant_id, at, actor_kind, actor_id, actor_name, surface, type, template_id, subject_id, version, summary)
    VALUES (${tenant}, ${Date.now()}, 'user', 'bench', 'bench', 'rest', ${type}, ${id}, NULL, ${version}, NULL)`;
}

async function create(id: string, { name, json }: Body): Promise<void> {
  const now = Date.now();
  await transact(async (client) => {
    await client`
      UPDATE tenants SET template_count = template_count + 1 WHERE id = ${tenant} AND template_count + 1 <= 100000 RETURNING id`;
    const contentId = await storeContent(client, json);
    await client`
      INSERT INTO templates (id, tenant_id, name, name_folded, key, content_id, content_by, content_by_name, content_at, version,
        created_at, updated_at, folder_id, archived_at, tags, score, scored_version, exported_at, deleted_at, deleted_with)
      VALUES (${id}, ${tenant}, ${name}, ${(name ?? '').toLowerCase()}, NULL, ${contentId}, 'user:bench', 'bench', ${now}, 1,
        ${now}, ${now}, NULL, NULL, '', 0, NULL, 0, NULL, NULL)`;
    await addActivity(client, 'template.created', id, 1);
  });
}

async function addSnapshot(
  client: ReservedSQL,
  id: string,
  contentId: bigint,
  version: number,
): Promise<void> {
  await client`
    INSERT INTO snapshots (id, tenant_id, template_id, content_id, is_autosave, label, author_kind, author_id, author_name, version, last_version, created_at)
    VALUES (${Bun.randomUUIDv7()}, ${tenant}, ${id}, ${contentId}, 1, NULL, 'user', 'bench', 'bench', ${version}, NULL, ${Date.now()})`;
}

async function update(id: string, { name, json }: Body): Promise<void> {
  await transact(async (client) => {
    const [row] = await client.unsafe(
      `SELECT ${TEMPLATE} FROM templates WHERE id = $1 AND tenant_id = $2 AND deleted_at IS NULL`,
      [id, tenant],
    );
    const contentId = await storeContent(client, json);
    const [newest] = await client`
      SELECT id, content_id, version, created_at FROM snapshots WHERE template_id = ${id} AND tenant_id = ${tenant}
      ORDER BY created_at DESC, id DESC LIMIT 1`;
    if (newest?.content_id !== row.content_id)
      await addSnapshot(client, id, row.content_id, Number(row.version));
    const version = Number(row.version) + 1;
    await addSnapshot(client, id, contentId, version);
    await client`
      UPDATE templates SET name = coalesce(${name}, name), content_id = ${contentId}, version = ${version}, updated_at = ${Date.now()}
      WHERE id = ${id} AND tenant_id = ${tenant} AND deleted_at IS NULL AND version = ${row.version} RETURNING id`;
    await addActivity(client, 'template.updated', id, version);
  });
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
      async GET() {
        return Response.json({
          data: await sql`
            SELECT id, name, key, version::int, created_at::float8, updated_at::float8, folder_id, archived_at::float8, tags, score::int, scored_version::int, exported_at::float8
            FROM templates WHERE tenant_id = ${tenant} AND deleted_at IS NULL AND (CAST(archived_at IS NOT NULL AS integer)) = 0
            ORDER BY id DESC LIMIT 26`,
        });
      },
      async POST(request: Bun.BunRequest<`${typeof TENANT}/templates`>) {
        const body = await readTemplate(request);
        const id = Bun.randomUUIDv7();
        await create(id, body);
        return answerTemplate(id, body);
      },
    },
    [`${TENANT}/templates/:id`]: {
      async GET({ params }: Bun.BunRequest<`${typeof TENANT}/templates/:id`>) {
        const json = await selectJson(params.id);
        return json === undefined ? new Response(null, { status: 404 }) : new Response(json, asJson);
      },
      async PUT(request: Bun.BunRequest<`${typeof TENANT}/templates/:id`>) {
        const body = await readTemplate(request);
        await update(request.params.id, body);
        return answerTemplate(request.params.id, body);
      },
    },
    '/api/v1/mcp': {
      async POST(request) {
        const { id, params } = (await request.json()) as ToolCall;
        const json = (await selectJson(params.arguments.template_id))?.toString();
        if (json === undefined) return new Response(null, { status: 404 });
        const result = `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`;
        return new Response(`{"result":${result},"jsonrpc":"2.0","id":${id}}`, asJson);
      },
    },
  },
});
process.stdout.write(`ready on ${server.port}\n`);
