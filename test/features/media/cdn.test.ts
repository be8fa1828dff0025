import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportTenant, importTenantFile } from '../../../src/features/data-jobs/index.ts';
import { checkMediaBaseUrl, rebaseMedia } from '../../../src/features/instance/index.ts';
import { isOwnMedia, readOwnMedia } from '../../../src/features/media/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope } from '../../support/test-app.ts';
import { fileOf, runJob } from '../data-jobs/jobs.ts';
import { BASE_URL, drawPng, GUARD_MS, type Library, libraryOf, openLibrary } from './library.ts';

setDefaultTimeout(GUARD_MS);

const CDN = 'https://cdn.example/mails';

let library: Library;
beforeAll(async () => {
  library = await openLibrary({ media_url: `${CDN}/` });
});
afterAll(() => library.app.stop());

test('new addresses are those of the CDN; it and the base URL are both taken for our own', async () => {
  const { deps } = library.app;
  expect(deps.mediaUrl).toBe(CDN);
  deps.mediaUrl = '';
  const before = await library.upload(drawPng(1), 'before.png');
  await library.createTemplate('Before', before.url);
  await checkMediaBaseUrl(deps);
  deps.mediaUrl = CDN;

  const after = await library.upload(drawPng(2, 900, 700), 'after.png');
  expect(after.url).toStartWith(`${CDN}/media/`);
  expect(after.small_url).toStartWith(`${CDN}/media/`);
  // The CDN asks the base URL.
  const origin = after.url.replace(CDN, BASE_URL);
  expect(await (await library.fetchMedia(origin)).bytes()).toEqual(drawPng(2, 900, 700));
  for (const url of [before.url, after.url, origin]) {
    expect(isOwnMedia(deps, url)).toBe(true);
    expect((await readOwnMedia(deps, `${url}?v=1`, 1_000_000))?.length).toBeGreaterThan(0);
  }
  expect(isOwnMedia(deps, 'https://cdn.example/other/media/x')).toBe(false);
  expect(await readOwnMedia(deps, `https://cdn.example/media/${'x'.repeat(22)}/original.png`, 1e6)).toBe(
    undefined,
  );

  await library.createTemplate('After', after.url);
  const used = await library.post('check-usage', { ids: [before.id, after.id] });
  expect(JSON.stringify(used.body.data)).toContain('After');
});

test('the start says how stored addresses are moved to the CDN, and the dashboard loads pictures from there', async () => {
  const { app } = library;
  app.deps.mediaUrl = CDN;
  const warned: string[] = [];
  const log = { ...app.deps.log, warn: (...said: unknown[]) => warned.push(String(said.at(-1))) };
  await checkMediaBaseUrl({ ...app.deps, log: log as typeof app.deps.log });
  expect(warned.join()).toContain(`the address of the CDN has changed`);
  expect(await perform(rebaseMedia, app.deps, adminScope, { from: BASE_URL, apply: true })).toMatchObject({
    to: CDN,
    templates: 1,
  });
  warned.length = 0;
  await checkMediaBaseUrl({ ...app.deps, log: log as typeof app.deps.log });
  expect(warned).toEqual([]);
  const page = await app.http.handle(new Request(`${BASE_URL}/dashboard`));
  expect(page.headers.get('content-security-policy')).toContain(
    `img-src 'self' data: blob: ${BASE_URL} https://cdn.example;`,
  );
});

test('an import moves addresses of a CDN too', async () => {
  const { app } = library;
  app.deps.mediaUrl = CDN;
  const tenant = await app.openTenant('moved');
  const source = libraryOf(tenant);
  const picture = await source.upload(drawPng(3), 'c.png');
  await source.createTemplate('Moved', picture.url);
  const job = await runJob(app, exportTenant, { tenant: 'moved' });
  const file = join(app.data, 'moved.zip');
  copyFileSync(fileOf(app, job), file);
  app.deps.mediaUrl = 'https://other-cdn.example';
  await runJob(app, importTenantFile, { tenant: 'copy', file });
  const copy = await app.openTenant('copy');
  const [made] = (await copy.request('GET', '/templates')).body.data;
  const { content } = (await copy.request('GET', `/templates/${made.id}`)).body.data;
  expect(content.blocks[0].src).toStartWith('https://other-cdn.example/media/');
});
