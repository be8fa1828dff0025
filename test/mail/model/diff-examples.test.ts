import { describe, expect, test } from 'bun:test';
import {
  describeDiff,
  diffContent,
  listChanges,
  summarizeDiff,
  type TemplateContent,
} from '../../../src/mail/model/index.ts';
import { edited, newsletter } from './editing.ts';
import { fullForm } from './reading.ts';

/** What a diff of the newsletter and what operations make of it says. */
const describeEdit = (...operations: unknown[]) =>
  describeDiff(diffContent(newsletter(), edited(newsletter(), ...operations).content)).split('\n');

describe('in a few lines', () => {
  test.each<[string, object[], string[]]>([
    [
      'a word in a title',
      [{ op: 'update', id: 't', fields: { content: '<p>Hello again</p>' } }],
      ['1 changed:', '~ t title: "Hello[+ again+]"'],
    ],
    [
      'looks',
      [{ op: 'update', id: 'b1', fields: { styles: { padding: { top: 0 } }, backgroundColor: 'navy' } }],
      ['1 changed:', '~ b1 button: backgroundColor "#333333" -> "navy"; styles.padding.top 10 -> 0'],
    ],
    [
      'only the markup of a text',
      [{ op: 'update', id: 't', fields: { content: '<p><em>Hello</em></p>' } }],
      ['1 changed:', '~ t title: "<p>Hello</p>" -> "<p><em>Hello</em></p>"'],
    ],
    [
      'a field that comes and one that goes',
      [{ op: 'update', id: 't', fields: { color: null, fontFamily: 'Georgia' } }],
      ['1 changed:', '~ t title: color "#111111" -> none; fontFamily none -> "Georgia"'],
    ],
    [
      'a block that comes and one that goes',
      [
        { op: 'add', block: { type: 'spacer', id: 'gap' }, after: 't' },
        { op: 'delete', id: 'b2' },
      ],
      ['1 added, 1 removed:', '+ gap spacer (at 1)', '- b2 button "Stop" (in s column 0 at 1)'],
    ],
    [
      'a section with what is in it',
      [{ op: 'delete', id: 's' }],
      [
        '4 removed:',
        '- s section 2 (at 2)',
        '- p paragraph "Left" (in s column 0 at 0)',
        '- b2 button "Stop" (in s column 0 at 1)',
        '- c custom "card" (in s column 1 at 0)',
      ],
    ],
    [
      'a block that goes elsewhere: the others have not moved',
      [{ op: 'move', id: 't', after: 's' }],
      ['1 moved:', '> t title "Hello" (at 0 -> at 2)'],
    ],
    [
      'into another column, and changed',
      [
        { op: 'move', id: 'b1', section: 's', column: 1, index: 0 },
        { op: 'update', id: 'b1', fields: { text: 'Go on' } },
      ],
      ['1 moved, 1 changed:', '~ b1 button (at 1 -> in s column 1 at 0): text "Go[+ on+]"'],
    ],
    [
      'out of a section that goes',
      [
        { op: 'move', id: 'p', after: 't' },
        { op: 'delete', id: 's' },
      ],
      [
        '3 removed, 1 moved:',
        '> p paragraph "Left" (in s column 0 at 0 -> at 1)',
        '- s section 2 (at 2)',
        '- b2 button "Stop" (in s column 0 at 1)',
        '- c custom "card" (in s column 1 at 0)',
      ],
    ],
    [
      'settings',
      [{ op: 'update_settings', fields: { width: 640, preheaderText: null, locale: 'de' } }],
      [
        '3 settings changed:',
        '~ settings: width 600 -> 640; locale "en" -> "de"; preheaderText "Hi" -> none',
      ],
    ],
    [
      'fields of a custom block',
      [{ op: 'update', id: 'c', fields: { fieldValues: { price: { net: 4 }, 'list price': 5 } } }],
      ['1 changed:', '~ c custom: fieldValues.price.net 3 -> 4; fieldValues."list price" none -> 5'],
    ],
  ])('%s', (_name, operations, lines) => {
    expect(describeEdit(...operations)).toEqual(lines);
  });

  test('nothing', () => {
    expect(describeDiff(diffContent(newsletter(), newsletter()))).toBe('No differences.');
  });

  test('another type under the same id, unknown types and fields of the content beside', () => {
    const before = { ...newsletter(), theme: { dark: false } };
    const after = structuredClone({ ...before, theme: { dark: true } });
    Object.assign(after.blocks[0] as object, { type: 'paragraph' });
    Object.assign(after.blocks[3] as object, { tabs: [1, 3] });
    expect(describeDiff(diffContent(before, after)).split('\n')).toEqual([
      '2 changed:',
      '~ t paragraph: type "title" -> "paragraph"',
      '~ u tabs: tabs.1 2 -> 3',
      '~ content: theme.dark false -> true',
    ]);
  });

  test('long ids are cut as in the outline', () => {
    const id = '0193e0c4-5d5a-7b2c-9c3e-4f5a6b7c8d9e';
    const make = (height: number) => fullForm({ blocks: [{ id, type: 'spacer', height }] });
    expect(describeDiff(diffContent(make(1), make(2)))).toBe('1 changed:\n~ 7c8d9e spacer: height 1 -> 2');
  });

  test('of long texts, what changed and a little around it', () => {
    const words = Array.from({ length: 300 }, (_, index) => `word${index}`);
    const make = (list: string[]) =>
      fullForm({ blocks: [{ id: 'p', type: 'paragraph', content: `<p>${list.join(' ')}</p>` }] });
    const text = describeDiff(diffContent(make(words), make(words.with(150, 'CHANGED'))));
    expect(text).toBe(
      '1 changed:\n~ p paragraph: "…word147 word148 word149 [-word150-][+CHANGED+] word151 word152 word153…"',
    );
  });

  test('never long; what is left out is counted', () => {
    const make = (height: number, count: number) =>
      fullForm({
        blocks: Array.from({ length: count }, (_, i) => ({ id: `s${i}`, type: 'spacer', height })),
      });
    const lines = describeDiff(diffContent(make(1, 2000), make(2, 2000))).split('\n');
    expect(lines.join('\n').length).toBeLessThan(12_100);
    expect(lines[0]).toBe('2000 changed:');
    const shown = lines.length - 2;
    expect(shown).toBeGreaterThan(300);
    expect(lines.at(-1)).toBe(`… and ${2000 - shown} more changes that are not shown.`);
    const long = 'x'.repeat(100_000);
    const huge = diffContent(
      fullForm({ blocks: [{ id: 'p', type: 'paragraph', content: long, [`${long}1`]: long, [long]: long }] }),
      fullForm({ blocks: [{ id: 'p', type: 'html', content: 'y'.repeat(90_000) }] }),
    );
    expect(describeDiff(huge).length).toBeLessThan(2000);
  });
});

describe('lists of things with ids', () => {
  const menu = (...texts: string[]): TemplateContent =>
    fullForm({
      blocks: [{ id: 'm', type: 'menu', items: texts.map((text) => ({ id: text.slice(0, 1), text })) }],
    });
  const fieldsOf = (before: TemplateContent, after: TemplateContent) =>
    listChanges(diffContent(before, after)).flatMap(({ fields }) => fields ?? []);

  test('an item is known by its id: changed, moved, come and gone', () => {
    const [before, after] = [menu('a', 'b', 'c', 'd'), menu('c', 'a new', 'd', 'e')];
    expect(fieldsOf(before, after)).toEqual([
      { path: 'items.1', before: expect.objectContaining({ id: 'b' }) },
      { path: 'items.0', from: 'items.2' },
      expect.objectContaining({ path: 'items.1.text', before: 'a', after: 'a new' }),
      { path: 'items.3', after: expect.objectContaining({ id: 'e' }) },
    ]);
  });

  test('cells of a table are rich text', () => {
    const table = (content: string) =>
      fullForm({ blocks: [{ type: 'table', id: 't', rows: [{ id: 'r', cells: [{ id: 'c', content }] }] }] });
    const [field] = fieldsOf(table('<b>old</b> price'), table('<b>new</b> price'));
    expect(field?.path).toBe('rows.0.cells.0.content');
    expect(field?.runs?.map((run) => run.html)).toEqual([
      '<strong>old</strong>',
      '<strong>new</strong>',
      ' price',
    ]);
  });

  test('without ids: what is the same is found', () => {
    const make = (list: unknown[]) => fullForm({ blocks: [{ id: 'u', type: 'tabs', list }] });
    expect(fieldsOf(make([1, 2, { a: 1 }, 4]), make([0, 1, 2, { a: 2 }, 4]))).toEqual([
      { path: 'list.0', after: 0 },
      { path: 'list.3.a', before: 1, after: 2 },
    ]);
  });
});

describe('as data', () => {
  test('enough to draw it', () => {
    const after = edited(
      newsletter(),
      { op: 'delete', id: 'u' },
      { op: 'move', id: 'b2', index: 0 },
      { op: 'update', id: 'p', fields: { content: '<p>Right</p>' } },
      { op: 'add', block: { type: 'section', id: 'n', children: [[{ type: 'spacer', id: 'x' }]] } },
    ).content;
    const diff = diffContent(newsletter(), after);
    expect(summarizeDiff(diff)).toEqual({ added: 2, removed: 1, moved: 1, changed: 1, settings: 0 });
    const { children: _children, ...section } = after.blocks.find(({ id }) => id === 'n') as never as {
      children: unknown;
    };
    expect(listChanges(diff)).toEqual([
      {
        change: 'moved',
        id: 'b2',
        type: 'button',
        outline: 'b2 button "Stop"',
        place: { index: 0 },
        from: { section: 's', column: 0, index: 1 },
      },
      {
        change: 'changed',
        id: 'p',
        type: 'paragraph',
        outline: 'p paragraph "Right"',
        place: { section: 's', column: 0, index: 0 },
        fields: [
          {
            path: 'content',
            before: '<p>Left</p>',
            after: '<p>Right</p>',
            runs: [
              { kind: 'deleted', text: 'Left', html: 'Left' },
              { kind: 'inserted', text: 'Right', html: 'Right' },
            ],
          },
        ],
      },
      {
        change: 'removed',
        id: 'u',
        type: 'tabs',
        outline: 'u tabs',
        place: { index: 3 },
        block: { id: 'u', type: 'tabs', tabs: [1, 2] },
      },
      {
        change: 'added',
        id: 'n',
        type: 'section',
        outline: 'n section 1',
        place: { index: 4 },
        block: section,
      },
      {
        change: 'added',
        id: 'x',
        type: 'spacer',
        outline: 'x spacer',
        place: { section: 'n', column: 0, index: 0 },
        block: expect.objectContaining({ id: 'x', type: 'spacer' }),
      },
    ]);
  });
});
