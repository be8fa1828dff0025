import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

const LIMIT = 2;

let app: TestApp;
let folder: string;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galley-plans-'));
  const plans_file = join(folder, 'plans.json');
  writeFileSync(plans_file, JSON.stringify({ scale: { limits: { max_templates: LIMIT } } }));
  app = await createTestApp({ plans_file, trash_days: 0 });
  tenant = await app.openTenant('acme');
});
afterEach(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

const create = (target = tenant, text = 'x') =>
  target.request('POST', '/templates', { body: { content: smallContent(text) } });
const readConfig = async () => (await tenant.request('GET', '/config')).body.data;

describe('templates beyond the plan', () => {
  test('are refused with what the plan allows; nothing is stored, not even the content', async () => {
    await create();
    await create();
    const dump = await dumpDatabase(app);
    const events = app.events.length;
    const answer = await create(tenant, 'one too many');
    expectError(answer, 422, 'plan_limit_reached');
    const imported = await tenant.request('POST', '/templates/import/from-html', {
      body: { source: '<p>x</p>' },
    });
    expectError(imported, 422, 'plan_limit_reached');
    expect(answer.body).toMatchObject({ limit: LIMIT });
    expect(answer.body.message).toContain('2 templates');
    expect(answer.body.message).toContain('scale');
    expect(await dumpDatabase(app)).toBe(dump);
    expect(app.events.length).toBe(events);
  });

  test('are refused under parallel creates: exactly two succeed', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => create(tenant, `${i}`)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 422)).toHaveLength(40 - LIMIT);
    expect([await countRows(app, 'templates'), await countRows(app, 'contents')]).toEqual([LIMIT, LIMIT]);
    expect((await readConfig()).template_count).toBe(LIMIT);
  });

  test('are counted per tenant, and room made by deleting can be used again', async () => {
    const first = (await create()).body.data;
    await create();
    expect((await create(await app.openTenant('other'))).status).toBe(201);
    expect((await create()).status).toBe(422);
    await tenant.request('DELETE', `/templates/${first.id}`);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(422);
  });

  test('do not stop changing what is there', async () => {
    await create();
    const { id } = (await create()).body.data;
    const body = { content: smallContent('changed') };
    expect((await tenant.request('PUT', `/templates/${id}`, { body })).status).toBe(200);
    expect((await tenant.request('POST', `/templates/${id}/versions`)).status).toBe(201);
  });
});

test('the configuration shows limit and count, exactly in the shape the editors read', async () => {
  await create();
  const data = await readConfig();
  expect(data).toMatchObject({ plan: 'scale', template_count: 1, limits: { max_templates: LIMIT } });
  expect(Object.keys(data).sort()).toEqual(
    [
      'brand',
      'features',
      'limits',
      'media',
      'plan',
      'storage',
      'template_count',
      'warnings',
      'websocket',
    ].sort(),
  );
  expect(Object.values(data.features).every((flag) => typeof flag === 'boolean')).toBe(true);
  expect(Object.keys(data.features)).toEqual(
    expect.arrayContaining(
      'ai_generation collaboration commenting saved_modules test_email auto_save custom_fonts custom_blocks theme_customization white_label media_folders import_from_url'.split(
        ' ',
      ),
    ),
  );
  expect(data.websocket).toEqual({
    host: expect.any(String),
    port: expect.any(Number),
    app_key: expect.any(String),
  });
  expect(data.media.max_file_size).toBeGreaterThan(0);
  expect(data.media.categories.images.extensions).toContain('png');
  expect(data.storage.used_bytes).toBe(0);
  expect(JSON.stringify(data)).not.toContain(app.first.signing_key);
});

test('the stored count is that of the rows after any mixture of creates and deletes', async () => {
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => create(tenant, `${round} ${i}`)));
    const made = answers.filter((answer) => answer.status === 201).map((answer) => answer.body.data.id);
    // Each is deleted twice at once: only one of the two may count.
    const deletions = made
      .flatMap((id) => [id, id])
      .map((id) => tenant.request('DELETE', `/templates/${id}`));
    const statuses = (await Promise.all(deletions)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(made.length);
  }
  expect((await readConfig()).template_count).toBe(0);
  const report = await perform(checkIntegrity, app.deps, adminScope, {});
  expect(report).toMatchObject({
    ok: true,
    contents_checked: 0,
    files_checked: 0,
    orphaned_files: 0,
    orphans: [],
    quarantined_files: 0,
    quarantine: [],
    faults: [],
  });
});
