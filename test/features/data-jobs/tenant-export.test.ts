import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nameOfDownload } from '../../../src/dashboard/data/download-name.ts';
import { createBackendKey } from '../../../src/features/access/index.ts';
import { writeSnapshot } from '../../../src/features/data-jobs/archive/write-snapshot.ts';
import {
  cancelDataJob,
  eraseTenant,
  exportEndUser,
  exportTenant,
  listDataJobs,
} from '../../../src/features/data-jobs/index.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { perform } from '../../../src/platform/operation.ts';
import { sha256Hex } from '../../../src/platform/security/crypto.ts';
import { readColumns, readRows } from '../../support/read-rows.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { GUARD_MS } from '../media/library.ts';
import { fileOf, fillTenant, readPart, readRowsOf, runJob } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const place = (tenant: string) => ({ project_id: app.first.project_id, tenant });

describe('an export of a tenant', () => {
  test('whose file cannot be written leaves no transaction open', async () => {
    let isOpen = false;
    const openSnapshot = async () => {
      const snapshot = await app.deps.db.openSnapshot();
      isOpen = true;
      const close = () => {
        snapshot.close();
        isOpen = false;
      };
      return { reader: snapshot.reader, close };
    };
    const file = join(app.data, 'missing', 'file.zip');
    const writing = writeSnapshot({ clock: app.clock, db: { openSnapshot } }, file, async () => 'written');
    await expect(writing).rejects.toThrow('ENOENT');
    expect(isOpen).toBe(false);
  });

  test(
    'has everything that is not in the trash, each part with its hash',
    async () => {
      const { template, picture, root } = await fillTenant(app, 'full');
      await fillTenant(app, 'neighbor', { id: 'u-2', name: 'Neighbor' });
      const job = await runJob(app, exportTenant, { tenant: 'full' });
      expect(job).toMatchObject({ state: 'done', error: null });
      const file = fileOf(app, job);
      const manifest = JSON.parse(await readPart(file, 'manifest.json'));
      for (const { name, bytes, sha256 } of manifest.parts.filter(
        ({ name }: { name: string }) => !name.startsWith('media/'),
      )) {
        const text = await readPart(file, name);
        expect([name, Buffer.byteLength(text), sha256Hex(text)]).toEqual([name, bytes, sha256]);
      }
      expect(manifest.counts).toMatchObject({
        ...{
          templates: 1,
          media_files: 2,
          media_folders: 2,
          template_folders: 1,
          comments: 2,
          saved_modules: 1,
        },
      });
      expect(manifest.counts.snapshots).toBeGreaterThan(1);
      expect(manifest.counts.activities).toBeGreaterThan(5);
      expect(await readRowsOf(file, 'templates')).toMatchObject([{ id: template, tags: '["Secret tag"]' }]);
      expect((await readRowsOf(file, 'comments'))[0]).toMatchObject({ id: root.id });
      expect((await readRowsOf(file, 'media_files')).map(({ versions }) => versions.length)).toEqual([1, 2]);
      expect(await readPart(file, `templates/${template}.html`)).toContain('Secret words');
      expect(JSON.parse(await readPart(file, `templates/${template}.json`)).content.blocks[1].src).toBe(
        picture.url,
      );
      for (const { name } of manifest.parts)
        if (name.endsWith('.jsonl')) expect(await readPart(file, name)).not.toContain('Neighbor');
      expect((await readPart(file, 'rows/contents.jsonl')).includes('<p>Gone</p>')).toBe(false);
    },
    GUARD_MS,
  );

  test('is downloaded over the API, and by members of the project only', async () => {
    const { items } = await perform(listDataJobs, app.deps, adminScope, { project_id: app.first.project_id });
    const id = items[0]?.id as string;
    const headers = {
      'x-client-id': app.first.client_id,
      authorization: `Basic ${btoa(`${app.first.client_id}:${app.first.client_secret}`)}`,
    };
    const answer = await app.http.handle(
      new Request(`http://localhost/api/v1/server/data-jobs/${id}/file`, { headers }),
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="full-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    await app.openTenant('Zoë & 日本');
    const named = await runJob(app, exportTenant, { tenant: 'Zoë & 日本' });
    const path = `/api/v1/server/data-jobs/${named.id}/file`;
    const download = await app.http.handle(new Request(`http://localhost${path}`, { headers }));
    expect(download.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Zo_ _ __-\d{4}-\d\d-\d\d\.zip"; filename\*=UTF-8''Zo%C3%AB%20%26%20%E6%97%A5%E6%9C%AC-\d{4}-\d\d-\d\d\.zip$/,
    );
    expect(nameOfDownload(download.headers.get('content-disposition'))).toMatch(/^Zoë & 日本-[\d-]+\.zip$/);
    const anybody = await app.http.handle(new Request(`http://localhost/api/v1/server/data-jobs/${id}/file`));
    expect(anybody.status).toBe(401);
  });

  test('a backend that is limited to some tenants sees and gets only theirs', async () => {
    await app.openTenant('others');
    const { project_id } = app.first;
    const input = { project_id, name: 'Exports', effects: ['read', 'admin'], tenants: ['others'] };
    const { server_key } = await perform(createBackendKey, app.deps, adminScope, input);
    const call = (method: string, path: string) =>
      app.request(method, `/api/v1/server${path}`, { token: server_key });
    const started = await call('POST', '/tenants/others/export');
    expect(started.status).toBe(201);
    await app.deps.services.dataJobs.idle();
    const { id } = started.body.data;
    const ended = (await call('GET', `/data-jobs/${id}`)).body.data;
    expect(ended).toMatchObject({ state: 'done', phase: 'done', done: 1, total: 1 });
    expect((await call('GET', `/data-jobs/${id}/file`)).text).toStartWith('PK');
    const idsOf = async (query: string) =>
      (await call('GET', `/data-jobs${query}`)).body.data.map((job: { id: string }) => job.id);
    expect([await idsOf(''), await idsOf('?tenant=others'), await idsOf('?tenant=full')]).toEqual([
      [id],
      [id],
      [],
    ]);
    const { items } = await perform(listDataJobs, app.deps, adminScope, place('full'));
    const person = await perform(exportEndUser, app.deps, adminScope, { project_id, user_id: 'somebody' });
    await app.deps.services.dataJobs.idle();
    for (const other of [items[0]?.id, person.id])
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/file'],
        ['POST', '/cancel'],
      ] as const)
        expect((await call(method, `/data-jobs/${other}${path}`)).status).toBe(404);
    expect((await call('POST', '/users/somebody/export')).status).toBe(403);
    expect((await call('POST', '/tenants/full/export')).status).toBe(403);
  });

  test('is as of one moment, and ends with an error when its tenant is erased', async () => {
    const tenant = await app.openTenant('erased-meanwhile');
    for (let i = 0; i < 30; i += 1)
      await tenant.request('POST', '/templates', { body: { name: `T${i}`, content: smallContent(`${i}`) } });
    const started = await perform(exportTenant, app.deps, adminScope, place('erased-meanwhile'));
    await perform(eraseTenant, app.deps, adminScope, place('erased-meanwhile'));
    await app.deps.services.dataJobs.idle();
    const { items } = await perform(listDataJobs, app.deps, adminScope, place('erased-meanwhile'));
    expect(items).toMatchObject([
      { id: started.id, state: 'failed', error: expect.stringContaining('was deleted while') },
    ]);
    expect(existsSync(fileOf(app, started))).toBe(false);
  });

  test('can be cancelled, and continues after a stop', async () => {
    await app.openTenant('cancelled');
    const waiting = await perform(exportTenant, app.deps, adminScope, place('full'));
    const second = await perform(exportTenant, app.deps, adminScope, place('cancelled'));
    const ids = { project_id: app.first.project_id, job_id: second.id };
    expect(await perform(cancelDataJob, app.deps, adminScope, ids)).toMatchObject({ state: 'cancelled' });
    const again = await perform(cancelDataJob, app.deps, adminScope, ids).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(DomainError);
    await app.deps.services.dataJobs.idle();
    expect(readdirSync(join(app.data, 'exports'))).toContain(`${waiting.id}.zip`);
    expect(readdirSync(join(app.data, 'exports'))).not.toContain(`${second.id}.zip`);
  });
});

test(
  'an erased tenant is in no table but the audit, and has no file',
  async () => {
    await fillTenant(app, 'erase-me');
    await runJob(app, exportTenant, { tenant: 'erase-me' });
    const [row] = await readRows<{ id: number }>(app, "SELECT id FROM tenants WHERE slug = 'erase-me'");
    const id = row?.id as number;
    expect(await findTraces(id)).not.toEqual([]);
    await perform(eraseTenant, app.deps, adminScope, place('erase-me'));
    await app.deps.services.rendering.cache.flush();
    expect(await findTraces(id)).toEqual([]);
    const audit = await readRows<{ action: string; subject: string | null }>(
      app,
      "SELECT action, subject FROM admin_actions WHERE tenant = 'erase-me'",
    );
    expect(audit.at(-1)).toEqual({ action: 'tenant.erased', subject: null });
    expect(audit.every(({ subject }) => subject === null)).toBe(true);
  },
  GUARD_MS,
);

/** Rows of the full-text indexes. */
const INDEXES =
  process.env.GALLEY_TEST_ENGINE === 'postgres'
    ? ['search_index WHERE rowid']
    : ['search_index_docsize WHERE id', 'media_search_docsize WHERE id'];

/** Tables with rows of a tenant, or with its texts, and files of it. */
async function findTraces(tenantId: number): Promise<string[]> {
  const found: string[] = [];
  for (const [name, columns] of await readColumns(app)) {
    const mentions = columns.map((column) => {
      const text = `CAST("${column}" AS TEXT)`;
      if (column === 'tenant_id') return `"tenant_id" = ${tenantId}`;
      // The audit and the list of jobs say which tenant was erased.
      const isName = column === 'tenant' && ['admin_actions', 'data_jobs'].includes(name);
      return isName
        ? 'FALSE'
        : `${text} = 'erase-me' OR ${text} LIKE 'user ${tenantId} %' OR ${text} LIKE '%"erase-me"%'`;
    });
    const isJob = name === 'data_jobs';
    const [{ count } = { count: 0 }] = await readRows<{ count: number }>(
      app,
      `SELECT count(*) AS count FROM "${name}" WHERE ${mentions.join(' OR ')}`,
    );
    if (count > 0 && !isJob) found.push(name);
    const ranges =
      columns.includes('id') &&
      (name === 'search_entries' || name === 'media_texts' || name === 'search_texts');
    if (
      ranges &&
      (
        await readRows<{ c: number }>(app, `SELECT count(*) AS c FROM "${name}" WHERE id >> 28 = ${tenantId}`)
      )[0]?.c
    )
      found.push(`${name} by range`);
  }
  for (const index of INDEXES) {
    const rows = await readRows(app, `SELECT 1 FROM ${index} >> 28 = ${tenantId} LIMIT 1`);
    if (rows.length > 0) found.push(index);
  }
  for await (const { key } of app.deps.files.list()) if (key.includes(`t${tenantId}/`)) found.push(key);
  if (existsSync(join(app.data, 'thumbnails', String(tenantId)))) found.push('thumbnails');
  for (const { id } of await readRows<{ id: string }>(
    app,
    "SELECT id FROM data_jobs WHERE tenant = 'erase-me'",
  ))
    if (existsSync(fileOf(app, { id }))) found.push('export');
  return found;
}
