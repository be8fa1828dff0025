import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  eraseTenant,
  exportTenant,
  importTenantFile,
  listDataJobs,
} from '../../../src/features/data-jobs/index.ts';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import {
  createProject,
  createTenant,
  listDeletedTenants,
  listTenants,
  setTenantPlan,
} from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { sha256Hex } from '../../../src/platform/security/crypto.ts';
import { readRows } from '../../support/read-rows.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { formOf, GUARD_MS } from '../media/library.ts';
import {
  describeExport,
  fileOf,
  fillFolders,
  fillTenant,
  type Job,
  readPart,
  readRowsOf,
  runJob,
} from './jobs.ts';
import { changeRow, FileMaker, WRONG_FILES } from './wrong-files.ts';

setDefaultTimeout(GUARD_MS);

let app: TestApp;
let other: TestApp;
/** The export of the tenant `source` of the first server. */
let file: string;
let filled: Awaited<ReturnType<typeof fillTenant>>;

beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({ base_url: 'https://other.example' });
  filled = await fillTenant(app, 'source');
  const job = await runJob(app, exportTenant, { tenant: 'source' });
  file = join(app.data, 'source.zip');
  copyFileSync(fileOf(app, job), file);
});
afterAll(async () => {
  await app.stop();
  await other.stop();
});

const importInto = (target: TestApp, tenant: string, from = file): Promise<Job> =>
  runJob(target, importTenantFile, { tenant, file: from });
const slugsOf = async (target: TestApp) =>
  (await perform(listTenants, target.deps, adminScope, { project_id: target.first.project_id })).items.map(
    ({ tenant }) => tenant,
  );
describe('an import into another server', () => {
  test('keeps ids, order, authors and texts, and its media are shown from there', async () => {
    const job = await importInto(other, 'moved');
    expect(job).toMatchObject({ state: 'done', error: null, result: { ids: 'kept' } });
    const { rows, counts } = await describeExport(other, 'moved');
    expect(counts).toEqual(JSON.parse(await readPart(file, 'manifest.json')).counts);
    for (const kind of [
      'templates',
      'snapshots',
      'comments',
      'saved_modules',
      'activities',
      'media_folders',
      'template_folders',
    ]) {
      const without = (list: object[]) =>
        JSON.parse(
          JSON.stringify(list)
            .replaceAll('http://localhost:4100', 'https://other.example')
            .replace(/"content_id":\d+/g, '"content_id":0'),
        );
      expect(without(await rows(kind))).toEqual(without(await readRowsOf(file, kind)));
    }
    const tenant = await other.openTenant('moved');
    const template = (await tenant.request('GET', `/templates/${filled.template}`)).body.data;
    const src = template.content.blocks[1].src as string;
    expect(src).toStartWith('https://other.example/media/');
    const shown = await other.http.handle(
      new Request(src.replace('https://other.example', 'http://localhost')),
    );
    const original = filled.picture.url.replace('http://localhost:4100', 'http://localhost');
    const before = await app.http.handle(new Request(original));
    expect(sha256Hex(await shown.bytes())).toBe(sha256Hex(await before.bytes()));
    expect(await perform(checkIntegrity, other.deps, adminScope, {})).toMatchObject({ ok: true });
  });
});

test('drawings of starters are drawn by the new server, and what looks like one stays', async () => {
  const drawn = await app.openTenant('drawn');
  const made = await drawn.request('POST', '/templates', { body: { starter: 'welcome' } });
  const forged = (text: string) =>
    `http://localhost:4100/api/v1/images/drawing/${Buffer.from(`0123456789abcdef${text}`).toString('base64url')}.png`;
  const sources = [
    made.body.data.content.blocks.find(
      (block: { children?: { type: string }[][] }) => block.children?.[0]?.[0]?.type === 'image',
    ).children[0][0].src,
    forged('{"scene":"doorway","ground":"url(x)","main":"#000000","accent":"#000000"}'),
    forged('{"scene":"constructor","ground":"#000000","main":"#000000","accent":"#000000"}'),
    forged('not JSON, but long enough to be taken for a drawing'),
  ];
  const blocks = sources.map((src) => ({ type: 'image', src, alt: 'x' }));
  const { id } = (await drawn.request('POST', '/templates', { body: { content: { blocks } } })).body.data;
  const job = await runJob(app, exportTenant, { tenant: 'drawn' });
  expect(await importInto(other, 'drawn', fileOf(app, job))).toMatchObject({ state: 'done', error: null });
  const tenant = await other.openTenant('drawn');
  const { content } = (await tenant.request('GET', `/templates/${id}`)).body.data;
  const [own, ...others] = content.blocks.map(({ src }: { src: string }) => src);
  expect(others).toEqual(sources.slice(1));
  expect(own).toStartWith('https://other.example/api/v1/images/drawing/');
  const shown: Response = await other.http.handle(new Request(own));
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
});

describe('an import into the same server', () => {
  test('has new ids and addresses, and its own copy of everything', async () => {
    const { id: project_id } = await perform(createProject, app.deps, adminScope, {
      name: 'Second',
      plan: 'scale',
    });
    const job = await runJob(app, importTenantFile, { project_id, tenant: 'copy', file });
    expect(job).toMatchObject({ state: 'done', error: null, result: { ids: 'new' } });
    const templates = await readRows<{ id: string; json: string }>(
      app,
      "SELECT t.id, json FROM templates t JOIN contents c ON c.id = content_id JOIN tenants n ON n.id = t.tenant_id WHERE n.slug = 'copy'",
    );
    expect(templates).toHaveLength(1);
    expect(templates[0]?.id).not.toBe(filled.template);
    const [, token] = /media\/([\w-]{22})\//.exec(templates[0]?.json as string) ?? [];
    expect(filled.picture.url).not.toContain(token as string);
    const shown = await app.http.handle(new Request(`http://localhost/media/${token}/original.png`));
    expect(shown.status).toBe(200);
    // The copy does not depend on the source.
    await perform(eraseTenant, app.deps, adminScope, { project_id, tenant: 'copy' });
    expect((await filled.tenant.request('GET', `/templates/${filled.template}`)).status).toBe(200);
    expect(await perform(checkIntegrity, app.deps, adminScope, {})).toMatchObject({ ok: true });
  });

  test('over the API takes the file as a form, and needs a tenant that is new or empty', async () => {
    const headers = { authorization: `Basic ${btoa(`${app.first.client_id}:${app.first.client_secret}`)}` };
    const send = (tenant: string) =>
      app.request('POST', '/api/v1/server/tenants/import', {
        headers,
        body: formOf(readFileSync(file), 'x.zip', { tenant }),
      });
    await app.openTenant('empty');
    expect(await send('empty')).toMatchObject({ status: 201, body: { data: { kind: 'tenant_import' } } });
    await app.deps.services.dataJobs.idle();
    const place = { project_id: app.first.project_id };
    const { items } = await perform(listDataJobs, app.deps, adminScope, { ...place, tenant: 'empty' });
    expect(items).toMatchObject([{ state: 'done' }]);
    expect((await send('empty')).status).toBe(201);
    await app.deps.services.dataJobs.idle();
    const [again] = (await perform(listDataJobs, app.deps, adminScope, { ...place, tenant: 'empty' })).items;
    expect(again).toMatchObject({ state: 'failed', error: expect.stringContaining('has data already') });
    expect(
      (await app.openTenant('empty').then(({ request }) => request('GET', '/templates'))).body.data,
    ).toHaveLength(1);
  });
});

test('an import that the end of the server cuts off goes on after the next start, without duplicates', async () => {
  let target = await createTestApp({ base_url: 'https://third.example' });
  const { data, first } = target;
  try {
    await perform(importTenantFile, target.deps, adminScope, {
      project_id: first.project_id,
      tenant: 't',
      file,
    });
    // Once while it waits, and then at two moments of its work.
    for (const milliseconds of [0, 40, 120]) {
      await Bun.sleep(milliseconds);
      await target.close();
      target = await createTestApp({ data, base_url: 'https://third.example' }, {}, first);
    }
    await target.deps.services.dataJobs.idle();
    const { items } = await perform(listDataJobs, target.deps, adminScope, {
      project_id: first.project_id,
    });
    expect(items).toMatchObject([{ state: 'done', error: null }]);
    const { counts } = await describeExport(target, 't');
    expect(counts).toEqual(JSON.parse(await readPart(file, 'manifest.json')).counts);
    expect(await perform(checkIntegrity, target.deps, adminScope, {})).toMatchObject({ ok: true });
    expect(await readRows<{ slug: string }>(target, 'SELECT slug FROM tenants ORDER BY slug')).toEqual([
      { slug: 'default' },
      { slug: 't' },
    ]);
  } finally {
    await target.stop();
    rmSync(data, { recursive: true, force: true });
  }
});

describe('a wrong file', () => {
  const bytes = () => readFileSync(file);
  const maker = new FileMaker(() => app.data);

  test.each(WRONG_FILES)('that is %s is refused', async (_name, make, message) => {
    const attempt = await runJob(app, importTenantFile, {
      tenant: 'never',
      file: await make(maker, bytes()),
    }).catch((error: Error) => ({ state: 'failed', error: error.message }));
    expect(attempt).toMatchObject({ state: 'failed', error: expect.stringMatching(message) });
    expect(await slugsOf(app)).not.toContain('never');
  });

  test('whose rows refer to rows of another tenant, or to none, is refused', async () => {
    const victim = await fillFolders(app, 'victim');
    await fillFolders(app, 'attacker');
    const exported = join(app.data, 'attacker.zip');
    copyFileSync(fileOf(app, await runJob(app, exportTenant, { tenant: 'attacker' })), exported);
    await perform(eraseTenant, app.deps, adminScope, {
      ...{ project_id: app.first.project_id, tenant: 'attacker' },
    });
    const changes: [kind: string, change: object][] = [
      ['templates', { folder_id: victim.folder }],
      ['template_folders', { parent_id: victim.folder }],
      ['media_folders', { parent_id: victim.media }],
      ['snapshots', { template_id: victim.template }],
      ['snapshots', { template_id: '00000000-0000-7000-8000-000000000000' }],
    ];
    for (const [kind, change] of changes) {
      const path = await changeRow(maker, exported, kind, change);
      const job = await importInto(app, 'attacker', path);
      expect([kind, job.state, job.error]).toEqual([
        ...[kind, 'failed'],
        expect.stringMatching(/^The export cannot be used: a row refers to one of \w+ that is not in it\./),
      ]);
    }
    expect(await slugsOf(app)).not.toContain('attacker');
  });

  test('with one bit changed is refused, or means the same', async () => {
    const original = bytes();
    const before = await slugsOf(other);
    for (let i = 1; i < 40; i += 1) {
      const changed = Buffer.from(original);
      const at = Math.floor((original.length * i) / 40);
      changed[at] = (changed[at] as number) ^ (1 << (i % 8));
      const job = await runJob(other, importTenantFile, {
        tenant: 'bit',
        file: maker.write('bit.zip', changed),
      }).catch(() => undefined);
      if (job?.state !== 'done') continue;
      const { counts } = await describeExport(other, 'bit');
      expect(counts).toEqual(JSON.parse(await readPart(file, 'manifest.json')).counts);
      await perform(eraseTenant, other.deps, adminScope, {
        project_id: other.first.project_id,
        tenant: 'bit',
      });
    }
    expect(await slugsOf(other)).toEqual(before);
    expect(await readRows(other, 'SELECT 1 FROM tenants WHERE deleted_at > 8000000000000000')).toEqual([]);
  });
});

test('what the plan does not allow is refused, and nothing stays', async () => {
  const { id: project_id } = await perform(createProject, app.deps, adminScope, { name: 'Small' });
  const change = { limits: { max_templates: 0, storage_limit_bytes: 10 } };
  await perform(createTenant, app.deps, adminScope, { project_id, tenant: 'small' });
  await perform(setTenantPlan, app.deps, adminScope, { project_id, tenant: 'small', change });
  const { id } = await perform(importTenantFile, app.deps, adminScope, { project_id, tenant: 'small', file });
  await app.deps.services.dataJobs.idle();
  const [row] = await readRows<{ state: string; error: string }>(
    app,
    `SELECT state, error FROM data_jobs WHERE id = '${id}'`,
  );
  expect(row).toMatchObject({ state: 'failed', error: expect.stringContaining('but the plan allows 0') });
  expect(
    await readRows<{ slug: string }>(app, `SELECT slug FROM tenants WHERE project_id = '${project_id}'`),
  ).toEqual([{ slug: 'small' }]);
  const trash = await perform(listDeletedTenants, app.deps, adminScope, { project_id });
  expect(trash.items).toEqual([]);
});
