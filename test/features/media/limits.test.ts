import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkStoredFiles } from '../../../src/features/media/index.ts';
import { createProject, MEDIA_CATEGORIES } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope } from '../../support/test-app.ts';
import { drawPng, GUARD_MS, type Library, libraryOf, openLibrary, writePdf } from './library.ts';
import { listStored } from './stored.ts';

setDefaultTimeout(GUARD_MS);

let folder: string;
let library: Library;

async function openWithLimits(limits: object, features: object = {}): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'galley-plans-'));
  const plans_file = join(folder, 'plans.json');
  writeFileSync(plans_file, JSON.stringify({ scale: { limits, features } }));
  library = await openLibrary({ plans_file, trash_days: 0 });
}

afterEach(async () => {
  await library.app.stop();
  rmSync(folder, { recursive: true });
});

const expectNothingStored = async () => {
  expect(await listStored(library.app)).toHaveLength(await countRows(library.app, 'media_objects'));
  expect(await listStored(library.app, 'incoming')).toEqual([]);
};

describe('storage', () => {
  test('is counted exactly under parallel uploads: as many succeed as fit', async () => {
    const pictures = Array.from({ length: 24 }, (_, i) => drawPng(i, 60, 60));
    await openWithLimits({});
    const { size } = await library.upload(pictures[0] as never, 'probe.png');
    await library.app.stop();
    rmSync(folder, { recursive: true });
    // Sizes of the others differ by a few bytes at most.
    const room = size * 7 + Math.floor(size / 2);
    await openWithLimits({ storage_limit_bytes: room });
    const answers = await Promise.all(pictures.map((picture, i) => library.sendUpload(picture, `${i}.png`)));
    const stored = answers.filter((answer) => answer.status === 201);
    expect(stored).toHaveLength(7);
    for (const answer of answers.filter((each) => each.status !== 201)) {
      expectError(answer, 422, 'plan_limit_reached');
      expect(answer.body.message).toMatch(/needs .* of storage, but of the .* your current plan \(scale\)/);
    }
    const sum = stored.reduce((total, answer) => total + answer.body.data.size, 0);
    expect([await library.usedBytes(), sum <= room]).toEqual([sum, true]);
    expect([
      await countRows(library.app, 'media_files'),
      await countRows(library.app, 'media_blobs'),
    ]).toEqual([7, 7]);
    await expectNothingStored();
    expect((await checkStoredFiles(library.app.deps)).faults).toEqual([]);
  });

  test('refuses to the byte, and room made by deleting can be used again', async () => {
    await openWithLimits({ storage_limit_bytes: writePdf('a').length * 2 });
    const first = await library.upload(writePdf('a'), 'a.pdf');
    await library.upload(writePdf('b'), 'b.pdf');
    const dump = await dumpDatabase(library.app);
    expectError(await library.sendUpload(writePdf('c'), 'c.pdf'), 422, 'plan_limit_reached');
    expectError(await library.sendReplace(first.id, writePdf('c'), 'c.pdf'), 422, 'plan_limit_reached');
    expect(await dumpDatabase(library.app)).toBe(dump);
    // What is there already needs no room.
    expect((await library.sendUpload(writePdf('a'), 'again.pdf')).status).toBe(201);
    await library.post('delete', { ids: (await library.list({ search: 'a' })).map((item) => item.id) });
    expect((await library.sendUpload(writePdf('c'), 'c.pdf')).status).toBe(201);
    expect((await library.sendUpload(writePdf('d'), 'd.pdf')).status).toBe(422);
    await expectNothingStored();
  });

  test('the same file deleted twice at once gives its room back once', async () => {
    await openWithLimits({});
    for (let round = 0; round < 5; round += 1) {
      const items = await Promise.all([1, 2, 3].map((i) => library.upload(writePdf(`${i}`), 'x.pdf')));
      const copies = await Promise.all([1, 2, 3].map((i) => library.upload(writePdf(`${i}`), 'y.pdf')));
      const ids = [...items, ...copies].map((item) => item.id);
      await Promise.all([...ids, ...ids].map((id) => library.post('delete', { ids: [id] })));
      expect(await library.usedBytes()).toBe(0);
      await expectNothingStored();
    }
  });
});

test('uploads and deletions of the same bytes at once leave either the item with its file, or nothing', async () => {
  await openWithLimits({});
  for (let round = 0; round < 10; round += 1) {
    const { id } = await library.upload(writePdf('same'), 'a.pdf');
    const [, added] = await Promise.all([
      library.post('delete', { ids: [id] }),
      library.upload(writePdf('same'), 'b.pdf'),
    ]);
    const response = await library.fetchMedia(added.url);
    expect([response.status, await response.text()]).toEqual([200, writePdf('same')]);
    await library.post('delete', { ids: [added.id] });
    expect([await library.usedBytes(), await listStored(library.app)]).toEqual([0, []]);
  }
});

test('a file larger than the plan allows is refused with the limit', async () => {
  await openWithLimits({ max_file_size_bytes: 1_048_576 });
  const answer = await library.sendUpload(writePdf('x'.repeat(1_100_000)), 'a.pdf');
  expectError(answer, 413, 'too_large');
  expect(answer.body.message).toContain('1 MB');
  await expectNothingStored();
});

test('kinds of files that are not in the plan are refused with those that are', async () => {
  await openWithLimits({ media_categories: ['images'] });
  const answer = await library.sendUpload(writePdf('x'), 'a.pdf');
  expectError(answer, 422, 'plan_limit_reached');
  expect(answer.body.message).toContain('does not include documents');
  expect(answer.body.message).toContain('images');
  expect((await library.sendUpload(drawPng(1), 'a.pdf')).body.data.filename).toBe('a.png');
});

describe('without folders in the plan', () => {
  beforeEach(() => openWithLimits({}, { media_folders: false }));
  const MESSAGE = "Feature 'media_folders' is not available on your current plan.";

  test('every call about folders is refused with the sentence for it', async () => {
    const { request } = library.tenant;
    const calls = [
      () => request('GET', '/media/folders'),
      () => library.post('folders', { name: 'x' }),
      () => request('PUT', '/media/folders/x', { body: { name: 'y' } }),
      () => request('DELETE', '/media/folders/x'),
      () => library.sendUpload(drawPng(1), 'a.png', { folder_id: 'x' }),
      () => library.post('move', { ids: ['x'], folder_id: 'x' }),
      () => library.post('import-from-url', { url: 'https://example.com/a.png', folder_id: 'x' }),
    ];
    for (const call of calls) {
      const answer = await call();
      expectError(answer, 403, 'feature_unavailable');
      expect(answer.body.message).toBe(MESSAGE);
    }
    await expectNothingStored();
  });

  test('the rest works, as does an empty folder', async () => {
    const item = await library.upload(drawPng(1), 'a.png', { folder_id: '' });
    expect((await library.post('move', { ids: [item.id], folder_id: null })).status).toBe(200);
  });
});

test('importing from an address needs its feature', async () => {
  await openWithLimits({}, { import_from_url: false });
  const answer = await library.post('import-from-url', { url: 'https://example.com/a.png', folder_id: null });
  expectError(answer, 403, 'feature_unavailable');
  expect(answer.body.message).toBe("Feature 'import_from_url' is not available on your current plan.");
});

test('another project’s plan decides about its own tenants', async () => {
  await openWithLimits({});
  const { app } = library;
  const { client_id, client_secret, id } = await perform(createProject, app.deps, adminScope, {
    name: 'Small',
    plan: 'starter',
  });
  const { token } = await app.exchangeToken('acme', { client_id, client_secret });
  const small = libraryOf({
    request: (method, path, options) =>
      app.request(method, `/api/v1/projects/${id}/tenants/acme${path}`, { token, ...options }),
  });
  expectError(await small.sendUpload(writePdf('x'), 'a.pdf'), 422, 'plan_limit_reached');
  expectError(await small.post('folders', { name: 'x' }), 403, 'feature_unavailable');
  expect((await small.sendUpload(drawPng(1), 'a.png')).status).toBe(201);
});

test('the configuration names the types that are really taken', async () => {
  await openWithLimits({});
  const { media } = (await library.tenant.request('GET', '/config')).body.data;
  expect(media.categories).toEqual(MEDIA_CATEGORIES);
});
