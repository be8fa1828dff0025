import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { findFreePort } from '../../scripts/free-port.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import type { Block, TemplateContent } from '../../src/mail/model/index.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import {
  createTestDirectory,
  GUARD_MS,
  openTenant,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

const KB = 1024;

/** Newsletters as people make them, up to the largest the service takes. */
const LETTERS = {
  small: sampleContent(1, 40 * KB),
  changed: sampleContent(2, 40 * KB),
  large: sampleContent(3, 200 * KB),
  huge: sampleContent(4, 2_000_000),
};

let place: TestDirectory;
let server: Server;
let tenant: Tenant;
let firstRun: string;
let credentials: { client_id: string; client_secret: string };
/** Contents by template, as they were acknowledged last. */
const kept = new Map<string, { version: number; content: TemplateContent }>();

beforeAll(async () => {
  place = createTestDirectory();
  server = await startServer(place, ['--port', String(findFreePort())]);
  firstRun = server.stdout();
});

afterAll(async () => {
  await server?.stop();
  place?.remove();
});

function readField(label: string): string {
  const value = new RegExp(`^ +${label} +(\\S+)$`, 'm').exec(firstRun)?.[1];
  if (value === undefined) throw new Error(`the first run shows no ${label}: ${firstRun}`);
  return value;
}

/** The command the first run prints, continued over several lines by backslashes. */
function readCurlCommand(): string {
  const command = /^ *curl (?:.*\\\n)*.*$/m.exec(firstRun)?.[0];
  if (command === undefined) throw new Error(`the first run shows no curl command: ${firstRun}`);
  return command;
}

async function create(content: TemplateContent, name?: string): Promise<string> {
  const body = name === undefined ? { content } : { content, name };
  const { status, body: answer } = await tenant.call('POST', '/templates', { body });
  expect(status).toBe(201);
  expect(answer.data.content).toEqual(content);
  kept.set(answer.data.id, { version: answer.data.version, content });
  return answer.data.id;
}

async function update(id: string, body: { content: TemplateContent; name?: string }) {
  const { status, body: answer } = await tenant.call('PUT', `/templates/${id}`, { body });
  expect(status).toBe(200);
  expect(answer.data.content).toEqual(body.content);
  kept.set(id, { version: answer.data.version, content: body.content });
  return answer.data;
}

describe('the first run', () => {
  test('the letters hold every block type', () => {
    const types = new Set<string>();
    const visit = (block: Block): void => {
      types.add(block.type);
      if (block.type === 'section') for (const column of block.children) column.forEach(visit);
    };
    LETTERS.small.blocks.forEach(visit);
    expect(types.size).toBe(14);
  });

  test('shows credentials', () => {
    credentials = { client_id: readField('client id'), client_secret: readField('client secret') };
    expect(readField('signing key').length).toBeGreaterThanOrEqual(32);
    expect(readField('api key').length).toBeGreaterThanOrEqual(32);
  });

  test.skipIf(!isAvailable('curl'))('shows a command that really returns a token', () => {
    const child = Bun.spawnSync(['bash', '-c', readCurlCommand()], { cwd: place.dir, env: place.env });
    const answer = JSON.parse(child.stdout.toString());
    const names = ['expiresAt', 'expires_at', 'projectId', 'project_id', 'tenant', 'token'];
    expect(Object.keys(answer).sort()).toEqual(names);
    expect(answer.project_id).toBe(readField('project id'));
    expect(answer.tenant).toBe(readField('tenant'));
  });

  test('prints an MCP configuration that is JSON and names this server', () => {
    const snippet = JSON.parse(firstRun.slice(firstRun.indexOf('\n  {\n')));
    const { url, headers } = snippet.mcpServers.galley;
    expect(url).toBe(`${server.url}/api/v1/mcp`);
    expect(headers).toEqual({
      Authorization: `Bearer ${readField('api key')}`,
      'X-Project-Id': readField('project id'),
      'X-Tenant': 'default',
    });
  });
});

describe('an editor of the older kind', () => {
  let id: string;

  test('creates, saves and autosaves snapshots of the unsaved canvas', async () => {
    tenant = await openTenant(server.url, credentials);
    expect((await tenant.call('GET', '/config')).body.data.features.auto_save).toBe(true);
    id = await create(LETTERS.small);
    for (const content of [LETTERS.changed, LETTERS.large]) {
      const snapshot = await tenant.call('POST', `/templates/${id}/snapshots`, { body: { content } });
      expect(snapshot.status).toBe(201);
      expect(snapshot.body.data).toMatchObject({ template_id: id, is_autosave: true, content });
    }
    expect((await tenant.call('GET', `/templates/${id}`)).body.data.content).toEqual(LETTERS.small);
    expect((await update(id, { content: LETTERS.large })).version).toBe(2);
  });

  test('lists the snapshots with their contents and restores one', async () => {
    const { data } = (await tenant.call('GET', `/templates/${id}/snapshots`)).body;
    expect(data.map((item: { content: unknown }) => item.content)).toEqual([
      LETTERS.large,
      LETTERS.changed,
      LETTERS.small,
    ]);
    const restored = await tenant.call('POST', `/templates/${id}/snapshots/${data[1].id}/restore`);
    expect(restored.status).toBe(200);
    expect(restored.body.data).toMatchObject({ id, version: 3, content: LETTERS.changed });
    kept.set(id, { version: 3, content: LETTERS.changed });
    const after = (await tenant.call('GET', `/templates/${id}/snapshots`)).body.data;
    expect(after.some((item: { content: unknown }) => Bun.deepEquals(item.content, LETTERS.large))).toBe(
      true,
    );
  });
});

describe('an editor of the newer kind', () => {
  let id: string;

  test('saves name and content together and labels a version', async () => {
    id = await create(LETTERS.large, 'Spring letter');
    const saved = await update(id, { content: LETTERS.huge, name: 'Spring letter, long' });
    expect(saved).toMatchObject({ name: 'Spring letter, long', version: 2 });
    const body = { content: LETTERS.huge, label: 'Before the cut' };
    const version = await tenant.call('POST', `/templates/${id}/versions`, { body });
    expect(version.body.data).toMatchObject({ label: 'Before the cut', is_autosave: false });
    await update(id, { content: LETTERS.small });
    const read = await tenant.call('GET', `/templates/${id}/versions/${version.body.data.id}`);
    expect(read.body.data.content).toEqual(LETTERS.huge);
    const restored = await tenant.call('POST', `/templates/${id}/versions/${version.body.data.id}/restore`);
    expect(restored.body.data.content).toEqual(LETTERS.huge);
    expect(restored.body.data.name).toBe('Spring letter, long');
    kept.set(id, { version: restored.body.data.version, content: LETTERS.huge });
  });

  test('renames without sending the content', async () => {
    const renamed = await tenant.call('PUT', `/templates/${id}`, { body: { name: 'Summer letter' } });
    expect(renamed.body.data).toMatchObject({ name: 'Summer letter', content: LETTERS.huge });
    kept.set(id, { version: renamed.body.data.version, content: LETTERS.huge });
  });
});

describe('a program without an editor', () => {
  test('pages, searches and sorts', async () => {
    for (let n = 0; n < 26; n += 1) await create(sampleContent(100 + n, 4 * KB), `Bulk ${n % 10} no. ${n}`);
    const ids = new Set<string>();
    let path = '/templates';
    for (let page = 0; page < 2; page += 1) {
      const { body } = await tenant.call('GET', path);
      for (const item of body.data) ids.add(item.id);
      expect(body.data[0].content).toBeUndefined();
      path = `/templates?cursor=${encodeURIComponent(body.meta.next_cursor)}`;
      expect(body.meta.next_cursor === null).toBe(page === 1);
    }
    expect(ids).toEqual(new Set(kept.keys()));
    const found = await tenant.call('GET', '/templates?search=bulk%207&sort=name_asc');
    expect(found.body.data.map((item: { name: string }) => item.name)).toEqual([
      'Bulk 7 no. 17',
      'Bulk 7 no. 7',
    ]);
  });

  test('gets a version conflict when another user was faster, and nothing is overwritten', async () => {
    const id = await create(LETTERS.small, 'Contested');
    const etag = (await tenant.call('GET', `/templates/${id}`)).headers.get('etag') as string;
    await update(id, { content: LETTERS.changed });
    const headers = { 'if-match': etag };
    const late = await tenant.call('PUT', `/templates/${id}`, { headers, body: { content: LETTERS.large } });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'version_conflict', current_version: 2 });
    expect((await tenant.call('GET', `/templates/${id}`)).body.data.content).toEqual(LETTERS.changed);
    expect((await tenant.call('DELETE', `/templates/${id}`, { headers })).status).toBe(409);
    expect((await tenant.call('DELETE', `/templates/${id}`)).status).toBe(204);
    expect((await tenant.call('GET', `/templates/${id}`)).status).toBe(404);
    kept.delete(id);
  });
});

describe('afterwards', () => {
  test('another tenant sees nothing of it', async () => {
    const other = await openTenant(server.url, credentials, 'Åcme / 2');
    expect((await other.call('GET', '/templates')).body.data).toEqual([]);
    const [id] = [...kept.keys()];
    for (const path of [`/templates/${id}`, `/templates/${id}/snapshots`]) {
      expect((await other.call('GET', path)).status).toBe(404);
    }
    const foreign = await other.call('GET', `/../${encodeURIComponent('default')}/templates/${id}`);
    expect(foreign.status).toBe(404);
    expect((await other.call('DELETE', `/templates/${id}`)).status).toBe(404);
    expect((await other.call('GET', '/config')).body.data.template_count).toBe(0);
  });

  test('a restart keeps everything and shows no secret again', async () => {
    const history = (await tenant.call('GET', `/templates/${[...kept.keys()][0]}/snapshots`)).body;
    const secrets = ['client secret', 'signing key', 'api key'].map(readField);
    const logs = [server.stderr()];
    expect(await server.stop()).toBe(0);
    server = await startServer(place);
    expect(server.stdout()).toBe('');
    logs.push(server.stderr());
    for (const secret of secrets) expect(logs.join('')).not.toContain(secret);
    tenant = await openTenant(server.url, credentials);
    for (const [id, expected] of kept) {
      const { body } = await tenant.call('GET', `/templates/${id}`);
      expect(body.data).toMatchObject(expected);
    }
    expect((await tenant.call('GET', '/config')).body.data.template_count).toBe(kept.size);
    expect((await tenant.call('GET', `/templates/${[...kept.keys()][0]}/snapshots`)).body).toEqual(history);
  });
});
