import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../../src/app.ts';
import { loadSettings } from '../../../src/config/index.ts';
import { applyMigrations, MIGRATIONS } from '../../../src/drivers/sqlite/migrate.ts';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { shareModules } from '../../../src/features/saved-modules/index.ts';
import { sha256 } from '../../../src/platform/crypto.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope } from '../../support/test-app.ts';

/** The last migration of the schema that the rows below are written for. */
const OLD_SCHEMA = '0009_media_search';

const SECRET = 'gly_cs_0123456789abcdefghijklmnopqrstuvwxyz';
const CONTENT = JSON.stringify({ blocks: [{ id: 'b', type: 'title', content: 'Hello', level: 1 }] });

/** A tenant with a template, a snapshot of its content, a comment, a saved module and a feed, as older versions stored them. */
const OLD_ROWS = [
  "INSERT INTO teams VALUES ('team', 'Team', 1)",
  "INSERT INTO projects (id, team_id, name, plan, client_id, signing_key, created_at) VALUES ('p', 'team', 'Café', 'scale', 'client', 'key', 1)",
  "INSERT INTO tenants (id, project_id, slug, template_count, created_at) VALUES (1, 'p', 'acme', 1, 1)",
  `INSERT INTO templates (id, tenant_id, name, name_folded, content_id, version, created_at, updated_at)
    VALUES ('t', 1, 'Letter', 'LETTER', 1, 3, 1, 2)`,
  "INSERT INTO snapshots VALUES ('s', 1, 't', 1, 0, 'Sent', 2)",
  `INSERT INTO comments (id, tenant_id, template_id, body, author_kind, author_id, author_name, created_at, updated_at)
    VALUES ('c', 1, 't', 'Looks good', 'user', 'u', 'Ann', 2, 2)`,
  `INSERT INTO saved_modules (id, project_id, tenant_id, name, name_folded, content, created_at, updated_at)
    VALUES ('m', 'p', 1, 'Footer', 'FOOTER', '[{"id":"b","type":"divider"}]', 1, 1)`,
  `INSERT INTO activities (tenant_id, at, actor_kind, actor_id, actor_name, surface, type, template_id, subject_id, summary)
    VALUES (1, 2, 'user', 'u', 'Ann', 'rest', 'comment.created', 't', 'c', 'Looks good'),
      (1, 2, 'user', 'u', 'Ann', 'rest', 'comment.created', 't', 'deleted', 'Private')`,
];

const data = mkdtempSync(join(tmpdir(), 'galley-upgrade-'));
let app: Awaited<ReturnType<typeof createApp>>;
beforeAll(async () => {
  const sqlite = new Database(join(data, 'galley.db'), { create: true, strict: true });
  const end = MIGRATIONS.findIndex(({ tag }) => tag === OLD_SCHEMA) + 1;
  applyMigrations(sqlite, { now: () => 1 }, MIGRATIONS.slice(0, end));
  const hash = (text: string) => Buffer.from(sha256(text));
  const [teams, projects, tenants, ...others] = OLD_ROWS as [string, string, string, ...string[]];
  for (const statement of [teams, projects, tenants]) sqlite.run(statement);
  sqlite.query("INSERT INTO client_secrets VALUES ('cs', 'p', ?, NULL, 1)").run(hash(SECRET));
  sqlite
    .query('INSERT INTO contents (id, tenant_id, hash, json) VALUES (1, 1, ?, ?)')
    .run(hash(CONTENT), CONTENT);
  for (const statement of others) sqlite.run(statement);
  sqlite.close();
  const log = createLogger({ level: 'debug', format: 'json', write: () => {} });
  app = await createApp({ ...loadSettings({}, {}), allow_ephemeral: true, data }, { log });
});
afterAll(async () => {
  await app.close();
  rmSync(data, { recursive: true, force: true });
});

async function request(method: string, path: string, token?: string, body?: object) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await app.http.handle(new Request(`http://localhost/api/v1${path}`, init));
  return (await response.json()) as { token: string; data: unknown };
}

test('data of an older version is whole and reads as before', async () => {
  expect(await perform(checkIntegrity, app.deps, adminScope, {})).toMatchObject({ ok: true, faults: [] });
  const credentials = { client_id: 'client', client_secret: SECRET, tenant: 'acme' };
  const { token } = await request('POST', '/auth/token', undefined, credentials);
  const read = async (path: string) => (await request('GET', `/projects/p/tenants/acme${path}`, token)).data;
  expect(await read('/templates/t')).toMatchObject({
    name: 'Letter',
    version: 3,
    content: JSON.parse(CONTENT),
  });
  expect(await read('/templates/t/snapshots')).toMatchObject([
    { id: 's', label: 'Sent', is_autosave: false },
  ]);
  expect(await read('/config')).toMatchObject({ storage: { snapshot_bytes: CONTENT.length } });
  expect(await read('/templates/t/comments')).toMatchObject([{ id: 'c', body: 'Looks good' }]);
  expect(await read('/saved-modules')).toMatchObject([{ id: 'm', name: 'Footer' }]);
  const feed = (await read('/activity')) as { subject_id: string; summary: string | null }[];
  expect(feed.map(({ subject_id, summary }) => [subject_id, summary])).toEqual([
    ['deleted', null],
    ['c', 'Looks good'],
  ]);
  const change = { content: { blocks: [] }, expected_version: 3 };
  const updated = await request('PUT', '/projects/p/tenants/acme/templates/t', token, change);
  expect(updated.data).toMatchObject({ version: 4 });
});

test('saved modules of an older version belong to their tenant, and one command shares them again', async () => {
  const namesIn = async (tenant: string) => {
    const credentials = { client_id: 'client', client_secret: SECRET, tenant };
    const { token } = await request('POST', '/auth/token', undefined, credentials);
    const { data: modules } = await request('GET', `/projects/p/tenants/${tenant}/saved-modules`, token);
    return (modules as { name: string; shared: boolean }[]).map(({ name, shared }) => [name, shared]);
  };
  expect([await namesIn('acme'), await namesIn('other')]).toEqual([[['Footer', false]], []]);
  const input = { project_id: 'p', shared: true };
  expect(await perform(shareModules, app.deps, adminScope, input)).toEqual({ ...input, changed: 1 });
  expect([await namesIn('acme'), await namesIn('other')]).toEqual([[['Footer', true]], [['Footer', true]]]);
});

test('project names are folded beyond ASCII, and the state before is kept as a backup', async () => {
  const sqlite = new Database(join(data, 'galley.db'), { readonly: true });
  expect(sqlite.query('SELECT name_folded FROM projects').values()).toEqual([['CAFÉ']]);
  sqlite.close();
  expect(readdirSync(join(data, 'backups'))).not.toBeEmpty();
});
