import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { countTokens } from 'gpt-tokenizer';
import { type Client, connect, expectRefused, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

/** Texts are read by `format: "texts"` and written back by the operation `update_texts`. */

let app: TestApp;
let agent: Client;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  agent = connect(app, 'modern');
});
afterAll(() => app.stop());

const BLOCKS = [
  { id: 'aaaaaa', type: 'title', content: 'Spring is here' },
  { id: 'bbbbbb', type: 'image', src: 'https://cdn.example/a.png', alt: '' },
  {
    id: 'cccccc',
    type: 'section',
    columns: '2',
    children: [
      [{ id: 'dddddd', type: 'button', text: 'Book', url: 'https://x.example/book' }],
      [
        {
          id: 'eeeeee',
          type: 'menu',
          items: [
            { text: 'Home', url: 'https://x.example' },
            { text: 'Shop', url: '' },
          ],
        },
      ],
    ],
  },
  { id: 'ffffff', type: 'paragraph', content: '<p>Hello <b>{{ first_name }}</b></p>' },
  {
    id: 'gggggg',
    type: 'divider',
    displayCondition: { label: 'Only VIPs', before: '{% if vip %}', after: '{% endif %}' },
  },
];

const create = async (blocks: object[], settings: object = {}): Promise<string> =>
  (await agent.get('create-template', { name: 'Spring letter', content: { blocks, settings } })).id;

describe('texts', () => {
  test('are those that readers see, by the ids of their blocks', async () => {
    const template_id = await create(BLOCKS, { subject: 'Spring', preheaderText: 'Blossoms' });
    const { texts, content } = await agent.get('get-template', { template_id, format: 'texts' });
    expect(content).toBeUndefined();
    expect(texts).toEqual({
      aaaaaa: 'Spring is here',
      dddddd: 'Book',
      eeeeee: { 'items.0.text': 'Home', 'items.1.text': 'Shop' },
      ffffff: '<p>Hello <b>{{ first_name }}</b></p>',
      settings: { subject: 'Spring', preheaderText: 'Blossoms' },
    });
  });

  test('are written back, and nothing else changes', async () => {
    const template_id = await create(BLOCKS, { subject: 'Spring' });
    const before = (await agent.get('get-template', { template_id })).content;
    const texts = {
      aaaaaa: 'Der Frühling ist da',
      dddddd: 'Buchen',
      eeeeee: { 'items.1.text': 'Laden' },
      settings: { subject: 'Frühling' },
    };
    const changed = await agent.get('update-template', {
      template_id,
      operations: [{ op: 'update_texts', texts }],
    });
    expect(changed.updated).toEqual(['aaaaaa', 'dddddd', 'eeeeee']);
    const after = (await agent.get('get-template', { template_id })).content;
    let expected = JSON.stringify(before);
    for (const [from, to] of [
      ['Spring is here', 'Der Frühling ist da'],
      ['"Book"', '"Buchen"'],
      ['"Shop"', '"Laden"'],
      ['"Spring"', '"Frühling"'],
    ] as const)
      expected = expected.replace(from, to);
    expect(after).toEqual(JSON.parse(expected));
  });

  test.each<[texts: unknown, message: RegExp]>([
    [{ gone: 'x' }, /gone/],
    [{ gggggg: 'x' }, /has no text/],
    [{ eeeeee: 'x' }, /several texts.*items\.0\.text/],
    [{ eeeeee: { 'items.2.text': 'x' } }, /none of its texts/],
    [{ eeeeee: { __proto__x: 'x' } }, /none of its texts/],
    [{ dddddd: { url: 'https://evil.example' } }, /none of its texts: text/],
    [{ aaaaaa: 1 }, /must be a text/],
    [{ aaaaaa: { content: null } }, /must be a text/],
    [[], /texts/],
  ])('%j are refused', async (texts, message) => {
    const template_id = await create(BLOCKS);
    const operations = [{ op: 'update_texts', texts }];
    await expectRefused(app, agent, 'update-template', { template_id, operations }, message);
  });
});

describe('a compact content', () => {
  const content = {
    blocks: [
      { type: 'title', content: 'Spring is here', level: 1 },
      {
        type: 'section',
        columns: '2',
        children: [[{ type: 'button', text: 'Book', url: 'https://x.example' }], []],
      },
      { type: 'image', src: 'https://cdn.example/a.png', alt: 'A', linkUrl: 'https://x.example/shop' },
    ],
    settings: { subject: 'Spring', width: 640 },
  };

  test('is without defaults and with short ids, and can be changed and sent back', async () => {
    const { id: template_id } = await agent.get('create-template', { content });
    const full = await agent.get('get-template', { template_id });
    const compact = await agent.get('get-template', { template_id, format: 'compact' });
    const short = (id: string) => id.slice(-6);
    expect(compact.content.blocks[0]).toEqual({
      id: short(full.content.blocks[0].id),
      type: 'title',
      content: 'Spring is here',
      level: 1,
    });
    const [whole, part] = [full, compact].map((one) => countTokens(JSON.stringify(one.content)));
    expect(part).toBeLessThan((whole ?? 0) / 2);
    compact.content.blocks[0].content = 'Summer is here';
    await agent.get('update-template', { template_id, content: compact.content });
    const after = await agent.get('get-template', { template_id });
    expect(after.content).toEqual({
      ...full.content,
      blocks: [{ ...full.content.blocks[0], content: 'Summer is here' }, ...full.content.blocks.slice(1)],
    });
  });

  test('has its settings and the addresses of pictures in the outline', async () => {
    const { id: template_id } = await agent.get('create-template', { content });
    const { outline, settings } = await agent.get('get-template', { template_id, format: 'outline' });
    expect(settings).toEqual({ subject: 'Spring', width: 640 });
    expect(outline.split('\n').at(-1)).toMatch(
      /^[0-9a-f]{6} image "A" -> x\.example\/shop src=https:\/\/cdn\.example\/a\.png$/,
    );
  });
});
