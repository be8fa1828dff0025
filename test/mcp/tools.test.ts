import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { outlineContent } from '../../src/mail/model/index.ts';
import { testOfOneProcess } from '../support/engine.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { type Client, connect, expectRefused, UNLIMITED_CALLS } from './tool-client.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeEach(async () => {
  app = await createTestApp({ ...UNLIMITED_CALLS, base_url: 'https://galley.example' });
  tenant = await app.openTenant();
});
afterEach(() => app.stop());

/** The template as editors read it. */
const readByRest = async (id: string) => (await tenant.request('GET', `/templates/${id}`)).body.data;

const LETTER = {
  blocks: [
    { id: 'head', type: 'title', content: 'Hello' },
    { id: 'text', type: 'paragraph', content: '<p>Dear reader</p>' },
    {
      id: 'row',
      type: 'section',
      columns: '2',
      children: [[{ id: 'left', type: 'button', text: 'Go', url: 'https://a.example' }], []],
    },
  ],
  settings: { width: 600 },
};

describe('the tools of templates', () => {
  let client: Client;
  let id: string;
  beforeEach(async () => {
    client = connect(app, 'modern');
    const created = await tenant.request('POST', '/templates', { body: { name: 'Letter', content: LETTER } });
    id = created.body.data.id;
  });

  const refuse = (name: string, args: object, message: string | RegExp) =>
    expectRefused(app, client, name, args, message);

  test('get-project-config says what the editor is told', async () => {
    expect(await client.get('get-project-config')).toEqual(
      (await tenant.request('GET', '/config')).body.data,
    );
  });

  describe('list-templates', () => {
    testOfOneProcess(
      'gives 25 a page, the newest first, without content, and all of them by cursor',
      async () => {
        for (let i = 0; i < 59; i += 1) {
          app.clock.advance(1);
          await client.get('create-template', { name: `Offer ${i}`, content: { blocks: [] } });
        }
        const pages = [await client.get('list-templates')];
        while (pages.at(-1).next_cursor !== null) {
          pages.push(await client.get('list-templates', { cursor: pages.at(-1).next_cursor }));
        }
        expect(pages.map((page) => [page.items.length, page.per_page])).toEqual([
          [25, 25],
          [25, 25],
          [10, 25],
        ]);
        const items = pages.flatMap((page) => page.items);
        expect(items.map((item) => item.name)).toEqual([
          ...Array.from({ length: 59 }, (_, i) => `Offer ${58 - i}`),
          'Letter',
        ]);
        expect(Object.keys(items[0]).sort()).toEqual(['createdAt', 'id', 'name', 'updatedAt', 'version']);
      },
    );

    test('finds names, upper or lower case, and sorts', async () => {
      for (const name of ['Spring Sale', 'summer sale', 'Straße']) {
        await client.get('create-template', { name, content: { blocks: [] } });
      }
      const namesOf = async (args: object) =>
        (await client.get('list-templates', args)).items.map((item: { name: string }) => item.name);
      expect(await namesOf({ search: 'SALE', sort: 'name_asc' })).toEqual(['Spring Sale', 'summer sale']);
      expect(await namesOf({ search: 'strasse' })).toEqual(['Straße']);
      expect(await namesOf({ search: '%' })).toEqual([]);
      expect(await namesOf({ sort: 'name_desc' })).toEqual([
        'summer sale',
        'Straße',
        'Spring Sale',
        'Letter',
      ]);
    });
  });

  describe('get-template', () => {
    test('returns all of it, as editors get it', async () => {
      expect(await client.get('get-template', { template_id: id })).toEqual(await readByRest(id));
      expect(await client.get('get-template', { template_id: id, format: 'full' })).toEqual(
        await readByRest(id),
      );
    });

    test('returns blocks, an outline or chosen blocks in place of content', async () => {
      const { content, ...summary } = await readByRest(id);
      const get = (args: object) => client.get('get-template', { template_id: id, ...args });
      expect(await get({ format: 'blocks' })).toEqual({ ...summary, blocks: content.blocks });
      const outline = outlineContent(content);
      expect(await get({ format: 'outline' })).toEqual({ ...summary, outline });
      expect(outline.split('\n').map((line) => line.trim().replace(/ -> .*/, ''))).toEqual([
        'head title "Hello"',
        'text paragraph "Dear reader"',
        'row section 2',
        '0: left button "Go"',
      ]);
      const left = content.blocks[2].children[0][0];
      expect(await get({ block_ids: ['left', 'gone', 'head'] })).toEqual({
        ...summary,
        blocks: expect.arrayContaining([left, content.blocks[0]]),
        missing_block_ids: ['gone'],
      });
      expect((await get({ format: 'blocks', block_ids: ['left'] })).blocks).toEqual([left]);
      await refuse(
        'get-template',
        { template_id: id, format: 'outline', block_ids: ['left'] },
        'block_ids goes with format "blocks", not "outline".',
      );
    });

    test('returns no content to who has it already', async () => {
      const { content: _, ...summary } = await readByRest(id);
      const get = (args: object) => client.get('get-template', { template_id: id, ...args });
      expect(await get({ if_version: 1 })).toEqual({ ...summary, unchanged: true });
      expect(await get({ if_version: 1, format: 'outline' })).toEqual({ ...summary, unchanged: true });
      for (const if_version of [0, 2]) expect(await get({ if_version })).toEqual(await readByRest(id));
    });
  });

  describe('create-template', () => {
    testOfOneProcess('fills in ids and defaults, and answers with what is needed to go on', async () => {
      const content = {
        blocks: [
          { type: 'title', content: 'Hi' },
          { type: 'section', columns: '2' },
        ],
      };
      const created = await client.get('create-template', { name: 'New', content });
      expect(Object.keys(created)).toEqual(['id', 'version', 'outline']);
      expect([created.id, created.version]).toEqual([expect.stringMatching(UUID), 1]);
      const stored = await readByRest(created.id);
      const [title, section] = stored.content.blocks;
      const names = created.outline.split('\n').map((line: string) => line.split(' ')[0]);
      expect(created.outline).toBe(`${names[0]} title "Hi"\n${names[1]} section 2`);
      expect([stored.name, title.level, section.children]).toEqual(['New', expect.any(Number), [[], []]]);
      expect(stored.content.settings.width).toEqual(expect.any(Number));
      for (const [index, block] of [title, section].entries()) {
        expect([names[index].length <= 8, block.id.endsWith(names[index])]).toEqual([true, true]);
      }
      const chosen = await client.get('get-template', { template_id: created.id, block_ids: [names[1]] });
      expect(chosen.blocks).toEqual([section]);
      const operations = [{ op: 'delete', id: names[1] }];
      const left = await client.get('update-template', { template_id: created.id, operations });
      expect([left.deleted, left.outline]).toEqual([[names[1]], `${names[0]} title "Hi"`]);
      expect(app.events.map(({ type }) => type)).toEqual([
        'template.created',
        'template.created',
        'template.updated',
      ]);
    });

    test('takes ids as they are, no settings and no name', async () => {
      const created = await client.get('create-template', {
        content: { blocks: [{ id: 'mine', type: 'divider' }] },
      });
      const stored = await readByRest(created.id);
      expect([stored.content.blocks[0].id, 'name' in stored]).toEqual(['mine', false]);
      expect((await client.get('list-templates')).items[0]).not.toHaveProperty('name');
    });

    test('refuses types that agents have made up, though it keeps those of people’s editors', async () => {
      const content = { blocks: [{ id: 'x', type: 'hologram', beam: 3 }] };
      const message = /^"type" .*got "hologram".*\(content\.blocks\.0\.type\)$/;
      await refuse('create-template', { content }, message);
      await refuse('update-template', { template_id: id, content }, message);
      const operations = [{ op: 'add', block: { type: 'hologram' } }];
      await refuse(
        'update-template',
        { template_id: id, operations },
        /^"type" .*hologram.*\(operations\.0\.block\.type\)$/,
      );
      const stored = await tenant.request('PUT', `/templates/${id}`, { body: { content } });
      expect([stored.status, stored.body.data.content.blocks[0].beam]).toEqual([200, 3]);
      const edit = [{ op: 'add', block: { id: 'y', type: 'divider' } }];
      await client.get('update-template', { template_id: id, operations: edit });
      expect((await readByRest(id)).content.blocks[0]).toMatchObject({ type: 'hologram', beam: 3 });
    });
  });

  test('delete-template removes it with its history', async () => {
    await client.get('create-snapshot', { template_id: id });
    const late = { template_id: id, expected_version: 7 };
    await refuse('delete-template', late, /version 1 now/);
    expect(await client.get('delete-template', { template_id: id })).toEqual({ id, previous_version: 1 });
    expect((await tenant.request('GET', `/templates/${id}`)).status).toBe(404);
    await refuse('delete-template', { template_id: id }, 'Template not found.');
    expect((await client.get('get-project-config')).template_count).toBe(0);
  });
});
