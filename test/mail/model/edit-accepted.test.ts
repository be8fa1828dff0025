import { describe, expect, test } from 'bun:test';
import { type Block, findBlocks, parseContent, type TemplateContent } from '../../../src/mail/model/index.ts';
import { arrangement, edited, newsletter } from './editing.ts';
import { countingIds } from './reading.ts';

const START = 't b1 s(p b2|c) u';
const spacer = { type: 'spacer', id: 'new' };
const section = { type: 'section', id: 'new', columns: '3' };

const blockOf = (content: TemplateContent, id: string) =>
  findBlocks(content, [id]).blocks[0] as Block & Record<string, unknown>;

test('the start', () => expect(arrangement(newsletter())).toBe(START));

describe('add and move: where blocks go', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ block: spacer }, 't b1 s(p b2|c) u new'],
    [{ block: spacer, index: 0 }, 'new t b1 s(p b2|c) u'],
    [{ block: spacer, index: 4 }, 't b1 s(p b2|c) u new'],
    [{ block: spacer, after: 't' }, 't new b1 s(p b2|c) u'],
    [{ block: spacer, before: 't' }, 'new t b1 s(p b2|c) u'],
    [{ block: spacer, after: 'p' }, 't b1 s(p new b2|c) u'],
    [{ block: spacer, before: 'c' }, 't b1 s(p b2|new c) u'],
    [{ block: spacer, section: 's' }, 't b1 s(p b2 new|c) u'],
    [{ block: spacer, section: 's', column: 1 }, 't b1 s(p b2|c new) u'],
    [{ block: spacer, section: 's', column: 1, index: 0 }, 't b1 s(p b2|new c) u'],
    [{ block: section, after: 's' }, 't b1 s(p b2|c) new(||) u'],
  ])('add %j', (fields, expected) => {
    const result = edited(newsletter(), { op: 'add', ...fields });
    expect(arrangement(result.content)).toBe(expected);
    expect(result).toMatchObject({
      added: ['new'],
      updated: [],
      moved: [],
      deleted: [],
      settingsChanged: false,
    });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ id: 't' }, 'b1 s(p b2|c) u t'],
    [{ id: 't', index: 1 }, 'b1 t s(p b2|c) u'],
    [{ id: 't', index: 3 }, 'b1 s(p b2|c) u t'],
    [{ id: 't', after: 'b1' }, 'b1 t s(p b2|c) u'],
    [{ id: 't', before: 'u' }, 'b1 s(p b2|c) t u'],
    [{ id: 'u', before: 't' }, 'u t b1 s(p b2|c)'],
    [{ id: 'u', section: 's', column: 1 }, 't b1 s(p b2|c u)'],
    [{ id: 'p', after: 'b2' }, 't b1 s(b2 p|c) u'],
    [{ id: 'p', after: 't' }, 't p b1 s(b2|c) u'],
    [{ id: 'p', section: 's', column: 0 }, 't b1 s(b2 p|c) u'],
    [{ id: 's', index: 0 }, 's(p b2|c) t b1 u'],
    [{ id: 's', after: 'u' }, 't b1 u s(p b2|c)'],
    [{ id: 't', index: 0 }, START],
    [{ id: 'b1', after: 't' }, START],
  ])('move %j', (fields, expected) => {
    const result = edited(newsletter(), { op: 'move', ...fields });
    expect(arrangement(result.content)).toBe(expected);
    expect(result).toMatchObject({ added: [], updated: [], moved: [fields.id], deleted: [] });
  });
});

describe('add', () => {
  test('fills in ids and defaults, inside sections too', () => {
    const children = [[{ type: 'title', content: 'Hi' }], [{ type: 'menu', items: [{ text: 'Home' }] }]];
    const { content, added } = edited(newsletter(), {
      op: 'add',
      block: { type: 'section', columns: '2', children },
    });
    expect(arrangement(content)).toBe(`${START} id-1(id-2|id-3)`);
    expect(added).toEqual(['id-1', 'id-2', 'id-3']);
    expect(blockOf(content, 'id-2')).toMatchObject({
      level: 2,
      textAlign: 'left',
      styles: { padding: { top: 10 } },
    });
    expect(blockOf(content, 'id-3')).toMatchObject({ items: [{ id: 'id-4', text: 'Home', bold: false }] });
    expect(parseContent(content, { makeId: countingIds() })).toMatchObject({ ok: true, content });
  });

  test('made ids differ from those that are there', () => {
    const content = edited(newsletter(), { op: 'add', block: { type: 'spacer', id: 'id-1' } }).content;
    expect(edited(content, { op: 'add', block: { type: 'spacer' } }).added).toEqual(['id-2']);
  });

  test('a copy of a block that a newer editor wrote keeps its fields', () => {
    const copy = { ...blockOf(newsletter(), 'b2'), id: 'copy' };
    expect(blockOf(edited(newsletter(), { op: 'add', block: copy }).content, 'copy')).toEqual(copy);
  });

  test('makes the list of a column the editor left out', () => {
    const lean = newsletter();
    (lean.blocks[2] as unknown as { columns: string }).columns = '3';
    const { content } = edited(lean, { op: 'add', block: spacer, section: 's', column: 2 });
    expect(arrangement(content)).toBe('t b1 s(p b2|c|new) u');
  });
});

describe('update', () => {
  test.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['replaces a value', 't', { content: 'New' }, { content: 'New' }],
    [
      'merges objects',
      't',
      { styles: { padding: { top: 1 } } },
      { styles: { padding: { top: 1, right: 10, bottom: 10, left: 10 } } },
    ],
    [
      'makes objects',
      't',
      { visibility: { mobile: false } },
      { visibility: { desktop: true, mobile: false } },
    ],
    ['null removes an optional field', 't', { color: null }, { color: undefined }],
    ['null of what is absent', 't', { fontFamily: null }, { fontFamily: undefined }],
    ['null resets a required field', 'b1', { fontSize: null, styles: null }, {}],
    [
      'null resets inside',
      't',
      { styles: { padding: { top: null } } },
      { styles: { padding: { top: 10, right: 10, bottom: 10, left: 10 } } },
    ],
    [
      'a field of a newer editor that is there',
      'b2',
      { glow: { size: 4, hue: 'red' } },
      { glow: { size: 4, hue: 'red' } },
    ],
    [
      'records of free form',
      'c',
      { fieldValues: { price: { gross: 4 }, sku: null, any: [1] } },
      { fieldValues: { price: { net: 3, gross: 4 }, any: [1] } },
    ],
    [
      'a section',
      's',
      { wrapper: { padding: { top: 5 } } },
      { wrapper: { padding: { top: 5, right: 0, bottom: 0, left: 0 } } },
    ],
  ])('%s', (_name, id, fields, expected) => {
    const result = edited(newsletter(), { op: 'update', id, fields });
    const block = blockOf(result.content, id);
    // toEqual takes undefined for absent.
    expect(block).toEqual({ ...blockOf(newsletter(), id), ...expected } as never);
    expect(result.updated).toEqual([id]);
  });

  test('lists are replaced, with ids made for what is new and the fields of newer editors that are there', () => {
    const start = newsletter();
    const items = [
      { id: 'i', text: 'A', url: '', openInNewTab: false, bold: false, underline: false, glow: 1 },
    ];
    start.blocks.push({ ...blockOf(start, 'u'), id: 'm', type: 'menu', items } as unknown as Block);
    const fields = { items: [{ text: 'B' }, { id: 'i', text: 'A', glow: 2 }] };
    const menu = blockOf(edited(start, { op: 'update', id: 'm', fields }).content, 'm');
    expect(menu.items).toMatchObject([
      { id: 'id-1', text: 'B', url: '' },
      { id: 'i', text: 'A', glow: 2 },
    ]);
  });

  test('several blocks, all of a type, inside sections too', () => {
    const result = edited(newsletter(), { op: 'update', all_of_type: 'button', fields: { fontSize: 20 } });
    expect(result.updated).toEqual(['b1', 'b2']);
    expect(findBlocks(result.content, ['b1', 'b2']).blocks).toMatchObject([
      { fontSize: 20 },
      { fontSize: 20 },
    ]);
    const ids = ['p', 't', 'p'];
    expect(edited(newsletter(), { op: 'update', ids, fields: { content: 'x' } }).updated).toEqual(['p', 't']);
  });

  test.each<[string, string]>([
    ['1', 's(p b2 c)'],
    ['3', 's(p b2|c|)'],
    ['2-1', 's(p b2|c)'],
  ])('the layout %s takes its blocks along', (columns, expected) => {
    const { content, updated } = edited(newsletter(), { op: 'update', id: 's', fields: { columns } });
    expect(arrangement(content)).toBe(`t b1 ${expected} u`);
    expect(updated).toEqual(['s']);
  });

  test('settings', () => {
    const fields = { width: null, preheaderText: null, locale: 'de', linkColor: 'red' };
    const wide = edited(newsletter(), { op: 'update_settings', fields: { width: 700 } }).content;
    const { content, settingsChanged } = edited(wide, { op: 'update_settings', fields });
    expect(content.settings).toEqual({
      width: 600,
      backgroundColor: '#ffffff',
      fontFamily: 'Arial',
      locale: 'de',
      linkColor: 'red',
    });
    expect(settingsChanged).toBe(true);
    expect(edited(content, { op: 'update_settings', fields }).settingsChanged).toBe(true);
    expect(edited(content, { op: 'update_settings', fields: { locale: 'de' } }).settingsChanged).toBe(false);
  });

  test('keys that are treacherous in JavaScript are data in free records, and pollute nothing', () => {
    const fields = JSON.parse(
      '{"fieldValues":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
    );
    const { content } = edited(newsletter(), { op: 'update', id: 'c', fields });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const values = blockOf(content, 'c').fieldValues as object;
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
    expect(Object.keys(values)).toEqual(['sku', 'price', '__proto__', 'constructor']);
  });
});

describe('delete', () => {
  test.each<[Record<string, unknown>, string, string[]]>([
    [{ id: 't' }, 'b1 s(p b2|c) u', ['t']],
    [{ id: 'u' }, 't b1 s(p b2|c)', ['u']],
    [{ id: 's' }, 't b1 u', ['s', 'p', 'b2', 'c']],
    [{ ids: ['c', 's', 'c'] }, 't b1 u', ['c', 's', 'p', 'b2']],
    [{ all_of_type: 'button' }, 't s(p|c) u', ['b1', 'b2']],
    [{ all_of_type: 'tabs' }, 't b1 s(p b2|c)', ['u']],
  ])('%j', (target, expected, deleted) => {
    const result = edited(newsletter(), { op: 'delete', ...target });
    expect(arrangement(result.content)).toBe(expected);
    expect(result.deleted.sort()).toEqual(deleted.sort());
  });
});

describe('a batch', () => {
  test('later operations see what earlier ones did', () => {
    const result = edited(
      newsletter(),
      { op: 'add', block: { type: 'section', id: 'x', columns: '2' }, index: 0 },
      { op: 'add', block: { type: 'button', id: 'y', text: 'A' }, section: 'x', column: 1 },
      { op: 'update', all_of_type: 'button', fields: { fontSize: 9 } },
      { op: 'move', id: 'p', before: 'y' },
      { op: 'delete', id: 's' },
    );
    expect(arrangement(result.content)).toBe('x(|p y) t b1 u');
    expect(blockOf(result.content, 'y').fontSize).toBe(9);
    const { added, updated, moved, deleted } = result;
    expect({ added, updated, moved, deleted }).toEqual({
      added: ['x', 'y'],
      updated: ['b1'],
      moved: ['p'],
      deleted: ['s', 'b2', 'c'],
    });
  });

  test('what is added and deleted again is not reported', () => {
    const start = newsletter();
    const result = edited(
      start,
      { op: 'add', block: spacer },
      { op: 'update', id: 'new', fields: { height: 1 } },
      { op: 'delete', id: 'new' },
    );
    expect(result).toMatchObject({ added: [], updated: [], moved: [], deleted: [] });
    expect(result.content).toBe(start);
  });

  test('an id can be used again once its block is deleted', () => {
    const again = { op: 'add', block: { type: 'spacer', id: 't' } };
    const result = edited(
      newsletter(),
      { op: 'update', id: 't', fields: {} },
      { op: 'delete', id: 't' },
      again,
    );
    expect(result).toMatchObject({ added: ['t'], updated: [], deleted: [] });
  });

  test('what no operation touched is shared', () => {
    const start = newsletter();
    const { content } = edited(start, { op: 'update', id: 'p', fields: { content: 'x' } });
    expect(content.settings).toBe(start.settings);
    expect(content.blocks[0]).toBe(start.blocks[0] as Block);
    expect((content.blocks[2] as { children?: unknown[] }).children?.[1]).toBe(
      (start.blocks[2] as { children?: unknown[] }).children?.[1],
    );
  });
});
