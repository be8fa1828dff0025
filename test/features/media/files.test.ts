import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { addSegments, landscape, makeJpeg } from '../../support/make-pictures.ts';
import { BASE_URL, drawPng, GUARD_MS, type Library, openLibrary, writePdf } from './library.ts';
import { listStored } from './stored.ts';

setDefaultTimeout(GUARD_MS);

let library: Library;
beforeEach(async () => {
  library = await openLibrary({ trash_days: 0 });
});
afterEach(() => library.app.stop());

describe('an upload', () => {
  test('is answered with exactly the fields editors read, and loads without a token', async () => {
    const picture = drawPng(1, 800, 600);
    const answer = await library.sendUpload(picture, 'Summer.PNG');
    const now = new Date(library.app.clock.now()).toISOString();
    const { data } = answer.body;
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          id: expect.any(String),
          filename: 'Summer.PNG',
          mime_type: 'image/png',
          size: expect.any(Number),
          url: expect.stringMatching(/^https:\/\/mail\.example\/media\/[\w-]{22}\/original\.png$/),
          small_url: expect.stringMatching(/^https:\/\/mail\.example\/media\/[\w-]{22}\/small\.(jpg|png)$/),
          medium_url: expect.stringMatching(/^https:\/\/mail\.example\/media\/[\w-]{22}\/medium\.(jpg|png)$/),
          large_url: null,
          folder_id: null,
          conversions_generated: true,
          width: 800,
          height: 600,
          alt_text: '',
          color: expect.stringMatching(/^#[\da-f]{6}$/),
          placeholder: expect.stringMatching(/^data:image\//),
          created_at: now,
          updated_at: now,
        },
      },
    ]);
    for (const [url, width] of [
      [data.url, 800],
      [data.small_url, 320],
      [data.medium_url, 640],
    ] as const) {
      const response = await library.fetchMedia(url);
      expect([url, response.status]).toEqual([url, 200]);
      const size = await new Bun.Image(await response.bytes()).metadata();
      expect(size.width).toBe(width);
    }
    expect(await library.list()).toEqual([data]);
    expect(library.app.events.at(-1)).toEqual({
      type: 'media.uploaded',
      payload: { fileIds: [data.id] },
    } as never);
  });

  test('can come with a name and an alternative text, which are checked as in a change', async () => {
    const fields = { filename: 'Beach', alt_text: 'A beach at noon' };
    const item = await library.upload(drawPng(1), 'IMG_1.png', fields);
    expect(item).toMatchObject({ filename: 'Beach.png', alt_text: 'A beach at noon' });
    expect((await library.browse({ search: 'at noon' })).body.data).toEqual([item]);
    const refused = await library.sendUpload(drawPng(2), 'a.png', { filename: 'x'.repeat(300) });
    expectError(refused, 422, 'validation_failed');
    expect(refused.body.message).toStartWith('filename is 300 characters long');
    expectError(
      await library.sendUpload(drawPng(2), 'a.png', { alt_text: 'x'.repeat(2001) }),
      422,
      'validation_failed',
    );
    expect(await library.list()).toEqual([item]);
    expect(await listStored(library.app, 'incoming')).toEqual([]);
  });

  test('of a document keeps it as it is, without smaller versions', async () => {
    const item = await library.upload(writePdf('terms'), 'Terms');
    expect(item).toMatchObject({
      filename: 'Terms.pdf',
      mime_type: 'application/pdf',
      size: writePdf('terms').length,
      small_url: null,
      width: null,
      color: null,
      placeholder: null,
      conversions_generated: true,
    });
    expect(await (await library.fetchMedia(item.url)).text()).toBe(writePdf('terms'));
  });

  test('counts each distinct file once, and gives each upload an item of its own', async () => {
    const first = await library.upload(drawPng(1), 'a.png');
    const used = await library.usedBytes();
    expect(used).toBe(first.size);
    const second = await library.upload(drawPng(1), 'b.png');
    expect(second.id).not.toBe(first.id);
    expect(second.url).not.toBe(first.url);
    expect([await library.usedBytes(), await countRows(library.app, 'media_blobs')]).toEqual([used, 1]);
    await library.upload(drawPng(2), 'a.png');
    expect(await library.usedBytes()).toBeGreaterThan(used);
  });

  test('that differs from another only in what is taken out of it costs nothing', async () => {
    const photo = await makeJpeg(700, 500, landscape);
    const note = (text: string) => addSegments(photo, [0xfe, Buffer.from(text)]);
    const first = await library.upload(note('by Ann'), 'a.jpg');
    const used = await library.usedBytes();
    const second = await library.upload(note('by Bob'), 'b.jpg');
    expect(second.url).not.toBe(first.url);
    expect(second).toMatchObject({ size: first.size, color: first.color, conversions_generated: true });
    expect([await library.usedBytes(), await countRows(library.app, 'media_blobs')]).toEqual([used, 1]);
    await library.post('delete', { ids: [first.id] });
    expect((await library.fetchMedia(second.url)).status).toBe(200);
    await library.post('delete', { ids: [second.id] });
    expect([await library.usedBytes(), await listStored(library.app)]).toEqual([0, []]);
  });

  test('of identical bytes twenty times at once stores them once', async () => {
    const picture = drawPng(3, 700, 500);
    const items = await Promise.all(
      Array.from({ length: 20 }, (_, i) => library.upload(picture, `${i}.png`)),
    );
    expect(new Set(items.map((item) => item.id)).size).toBe(20);
    expect(new Set(items.map((item) => item.url)).size).toBe(20);
    expect(await countRows(library.app, 'media_blobs')).toBe(1);
    expect(await library.usedBytes()).toBe(items[0]?.size as number);
    expect(await listStored(library.app)).toHaveLength(await countRows(library.app, 'media_objects'));
    for (const item of items) expect(item.conversions_generated).toBe(true);
  });

  test('is kept apart from the same file of another tenant', async () => {
    const { app } = library;
    const { libraryOf } = await import('./library.ts');
    const other = libraryOf(await app.openTenant('other'));
    const mine = await library.upload(drawPng(1), 'a.png');
    const theirs = await other.upload(drawPng(1), 'a.png');
    expect(mine.url).not.toBe(theirs.url);
    const stored = await listStored(app);
    await library.post('delete', { ids: [mine.id] });
    expect((await library.fetchMedia(theirs.url)).status).toBe(200);
    expect((await listStored(app)).length).toBe(stored.length / 2);
  });
});

describe('refused, and nothing is left behind', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, string, number, string, RegExp]>([
    [
      'HTML named .png',
      '<html><script>alert(1)</script></html>',
      'a.png',
      415,
      'unsupported_media_type',
      /JPEG, PNG/,
    ],
    ['an empty file', '', 'a.png', 422, 'validation_failed', /^file is empty/],
    ['half a PNG', drawPng(1, 400, 300).slice(0, 1000), 'a.png', 422, 'validation_failed', /^[A-Za-z].*\.$/],
    ['a program', 'MZ\x90\0\x03', 'a.exe', 415, 'unsupported_media_type', /Accepted are/],
    ['a ZIP named .pdf', 'PK\x03\x04', 'a.pdf', 415, 'unsupported_media_type', /Accepted are/],
  ])('%s', async (_name, bytes, filename, status, code, message) => {
    const before = await dumpDatabase(library.app);
    const answer = await library.sendUpload(bytes, filename);
    expectError(answer, status, code);
    expect(answer.body.message).toMatch(message);
    expect(await dumpDatabase(library.app)).toBe(before);
    expect(await listStored(library.app)).toEqual([]);
    expect(await listStored(library.app, 'incoming')).toEqual([]);
  });

  test('a folder that does not exist', async () => {
    const answer = await library.sendUpload(drawPng(1), 'a.png', { folder_id: 'gone' });
    expectError(answer, 404, 'not_found');
    expect(answer.body.message).toBe('Folder not found.');
    expect(await listStored(library.app)).toEqual([]);
  });
});

describe('replacing', () => {
  test('keeps the id, changes the addresses, and the old ones go on showing the old picture', async () => {
    const before = await library.upload(drawPng(1, 400, 300), 'Logo.png');
    const old = await (await library.fetchMedia(before.url)).bytes();
    library.app.clock.advance(1000);
    const after = await library.replace(before.id, drawPng(2, 500, 100), 'whatever.png');
    expect(after).toMatchObject({
      id: before.id,
      filename: 'Logo.png',
      width: 500,
      created_at: before.created_at,
    });
    expect(after.updated_at).not.toBe(before.updated_at);
    expect(after.url).not.toBe(before.url);
    expect(await (await library.fetchMedia(before.url)).bytes()).toEqual(old);
    expect((await library.fetchMedia(before.small_url as string)).status).toBe(200);
    expect(await (await library.fetchMedia(after.url)).bytes()).not.toEqual(old);
    expect(await library.usedBytes()).toBe(before.size + after.size);
    expect(await library.list()).toEqual([after]);
    await library.post('delete', { ids: [before.id] });
    for (const url of [before.url, after.url]) expect((await library.fetchMedia(url)).status).toBe(404);
    expect([await library.usedBytes(), (await listStored(library.app)).length]).toEqual([0, 0]);
  });

  test('by the same bytes gives new addresses and costs nothing', async () => {
    const before = await library.upload(drawPng(1), 'a.png');
    const after = await library.replace(before.id, drawPng(1));
    expect(after.url).not.toBe(before.url);
    expect(await library.usedBytes()).toBe(before.size);
    for (const { url } of [before, after]) expect((await library.fetchMedia(url)).status).toBe(200);
  });

  test('is refused for another kind of file, and for a file that is not there', async () => {
    const item = await library.upload(drawPng(1), 'a.png');
    const dump = await dumpDatabase(library.app);
    const answer = await library.sendReplace(item.id, writePdf('x'), 'a.pdf');
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.message).toContain('documents');
    expectError(await library.sendReplace('gone', drawPng(2)), 404, 'not_found');
    expect(await dumpDatabase(library.app)).toBe(dump);
  });
});

describe('deleting', () => {
  test('deletes the files that exist, ignores unknown ids, and frees the storage', async () => {
    const items = [];
    for (let i = 0; i < 3; i += 1) items.push(await library.upload(drawPng(i), `${i}.png`));
    const [first, second, third] = items.map((item) => item.id) as [string, string, string];
    const answer = await library.post('delete', { ids: [first, third, 'gone', third] });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await library.list()).map((item) => item.id)).toEqual([second]);
    expect(await library.usedBytes()).toBe(items[1]?.size as number);
    expect(library.app.events.at(-1)).toEqual({
      type: 'media.deleted',
      payload: { fileIds: expect.arrayContaining([first, third]) },
    } as never);
    expect((await library.post('delete', { ids: [first] })).status).toBe(204);
  });

  test('leaves the bytes as long as another item shows them', async () => {
    const one = await library.upload(drawPng(1), 'a.png');
    const two = await library.upload(drawPng(1), 'b.png');
    await library.post('delete', { ids: [one.id] });
    expect((await library.fetchMedia(one.url)).status).toBe(404);
    expect((await library.fetchMedia(two.url)).status).toBe(200);
    expect(await library.usedBytes()).toBe(two.size);
    await library.post('delete', { ids: [two.id] });
    expect([await library.usedBytes(), await listStored(library.app)]).toEqual([0, []]);
  });

  test.each<[string, unknown, string]>([
    ['no ids', {}, 'ids'],
    ['an empty list', { ids: [] }, 'ids'],
    ['a text', { ids: 'x' }, 'ids'],
    ['1,001 ids', { ids: Array.from({ length: 1001 }, (_, i) => `${i}`) }, 'ids'],
    ['numbers', { ids: [1] }, 'ids.0'],
  ])('%s is refused', async (_name, body, field) => {
    for (const path of ['delete', 'check-usage', 'move']) {
      const target = path === 'move' ? { folder_id: null } : {};
      const answer = await library.post(path, { ...target, ...(body as object) });
      expectError(answer, 422, 'validation_failed');
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    }
  });
});

test('every address begins with the base URL', async () => {
  const item = await library.upload(drawPng(1, 1400, 20), 'a.png');
  const urls = [item.url, item.small_url, item.medium_url, item.large_url];
  expect(urls).not.toContain(null);
  for (const url of urls) expect(url).toStartWith(`${BASE_URL}/media/`);
});
