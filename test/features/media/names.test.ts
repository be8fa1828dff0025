import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { nameFile, nameUpload } from '../../../src/features/media/names.ts';
import { expectError } from '../../support/expect-error.ts';
import { drawPng, GUARD_MS, type Item, type Library, openLibrary } from './library.ts';

setDefaultTimeout(GUARD_MS);

const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';

describe('the name of an upload', () => {
  test.each<[string, string]>([
    ['photo.png', 'photo.png'],
    ['PHOTO.PNG', 'PHOTO.PNG'],
    ['photo', 'photo.png'],
    ['photo.webp', 'photo.png'],
    ['photo.JPEG', 'photo.png'],
    ['page.html', 'page.html.png'],
    ['v1.2', 'v1.2.png'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\fakepath\\a b.png', 'a b.png'],
    ['...hidden.png', 'hidden.png'],
    ['.png', 'png.png'],
    ['', 'file.png'],
    ['...', 'file.png'],
    ['\u202egnp.exe', 'gnp.exe.png'],
    ['a\u0000\r\n\tb.png', 'ab.png'],
    ['a\u2066\u2069\u200f\u061cb.png', 'ab.png'],
    ['e\u0301.png', 'é.png'],
    [`${FAMILY} family.png`, `${FAMILY} family.png`],
    ['日本語.png', '日本語.png'],
    ['a.svg.png', 'a.svg.png'],
    ['  spaced   out  .png', 'spaced out.png'],
    [`${'x'.repeat(5000)}.jpg`, `${'x'.repeat(251)}.png`],
    [`${'😀'.repeat(300)}`, `${'😀'.repeat(251)}.png`],
  ])('%p becomes %p', (sent, kept) => {
    expect(nameUpload(sent, 'png')).toBe(kept);
  });

  test('keeps the usual spellings of an extension', () => {
    expect(nameUpload('a.jpeg', 'jpg')).toBe('a.jpeg');
    expect(nameUpload('a.JPG', 'jpg')).toBe('a.JPG');
    expect(nameUpload('a.jpeg.jpg', 'jpg')).toBe('a.jpeg.jpg');
  });

  test('is safe whatever is sent, and the same when it is sent again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.constantFrom('png', 'jpg', 'pdf'),
        (sent, extension) => {
          const name = nameUpload(sent, extension);
          expect([...name].length).toBeLessThanOrEqual(255);
          expect(name).toMatch(/^[^./\\].*\.[A-Za-z]+$/su);
          expect(name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\]/u);
          expect(nameUpload(name, extension)).toBe(name);
          expect(nameFile(name, extension)).toBe(name);
        },
      ),
    );
  });
});

describe('an item', () => {
  let library: Library;
  let item: Item;
  beforeAll(async () => {
    library = await openLibrary();
    item = await library.upload(drawPng(1), 'a.png');
  });
  afterAll(() => library.app.stop());
  const put = (body: unknown, id = item.id) => library.tenant.request('PUT', `/media/${id}`, { body });

  test('is renamed and described; what is not sent stays', async () => {
    library.app.clock.advance(1000);
    const updated_at = new Date(library.app.clock.now()).toISOString();
    const described = await put({ filename: 'b', alt_text: 'A "picture" <b>&\nso on' });
    expect([described.status, described.body.data]).toEqual([
      200,
      { ...item, filename: 'b.png', alt_text: 'A "picture" <b>&\nso on', updated_at },
    ]);
    expect((await put({ filename: 'c.jpg' })).body.data).toMatchObject({
      filename: 'c.png',
      alt_text: 'A "picture" <b>&\nso on',
    });
    expect((await put({ alt_text: 'x'.repeat(2001) })).body.message).toContain(
      'alt_text must have at most 2000 characters.',
    );
    expect((await put({ alt_text: null })).body.data).toMatchObject({ filename: 'c.png', alt_text: '' });
  });

  test('stays as it is, with its date, if nothing changes', async () => {
    const before = (await put({ filename: 'same.png', alt_text: 'x' })).body.data;
    library.app.clock.advance(1000);
    const events = library.app.events.length;
    expect((await put({ filename: 'same.png', alt_text: 'x' })).body.data).toEqual(before);
    expect(library.app.events.length).toBe(events);
  });

  test.each<[string, unknown, string]>([
    ['nothing', {}, 'filename'],
    ['a name of 5 KB', { filename: 'x'.repeat(5000) }, 'filename'],
    ['a name of invisible characters', { filename: '\u202e/..' }, 'filename'],
    ['a number', { filename: 5 }, 'filename'],
    ['2,001 characters of text', { alt_text: 'x'.repeat(2001) }, 'alt_text'],
  ])('is not changed by %s', async (_name, body, field) => {
    const answer = await put(body);
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect(answer.body.message).toStartWith(field);
  });

  test('that is not there is not found', async () => {
    expectError(await put({ filename: 'x' }, 'gone'), 404, 'not_found');
  });

  test('is served under its new name at once', async () => {
    const { url } = await library.upload(drawPng(9), 'first.png');
    const [{ id }] = (await library.list({ search: 'first' })) as [Item];
    const nameOf = async () => (await library.fetchMedia(url)).headers.get('content-disposition');
    expect(await nameOf()).toContain('first.png');
    await put({ filename: 'second.png' }, id);
    expect(await nameOf()).toContain('second.png');
  });
});
