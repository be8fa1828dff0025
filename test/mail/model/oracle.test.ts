import { describe, expect, test } from 'bun:test';
import * as editor from '@templatical/types';
import { blockSchemas } from '../../../src/mail/model/index.ts';
import { fullForm, minimalBlocks, read } from './reading.ts';

const types = Object.keys(editor.DEFAULT_BLOCK_DEFAULTS) as editor.BlockType[];

const custom = editor.createCustomBlock({
  type: 'card',
  name: 'Card',
  template: '',
  fields: [
    { type: 'text', key: 'title', label: 'Title', default: 'Hello' },
    { type: 'repeatable', key: 'rows', label: 'Rows', fields: [], default: [{ a: 1 }] },
  ],
});

const madeByEditor: [string, editor.Block][] = [
  ...types.map((type): [string, editor.Block] => [type, editor.createBlock(type)]),
  ['custom', custom],
  [
    'a section with blocks',
    editor.createSectionBlock({ columns: '2', children: [[editor.createTitleBlock()], [custom]] }),
  ],
];

describe('what the editor makes', () => {
  test('is every type there is', () => {
    expect(new Set(madeByEditor.map(([, block]) => block.type))).toEqual(
      new Set(blockSchemas.keys()) as never,
    );
  });

  test.each(madeByEditor)('is accepted and comes back the same: %s', (_name, block) => {
    const input = { ...editor.createDefaultTemplateContent(), blocks: [block] };
    const result = read(input, { unknownBlockTypes: 'refuse' });
    expect(result.ok && (result.content as unknown)).toBe(input);
    expect(result.ok && JSON.parse(result.json)).toEqual(input);
  });
});

describe('defaults agree with the editor', () => {
  // Placeholder copy ("Click Here") must not slip into a mail, and colors give way to the settings in newer editors.
  const notOurs: Record<string, string[]> = {
    title: ['content', 'color'],
    paragraph: ['content'],
    button: ['text'],
    menu: ['color'],
    table: ['color'],
    countdown: ['targetDate'],
  };

  test.each(types)('%s', (type) => {
    const defaults: Record<string, unknown> = { ...editor.DEFAULT_BLOCK_DEFAULTS[type as 'title'] };
    for (const key of notOurs[type] ?? []) delete defaults[key];
    const { blocks } = fullForm({ blocks: [{ type, ...minimalBlocks[type] }] });
    expect(blocks[0]).toMatchObject(defaults);
  });

  test('settings', () => {
    expect(fullForm({ blocks: [] })).toEqual(editor.createDefaultTemplateContent());
  });
});
