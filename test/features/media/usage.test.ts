import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { createVersionToken } from '../../../src/features/media/addresses.ts';
import { findTokens } from '../../../src/features/media/usage/uses.ts';
import { countRows } from '../../support/database-dump.ts';
import {
  contentShowing,
  drawPng,
  GUARD_MS,
  type Item,
  type Library,
  libraryOf,
  openLibrary,
} from './library.ts';

setDefaultTimeout(GUARD_MS);

let library: Library;
let logo: Item;
let hero: Item;
beforeEach(async () => {
  library = await openLibrary({ trash_days: 0 });
  logo = await library.upload(drawPng(1, 400, 300), 'logo.png');
  hero = await library.upload(drawPng(2), 'hero.png');
});
afterEach(() => library.app.stop());

const usage = async (...ids: string[]) => (await library.post('check-usage', { ids })).body.data;
/** The usage of a file that these templates show. */
const usageBy = (...names: string[]) => ({
  template_count: names.length,
  template_names: names,
  uses: names.map((name) => ({ kind: 'template', id: expect.any(String), name })),
});
const put = (id: string, body: unknown) => library.tenant.request('PUT', `/templates/${id}`, { body });

test('the answer has exactly the shape editors read, also for files that are not there', async () => {
  await library.createTemplate('Letter', logo.url);
  const answer = await library.post('check-usage', { ids: [logo.id, hero.id, 'gone'] });
  const unused = { template_count: 0, template_names: [], uses: [] };
  expect(answer.body).toEqual({
    data: {
      [logo.id]: usageBy('Letter'),
      [hero.id]: unused,
      gone: unused,
    },
  });
});

describe('a file counts as used', () => {
  test.each<[string, () => unknown]>([
    ['in an image block', () => contentShowing(logo.url)],
    ['by a smaller version', () => contentShowing(logo.small_url as string)],
    [
      'in the HTML of a text',
      () => ({ blocks: [{ type: 'paragraph', content: `<p><img src="${logo.url}"></p>` }], settings: {} }),
    ],
    ['in raw HTML', () => ({ blocks: [{ type: 'html', content: `<img src='${logo.url}'>` }], settings: {} })],
    [
      'as a thumbnail',
      () => ({ blocks: [{ type: 'video', url: 'https://v.example', thumbnailUrl: logo.url }], settings: {} }),
    ],
    ['as a link', () => ({ blocks: [{ type: 'button', text: 'PDF', url: logo.url }], settings: {} })],
    [
      'inside a section',
      () => ({
        blocks: [{ type: 'section', columns: '1', children: [contentShowing(logo.url).blocks] }],
        settings: {},
      }),
    ],
  ])('%s', async (_name, content) => {
    await library.tenant.request('POST', '/templates', { body: { name: 'T', content: content() } });
    expect((await usage(logo.id))[logo.id]).toEqual(usageBy('T'));
    expect((await usage(hero.id))[hero.id].template_count).toBe(0);
  });

  test('after an update, by content or by operations, and no longer once it is gone', async () => {
    const id = await library.createTemplate('T', logo.url);
    await put(id, { content: contentShowing(hero.url) });
    expect(await usage(logo.id, hero.id)).toMatchObject({
      [logo.id]: { template_count: 1, template_names: ['T (history)'] },
      [hero.id]: { template_count: 1, template_names: ['T'] },
    });
    await put(id, { operations: [{ op: 'update', id: 'b0', set: { src: logo.url } }] });
    await put(id, { operations: [{ op: 'add', block: { type: 'image', src: logo.url } }] });
    expect((await usage(logo.id))[logo.id].template_count).toBe(1);
    await library.tenant.request('DELETE', `/templates/${id}`);
    expect((await usage(logo.id))[logo.id].template_count).toBe(0);
    expect(await countRows(library.app, 'content_media')).toBe(0);
  });

  test('by the history alone, and by the template again after a restore', async () => {
    const id = await library.createTemplate('T', logo.url);
    const snapshot = (await library.tenant.request('POST', `/templates/${id}/snapshots`)).body.data.id;
    await put(id, { content: contentShowing(hero.url) });
    expect((await usage(logo.id))[logo.id].template_names).toEqual(['T (history)']);
    await library.tenant.request('POST', `/templates/${id}/snapshots/${snapshot}/restore`);
    expect((await usage(logo.id))[logo.id].template_names).toEqual(['T']);
    const sent = contentShowing(hero.url, logo.url);
    await library.tenant.request('POST', `/templates/${id}/snapshots`, { body: { content: sent } });
    expect((await usage(hero.id))[hero.id].template_names).toEqual(['T (history)']);
    await put(id, { content: sent });
    expect((await usage(hero.id))[hero.id].template_count).toBe(1);
  });

  test('by an import', async () => {
    const source = `<p>Hello</p><img src="${logo.url}" alt="x">`;
    await library.tenant.request('POST', '/templates/import/from-html', {
      body: { source, name: 'Imported' },
    });
    expect((await usage(logo.id))[logo.id]).toEqual(usageBy('Imported'));
  });

  test('by the addresses it had before it was replaced', async () => {
    await library.createTemplate('Old', logo.url);
    const replaced = await library.replace(logo.id, drawPng(3));
    await library.createTemplate('New', replaced.url);
    expect((await usage(logo.id))[logo.id]).toEqual(usageBy('New', 'Old'));
  });

  test('not by another tenant that knows the address', async () => {
    const other = libraryOf(await library.app.openTenant('other'));
    await other.createTemplate('Theirs', logo.url);
    expect((await usage(logo.id))[logo.id].template_count).toBe(0);
    expect((await other.post('check-usage', { ids: [logo.id] })).body.data[logo.id].template_count).toBe(0);
    expect(await countRows(library.app, 'content_media')).toBe(0);
  });
});

test('an unnamed template is called by its id, and no more than 50 are named', async () => {
  const id = await library.createTemplate(undefined, logo.url);
  expect((await usage(logo.id))[logo.id].template_names).toEqual([`Unnamed (${id})`]);
  for (let i = 0; i < 60; i += 1) await library.createTemplate(`T ${i}`, logo.url, `${hero.url}?${i}`);
  const { template_count, template_names } = (await usage(logo.id))[logo.id];
  expect([template_count, template_names.length, template_names[0]]).toEqual([61, 50, 'T 59']);
});

test('the frequently used are those most templates show, newest first of equals, 12 at most', async () => {
  const frequent = async () =>
    (await library.tenant.request('GET', '/media/frequently-used')).body.data as Item[];
  expect(await frequent()).toEqual([]);
  const more: Item[] = [];
  for (let i = 0; i < 13; i += 1) more.push(await library.upload(drawPng(10 + i), `${i}.png`));
  await library.createTemplate('all', ...more.map((item) => item.url), logo.url, logo.url);
  await library.createTemplate('logo', logo.url);
  const found = await frequent();
  expect(found[0]).toEqual(logo);
  expect(found.slice(1)).toEqual(more.slice(2).reverse());
});

test('tokens are found wherever they stand, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.constant(undefined),
          fc.string(),
          fc.constantFrom('/media/', '/media/short/', '"\\', 'é/media/é'),
        ),
        { maxLength: 20 },
      ),
      (parts) => {
        const made: string[] = [];
        const text = parts
          .map((part) => {
            if (part !== undefined) return `${part} `;
            const token = createVersionToken();
            made.push(token);
            return `https://x.example/media/${token}/original.png `;
          })
          .join('');
        const found = findTokens(Buffer.from(JSON.stringify(text)));
        for (const token of made) expect(found).toContain(token);
        expect(found.length).toBe(new Set(made).size);
      },
    ),
  );
});
