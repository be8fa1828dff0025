import { Database } from 'bun:sqlite';
import { timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';

/**
 * The server with which Galley is compared: it does the least that the same requests need. It uses Bun's router and
 * prepared statements, and sends documents as they are stored. It parses bodies into name and content and checks
 * nothing: no bearer token, no validation, no CORS. A commit does not wait for the disk. With the third argument `raw`
 * it stores the text of a template's body without parsing it, and signs tokens by hand instead of with a library.
 * Arguments: port, database file, `parsing` or `raw`. Prints `ready` when it listens.
 */
const [port, file, kind] = process.argv.slice(2) as [string, string, 'parsing' | 'raw'];

/** Credentials of the only client of the baseline. */
const CLIENT = { id: 'bench-client', secret: 'bench-secret' };

const sqlite = new Database(file, { create: true });
sqlite.run('PRAGMA journal_mode = WAL');
sqlite.run('PRAGMA synchronous = NORMAL');
sqlite.run(
  'CREATE TABLE templates (id TEXT PRIMARY KEY, tenant TEXT, name TEXT, json TEXT, version INTEGER, created_at INTEGER, updated_at INTEGER)',
);
sqlite.run('CREATE INDEX templates_tenant ON templates (tenant, id)');
sqlite.run('CREATE TABLE clients (id TEXT PRIMARY KEY, project_id TEXT, hash BLOB)');
const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest();
sqlite.query('INSERT INTO clients VALUES (?, ?, ?)').run(CLIENT.id, crypto.randomUUID(), hash(CLIENT.secret));

const selectOne = sqlite.query<{ json: string }, [string, string]>(
  'SELECT json FROM templates WHERE id = ? AND tenant = ?',
);
const selectPage = sqlite.query<object, [string]>(
  'SELECT id, name, version, created_at, updated_at FROM templates WHERE tenant = ? ORDER BY id DESC LIMIT 25',
);
const insert = sqlite.query('INSERT INTO templates VALUES (?, ?, ?, ?, 1, ?, ?)');
const update = sqlite.query(
  'UPDATE templates SET name = coalesce(?, name), json = ?, version = version + 1, updated_at = ? WHERE id = ? AND tenant = ?',
);
const selectClient = sqlite.query<{ project_id: string; hash: Uint8Array }, [string]>(
  'SELECT project_id, hash FROM clients WHERE id = ?',
);

const secret = crypto.getRandomValues(new Uint8Array(32));
const signingKey = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
  'sign',
]);

const asJson = { headers: { 'content-type': 'application/json' } };
const TENANT = '/api/v1/projects/:project/tenants/:tenant';

const server = Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  routes: {
    '/api/v1/health': new Response('ok'),
    [`${TENANT}/templates`]: {
      GET: ({ params }: Bun.BunRequest<`${typeof TENANT}/templates`>) =>
        Response.json({ data: selectPage.all(params.tenant) }),
      async POST(request: Bun.BunRequest<`${typeof TENANT}/templates`>) {
        const { name, json } = await readTemplate(request);
        const id = Bun.randomUUIDv7();
        const now = Date.now();
        insert.run(id, request.params.tenant, name, json, now, now);
        return answerTemplate(id, name, json);
      },
    },
    [`${TENANT}/templates/:id`]: {
      GET({ params }: Bun.BunRequest<`${typeof TENANT}/templates/:id`>) {
        const row = selectOne.get(params.id, params.tenant);
        return row === null ? new Response(null, { status: 404 }) : new Response(row.json, asJson);
      },
      async PUT(request: Bun.BunRequest<`${typeof TENANT}/templates/:id`>) {
        const { name, json } = await readTemplate(request);
        const { id, tenant } = request.params;
        const { changes } = update.run(name, json, Date.now(), id, tenant);
        return changes === 0 ? new Response(null, { status: 404 }) : answerTemplate(id, name, json);
      },
    },
    '/api/v1/auth/token': { POST: exchangeToken },
  },
});
process.stdout.write(`ready on ${server.port}\n`);

interface TemplateBody {
  name?: string;
  content: unknown;
}

async function readTemplate(request: Request): Promise<{ name: string | null; json: string }> {
  if (kind === 'raw') return { name: null, json: await request.text() };
  const { name = null, content } = (await request.json()) as TemplateBody;
  return { name, json: JSON.stringify(content) };
}

function answerTemplate(id: string, name: string | null, json: string): Response {
  return new Response(`{"data":{"id":"${id}","name":${JSON.stringify(name)},"content":${json}}}`, asJson);
}

async function exchangeToken(request: Request): Promise<Response> {
  const body = (await request.json()) as { client_id: string; client_secret: string; tenant: string };
  const client = selectClient.get(body.client_id);
  if (client === null || !timingSafeEqual(client.hash, hash(body.client_secret))) {
    return new Response(null, { status: 401 });
  }
  const expiresAt = Math.floor(Date.now() / 1000) + 600;
  const token =
    kind === 'raw'
      ? signAtOnce(client.project_id, body.tenant, expiresAt)
      : await signWithLibrary(client.project_id, body.tenant, expiresAt);
  return Response.json({
    token,
    expires_at: expiresAt,
    project_id: client.project_id,
    tenant: body.tenant,
  });
}

function signWithLibrary(projectId: string, tenant: string, expiresAt: number): Promise<string> {
  return new SignJWT({ pid: projectId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(tenant)
    .setExpirationTime(expiresAt)
    .sign(signingKey);
}

const JWT_HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

function signAtOnce(projectId: string, tenant: string, expiresAt: number): string {
  const claims = JSON.stringify({ pid: projectId, sub: tenant, exp: expiresAt });
  const signed = `${JWT_HEADER}.${Buffer.from(claims).toString('base64url')}`;
  return `${signed}.${new Bun.CryptoHasher('sha256', secret).update(signed).digest('base64url')}`;
}
