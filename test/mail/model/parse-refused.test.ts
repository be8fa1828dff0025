import { describe, expect, test } from 'bun:test';
import { blockSchemas } from '../../../src/mail/model/index.ts';
import { faultsOf, minimalBlocks } from './reading.ts';

const typeList = [...blockSchemas.keys()].map((type) => `"${type}"`).join(', ');

describe('refused, with the place and the way out', () => {
  test.each<[string, unknown, string, string]>([
    ['null', null, '', 'The content must be an object with "blocks" and "settings"; got null.'],
    ['a list', [], '', 'The content must be an object with "blocks" and "settings"; got a list.'],
    ['no blocks', {}, '/blocks', '"blocks" must be a list of blocks; got nothing.'],
    ['blocks not a list', { blocks: {} }, '/blocks', '"blocks" must be a list of blocks; got an object.'],
    [
      'settings not an object',
      { blocks: [], settings: 3 },
      '/settings',
      'The settings must be an object with',
    ],
    [
      'a setting of a wrong type',
      { blocks: [], settings: { width: '600' } },
      '/settings/width',
      '"width" of the settings must be a number of 0 or more; got "600".',
    ],
  ])('%s', (_name, input, path, message) => {
    const [fault, ...others] = faultsOf(input);
    expect(others).toEqual([]);
    expect(fault?.path).toBe(path);
    expect(fault?.message).toContain(message);
  });

  test.each<[string, unknown, string, string]>([
    ['not an object', 'x', '', 'A block must be an object with a "type"; got "x".'],
    ['no type', { id: 'a' }, '/type', `"type" of a block is missing; it must be one of ${typeList}.`],
    ['type not a string', { type: 3 }, '/type', `"type" of a block must be one of ${typeList}; got 3.`],
    ['empty type', { type: '' }, '/type', '"type" of a block must be a non-empty string; got "".'],
    [
      'empty id',
      { type: 'spacer', id: '' },
      '/id',
      '"id" of a spacer block must be a non-empty string; got "".',
    ],
    [
      'id not a string',
      { type: 'spacer', id: 3 },
      '/id',
      '"id" of a spacer block must be a non-empty string; got 3.',
    ],
    [
      'unknown type, empty id',
      { type: 'tabs', id: '' },
      '/id',
      '"id" of a block must be a non-empty string; got "".',
    ],
    [
      'title without content',
      { type: 'title' },
      '/content',
      '"content" of a title block is missing; it must be a string.',
    ],
    [
      'title level',
      { type: 'title', content: '', level: 5 },
      '/level',
      '"level" of a title block must be one of 1, 2, 3, 4; got 5.',
    ],
    [
      'title alignment',
      { type: 'title', content: '', textAlign: 'justify' },
      '/textAlign',
      'one of "left", "center", "right"; got "justify"',
    ],
    [
      'paragraph without content',
      { type: 'paragraph' },
      '/content',
      '"content" of a paragraph block is missing',
    ],
    [
      'image width',
      { type: 'image', width: '100%' },
      '/width',
      '"width" of an image block must be a number of 0 or more or "full"; got "100%".',
    ],
    [
      'divider width',
      { type: 'divider', width: '50px' },
      '/width',
      '"width" of a divider block must be a number of 0 or more or "full" or a percentage such as "50%"; got "50px".',
    ],
    [
      'button corners',
      { type: 'button', text: '', borderRadius: { topLeft: 4 } },
      '/borderRadius',
      '"borderRadius" of a button block must be a number of 0 or more or an object with "topLeft", "topRight", "bottomRight", "bottomLeft"; got an object.',
    ],
    [
      'image border',
      { type: 'image', border: { top: { width: '1px' } } },
      '/border/top/width',
      '"border.top.width" of an image block must be a number of 0 or more; got "1px".',
    ],
    [
      'image source',
      { type: 'image', src: null },
      '/src',
      '"src" of an image block must be a string; got null.',
    ],
    [
      'button without text',
      { type: 'button' },
      '/text',
      '"text" of a button block is missing; it must be a string. Label, plain text.',
    ],
    [
      'button padding',
      { type: 'button', text: '', buttonPadding: { top: -1 } },
      '/buttonPadding/top',
      '"buttonPadding.top" of a button block must be a number of 0 or more; got -1.',
    ],
    [
      'divider style',
      { type: 'divider', lineStyle: 'wavy' },
      '/lineStyle',
      'one of "solid", "dashed", "dotted"; got "wavy"',
    ],
    ['video url', { type: 'video', url: 3 }, '/url', '"url" of a video block must be a string; got 3.'],
    [
      'social platform',
      { type: 'social', icons: [{ platform: 'x' }] },
      '/icons/0/platform',
      'must be one of "facebook", ',
    ],
    [
      'social without platform',
      { type: 'social', icons: [{}] },
      '/icons/0/platform',
      '"icons.0.platform" of a social block is missing; it must be one of "facebook", ',
    ],
    [
      'social icons',
      { type: 'social', icons: {} },
      '/icons',
      '"icons" of a social block must be a list; got an object.',
    ],
    ['infinite height', { type: 'spacer', height: Number.POSITIVE_INFINITY }, '/height', 'got Infinity.'],
    [
      'html content',
      { type: 'html', content: {} },
      '/content',
      '"content" of an html block must be a string; got an object.',
    ],
    [
      'menu item',
      { type: 'menu', items: ['Home'] },
      '/items/0',
      '"items.0" of a menu block must be an object with "id", "text"',
    ],
    [
      'table row',
      { type: 'table', rows: [{ cells: [{ content: 3 }] }] },
      '/rows/0/cells/0/content',
      '"rows.0.cells.0.content" of a table block must be a string; got 3.',
    ],
    [
      'countdown without date',
      { type: 'countdown' },
      '/targetDate',
      '"targetDate" of a countdown block is missing; it must be a string. ISO 8601',
    ],
    [
      'countdown separator',
      { type: 'countdown', targetDate: '', separator: '.' },
      '/separator',
      'one of ":", "-", " "; got "."',
    ],
    ['custom without type', { type: 'custom' }, '/customType', '"customType" of a custom block is missing'],
    [
      'custom values',
      { type: 'custom', customType: 'a', fieldValues: [] },
      '/fieldValues',
      'must be an object; got a list.',
    ],
    [
      'section layout',
      { type: 'section', columns: '4' },
      '/columns',
      'must be one of "1", "2", "3", "2-1", "1-2"; got "4".',
    ],
    [
      'section children',
      { type: 'section', children: [null] },
      '/children/0',
      '"children.0" of a section block must be a list; got null.',
    ],
    [
      'section children not a list',
      { type: 'section', children: {} },
      '/children',
      '"children" of a section block must be a list; got an object.',
    ],
    [
      'section in a section',
      { type: 'section', children: [[], [{ type: 'section' }]] },
      '/children/1/0',
      'A section cannot be inside a section',
    ],
    [
      'block in a section',
      { type: 'section', children: [[{ type: 'image', src: 3 }]] },
      '/children/0/0/src',
      'got 3',
    ],
    [
      'newer field',
      { type: 'section', stackOnMobile: 'no' },
      '/stackOnMobile',
      'must be true or false; got "no".',
    ],
    [
      'styles',
      { type: 'spacer', styles: [] },
      '/styles',
      '"styles" of a spacer block must be an object with "padding"; got a list.',
    ],
    [
      'padding',
      { type: 'spacer', styles: { padding: { left: '1px' } } },
      '/styles/padding/left',
      'got "1px".',
    ],
    [
      'condition without end',
      { type: 'spacer', displayCondition: { before: '{% if a %}' } },
      '/displayCondition/after',
      '"displayCondition.after" of a spacer block is missing',
    ],
  ])('%s', (_name, block, path, message) => {
    const [fault, ...others] = faultsOf({ blocks: [{ type: 'html' }, block] });
    expect(others).toEqual([]);
    expect(fault?.path).toBe(`/blocks/1${path}`);
    expect(fault?.message).toContain(message);
  });

  test.each([...blockSchemas])('%s: every known field of a wrong type', (type, schema) => {
    for (const [key, field] of Object.entries(schema.properties)) {
      if (key === 'type') continue;
      const wrong = field.type === 'object' ? 'x' : { wrong: true };
      const faults = faultsOf({ blocks: [{ type, ...minimalBlocks[type], [key]: wrong }] });
      expect(faults.map((fault) => fault.path)).toEqual([`/blocks/0/${key}`]);
    }
  });

  test('unknown types, when the writer is an agent', () => {
    const [fault] = faultsOf({ blocks: [{ type: 'text', id: 'a' }] }, { unknownBlockTypes: 'refuse' });
    expect(fault).toEqual({
      path: '/blocks/0/type',
      message: `"type" of a block must be one of ${typeList}; got "text".`,
    });
  });

  test('long values are cut in messages', () => {
    const [fault] = faultsOf({ blocks: [{ type: 'title', content: '', level: 'x'.repeat(10_000) }] });
    expect(fault?.message.length).toBeLessThan(200);
  });
});
