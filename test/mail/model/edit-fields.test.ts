import { describe, expect, test } from 'bun:test';
import {
  blockSchemas,
  MAX_BLOCKS,
  MAX_CONTENT_BYTES,
  type TemplateContent,
} from '../../../src/mail/model/index.ts';
import { edit, editFaults, newsletter, type Refusal, refuses } from './editing.ts';

const typeList = [...blockSchemas.keys()].map((type) => `"${type}"`).join(', ');
const title = { type: 'title', content: 'Hi' };

describe('fields', () => {
  const update = (id: string, fields: unknown) => ({ op: 'update', id, fields });
  const pollution = JSON.parse('{"__proto__":{"x":1}}');
  test.each<Refusal>([
    [
      update('b1', { fontsize: 3 }),
      '/fields/fontsize',
      '"fontsize" is not a field of a button block; did you mean "fontSize"?',
    ],
    [
      update('b1', { font_size: 3 }),
      '/fields/font_size',
      '"font_size" is not a field of a button block; did you mean "fontSize"?',
    ],
    [
      update('b1', { padding: {} }),
      '/fields/padding',
      '"padding" is not a field of a button block; did you mean "styles.padding" or "buttonPadding"?',
    ],
    [
      update('p', { zzz: 3 }),
      '/fields/zzz',
      '"zzz" is not a field of a paragraph block; it has "content", "paragraphSpacing", "styles", "visibility", "displayCondition".',
    ],
    [
      update('p', { styles: { padding: { tip: 3 } } }),
      '/fields/styles/padding/tip',
      '"tip" is not a field of "styles.padding" of a paragraph block; did you mean "top"?',
    ],
    [
      update('p', pollution),
      '/fields/__proto__',
      '"__proto__" is not a field of a paragraph block; it has "content", "paragraphSpacing", "styles", "visibility", "displayCondition".',
    ],
    [
      update('p', { styles: pollution }),
      '/fields/styles/__proto__',
      '"__proto__" is not a field of "styles" of a paragraph block; it has "padding", "backgroundColor".',
    ],
    [
      update('p', { constructor: 1 }),
      '/fields/constructor',
      '"constructor" is not a field of a paragraph block; it has "content", "paragraphSpacing", "styles", "visibility", "displayCondition".',
    ],
    [
      update('p', { children: [] }),
      '/fields/children',
      '"children" is not a field of a paragraph block; it has "content", "paragraphSpacing", "styles", "visibility", "displayCondition".',
    ],
    [
      update('s', { children: [] }),
      '/fields/children',
      '"children" cannot be updated; add, move, update and delete the blocks inside, each by its own operation.',
    ],
    [
      update('p', { type: 'title' }),
      '/fields/type',
      '"type" cannot be updated; delete the block and add one of the other type.',
    ],
    [
      update('p', { id: null }),
      '/fields/id',
      '"id" cannot be updated; other operations and comments refer to a block by it. Leave it out.',
    ],
    [
      update('b1', { fontSize: '3' }),
      '/fields/fontSize',
      '"fontSize" of a button block must be a number of 0 or more; got "3".',
    ],
    [
      update('t', { content: null }),
      '/fields/content',
      '"content" of a title block is missing; it must be a string. Rich text (HTML).',
    ],
    [
      update('t', { styles: 3 }),
      '/fields/styles',
      '"styles" of a title block must be an object with "padding"; got 3.',
    ],
    [
      update('t', { styles: { padding: { top: -1 } } }),
      '/fields/styles/padding/top',
      '"styles.padding.top" of a title block must be a number of 0 or more; got -1.',
    ],
    [
      { op: 'update', all_of_type: 'button', fields: { text: 3 } },
      '/fields/text',
      '"text" of a button block must be a string; got 3.',
    ],
    [
      { op: 'update_settings', fields: { preheader: 'x' } },
      '/fields/preheader',
      '"preheader" is not a field of the settings; did you mean "preheaderText"?',
    ],
    [
      { op: 'update_settings', fields: { width: '600' } },
      '/fields/width',
      '"width" of the settings must be a number of 0 or more; got "600".',
    ],
    [{ op: 'add', block: {} }, '/block/type', `"type" of a block is missing; it must be one of ${typeList}.`],
    [
      { op: 'add', block: { type: 'tabs' } },
      '/block/type',
      `"type" of a block must be one of ${typeList}; got "tabs".`,
    ],
    [
      { op: 'add', block: { ...title, level: 7 } },
      '/block/level',
      '"level" of a title block must be one of 1, 2, 3, 4; got 7.',
    ],
    [
      { op: 'add', block: { ...title, levle: 2 } },
      '/block/levle',
      '"levle" is not a field of a title block; did you mean "level"?',
    ],
    [
      { op: 'add', block: { type: 'menu', items: [{ text: 'A', href: '' }] } },
      '/block/items/0/href',
      '"href" is not a field of "items.0" of a menu block; did you mean "url"?',
    ],
    [
      { op: 'add', block: { type: 'section', children: [[{ ...title, note: 1 }]] } },
      '/block/children/0/0/note',
      '"note" is not a field of a title block; it has "content", "level", "color", "textAlign", "fontFamily", "styles", "visibility", "displayCondition".',
    ],
    [
      { op: 'add', block: { type: 'section', children: [[{ type: 'tabs' }]] } },
      '/block/children/0/0/type',
      `"type" of a block must be one of ${typeList}; got "tabs".`,
    ],
    [
      { op: 'add', block: { type: 'section', children: [[{ type: 'section' }]] } },
      '/block/children/0/0',
      'A section cannot be inside a section; move its blocks into this list, or it to the top level.',
    ],
    [
      { op: 'add', block: { ...title, id: 'p' } },
      '/block/id',
      'The id "p" is already that of a paragraph block; ids of blocks must differ. Omit it to get a new one.',
    ],
    [
      { op: 'add', block: { type: 'section', id: 'a', children: [[{ ...title, id: 'a' }]] } },
      '/block/children/0/0/id',
      'The id "a" is already that of /operations/1/block; ids of blocks must differ. Omit it to get a new one.',
    ],
  ])('%j', (operation, path, message) => refuses([operation, path, message]));

  test('what was wrong before the update says so', () => {
    const old = {
      ...newsletter(),
      blocks: [{ id: 't', type: 'title', level: 2 }],
    } as never as TemplateContent;
    expect(editFaults(old, update('t', { level: 3 }))).toEqual([
      {
        path: '/operations/0/fields/content',
        message:
          '"content" of a title block is missing; it must be a string. Rich text (HTML). Block "t" was stored like that; set this field in the same operation.',
      },
    ]);
  });
});

describe('size', () => {
  const many = (count: number): TemplateContent => ({
    ...newsletter(),
    blocks: Array.from({ length: count }, (_, index) => ({ id: `b${index}`, type: 'x' })) as never,
  });

  test('number of blocks', () => {
    const add = { op: 'add', block: { type: 'spacer' } };
    expect(edit(many(MAX_BLOCKS - 1), [add]).ok).toBe(true);
    expect(edit(many(MAX_BLOCKS), [{ op: 'delete', id: 'b7' }, add]).ok).toBe(true);
    const message =
      'With this block the content has more than 20000 blocks. Split it or leave something out.';
    const faults = [{ path: '/operations/1/block', message }];
    expect(edit(many(MAX_BLOCKS - 1), [add, add])).toEqual({ ok: false, reason: 'too_large', faults });
  });

  test('bytes: the operation that writes most is named', () => {
    const message =
      'The content has more than 2097152 bytes of JSON; the limit is 2 MB (2,097,152 bytes as UTF-8). Split it or leave something out. Of the operations, this one writes most.';
    const faults = [{ path: '/operations/1', message }];
    for (const length of [MAX_CONTENT_BYTES - 200, MAX_CONTENT_BYTES]) {
      const content = 'x'.repeat(length);
      for (const largest of [
        { op: 'update', id: 'p', fields: { content } },
        { op: 'add', block: { type: 'html', content } },
      ]) {
        const operations = [{ op: 'delete', id: 'u' }, largest];
        expect(edit(newsletter(), operations)).toEqual({ ok: false, reason: 'too_large', faults });
      }
    }
  });

  test('a long text into many blocks is refused before it is written', () => {
    const blocks = Array.from({ length: 2000 }, (_, index) => ({
      id: `b${index}`,
      type: 'html',
      content: '',
    }));
    const operations = [{ op: 'update', all_of_type: 'html', fields: { content: 'x'.repeat(1_000_000) } }];
    const result = edit({ ...newsletter(), blocks } as never, operations);
    expect(result).toMatchObject({ ok: false, reason: 'too_large', faults: [{ path: '/operations/0' }] });
  });
});
