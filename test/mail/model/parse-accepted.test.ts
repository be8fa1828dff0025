import { describe, expect, test } from 'bun:test';
import { blockSchemas } from '../../../src/mail/model/index.ts';
import { fullForm, minimalBlocks, read } from './reading.ts';

const padding = { top: 10, right: 10, bottom: 10, left: 10 };
const corners = { topLeft: 4, topRight: 0, bottomRight: 4, bottomLeft: 0 };
const border = {
  top: { width: 1, style: 'dotted', color: 'red' },
  left: { width: 0, style: 'solid', color: '' },
};
const full = (block: Record<string, unknown>) => ({ ...block, styles: { padding } });

/** The full form of the minimal block of each type; ids are counted in schema order. */
const fullBlocks: Record<string, Record<string, unknown>> = {
  section: { columns: '1', children: [[]] },
  title: { content: '<p>Hello</p>', level: 2, textAlign: 'left' },
  paragraph: { content: '<p>Hello</p>' },
  image: { src: '', alt: '', width: 'full', align: 'center' },
  button: {
    text: 'Go',
    url: '',
    backgroundColor: '#333333',
    textColor: '#ffffff',
    borderRadius: 6,
    fontSize: 15,
    buttonPadding: { top: 12, right: 24, bottom: 12, left: 24 },
  },
  divider: { lineStyle: 'solid', color: '#e0e0e0', thickness: 1, width: 'full' },
  video: { url: '', thumbnailUrl: '', alt: 'Video', width: 'full', align: 'center' },
  social: {
    icons: [{ platform: 'website', id: 'id-2', url: '' }],
    iconStyle: 'solid',
    iconSize: 'medium',
    spacing: 10,
    align: 'center',
  },
  spacer: { height: 24 },
  html: { content: '' },
  menu: {
    items: [{ text: 'Home', id: 'id-2', url: '', openInNewTab: false, bold: false, underline: false }],
    fontSize: 15,
    textAlign: 'center',
    separator: '|',
    separatorColor: '#e0e0e0',
    spacing: 10,
  },
  table: {
    rows: [{ id: 'id-2', cells: [{ id: 'id-3', content: '' }] }],
    hasHeaderRow: true,
    borderColor: '#e0e0e0',
    borderWidth: 1,
    cellPadding: 8,
    fontSize: 15,
    textAlign: 'left',
  },
  countdown: {
    targetDate: '2031-05-01T18:00:00',
    timezone: 'UTC',
    showDays: true,
    showHours: true,
    showMinutes: true,
    showSeconds: true,
    separator: ':',
    digitFontSize: 32,
    digitColor: '#1a1a1a',
    labelColor: '#6b7280',
    labelFontSize: 12,
    backgroundColor: '#ffffff',
    labelDays: 'Days',
    labelHours: 'Hours',
    labelMinutes: 'Minutes',
    labelSeconds: 'Seconds',
    expiredMessage: 'This offer has expired',
    expiredImageUrl: '',
    hideOnExpiry: false,
  },
  custom: { customType: 'card', fieldValues: {} },
};

describe('filling in a partial block', () => {
  test('covers every known type', () => {
    expect(Object.keys(minimalBlocks)).toEqual([...blockSchemas.keys()]);
  });

  test.each(Object.keys(minimalBlocks))('%s', (type) => {
    const content = fullForm({ blocks: [{ type, ...minimalBlocks[type] }] });
    expect(content.blocks[0]).toEqual(full({ id: 'id-1', type, ...fullBlocks[type] }));
    expect(content.settings).toEqual({
      width: 600,
      backgroundColor: '#ffffff',
      fontFamily: 'Arial',
      locale: 'en',
    });
  });

  test.each([
    [
      'one side of the padding',
      { styles: { padding: { top: 40 } } },
      { styles: { padding: { ...padding, top: 40 } } },
    ],
    [
      'only a background',
      { styles: { backgroundColor: 'red' } },
      { styles: { backgroundColor: 'red', padding } },
    ],
    [
      'half a visibility',
      { visibility: { mobile: false } },
      { visibility: { mobile: false, desktop: true } },
    ],
    [
      'a condition without label',
      { displayCondition: { before: '{% if a %}', after: '{% endif %}' } },
      { displayCondition: { before: '{% if a %}', after: '{% endif %}', label: '' } },
    ],
  ])('%s', (_name, given, expected) => {
    const { blocks } = fullForm({ blocks: [{ type: 'spacer', ...given }] });
    expect(blocks[0]).toMatchObject(expected);
  });

  test.each([
    ['2', 2],
    ['3', 3],
    ['1-2', 2],
    ['2-1', 2],
    ['1', 1],
  ])('a section of layout %s gets a list per column', (columns, count) => {
    const { blocks } = fullForm({ blocks: [{ type: 'section', columns }] });
    expect(blocks[0].children).toEqual(Array.from({ length: count }, () => []));
  });

  test('blocks inside columns are filled too', () => {
    const { blocks } = fullForm({
      blocks: [{ type: 'section', columns: '2', children: [[], [{ type: 'spacer' }]] }],
    });
    expect(blocks[0].children).toEqual([[], [full({ id: 'id-2', type: 'spacer', height: 24 })]]);
  });

  test('does not change the input and shares what needs no filling', () => {
    const whole = full({ id: 'a', type: 'spacer', height: 3 });
    const input = {
      blocks: [whole, { type: 'section', children: [[{ type: 'spacer' }]] }],
      settings: { width: 500 },
    };
    const before = structuredClone(input);
    const result = read(input);
    expect(input).toEqual(before);
    expect(result.ok && (result.content.blocks[0] as unknown)).toBe(whole);
  });
});

describe('accepted and kept as sent', () => {
  const settings = { width: 600, backgroundColor: '#fff', fontFamily: 'Arial', locale: 'en' };
  const spacer = full({ id: 's', type: 'spacer', height: 1 });
  const section = (fields: Record<string, unknown>) =>
    full({ id: 'x', type: 'section', columns: '2', children: [[spacer], []], ...fields });
  const image = full({ id: 'i', type: 'image', ...fullBlocks.image });

  test.each<[string, Record<string, unknown>]>([
    ['an unknown field', { ...spacer, note: { deep: [1, null] } }],
    ['an unknown field in styles', { ...spacer, styles: { padding, border: { width: 1 } } }],
    ['an unknown block type', { id: 'u', type: 'carousel', slides: [{ id: 's' }] }],
    ['an unknown block type with children', { id: 'u', type: 'tabs', children: [[{ type: 'section' }], 3] }],
    ['an unknown block type named like a built-in', { id: 'u', type: 'constructor' }],
    [
      'a custom block',
      full({ id: 'c', type: 'custom', customType: 'card', fieldValues: { list: [{ a: 1 }] } }),
    ],
    ['fewer lists than columns', section({ columns: '3', children: [[spacer]] })],
    ['more lists than columns', section({ columns: '1' })],
    ['no lists at all', section({ children: [] })],
    ['section fields of newer editors', section({ stackOnMobile: false, borderRadius: 4, wrapper: {} })],
    ['a wrapper', section({ wrapper: { backgroundColor: 'red', padding, borderRadius: 2 } })],
    [
      'button fields of newer editors',
      full({ id: 'b', type: 'button', ...fullBlocks.button, width: 'full', align: 'left' }),
    ],
    [
      'a button with a border',
      full({ id: 'b', type: 'button', ...fullBlocks.button, border, borderRadius: corners }),
    ],
    ['a picture of newer editors', { ...image, height: 120, border: {}, borderRadius: corners }],
    [
      'a section of newer editors',
      section({ border, borderRadius: corners, wrapper: { borderRadius: corners, padding } }),
    ],
    ['a divider in percent', full({ id: 'd', type: 'divider', ...fullBlocks.divider, width: '33.3%' })],
    ['paragraph spacing', full({ id: 'p', type: 'paragraph', ...fullBlocks.paragraph, paragraphSpacing: 0 })],
    ['a transparent background', { ...spacer, styles: { padding, backgroundColor: 'transparent' } }],
    ['a title without color', full({ id: 't', type: 'title', ...fullBlocks.title })],
    ['a title with color', full({ id: 't', type: 'title', ...fullBlocks.title, color: '#123456' })],
    ['merge tags in URLs', { ...image, src: '*|PIC|*', linkUrl: `{% if a %}$\{x}{% endif %}` }],
    [
      'markup that is unsafe to render',
      full({ id: 'h', type: 'html', content: '<script>alert(1)</script>' }),
    ],
    [
      'an unfinished countdown',
      full({ id: 'd', type: 'countdown', ...fullBlocks.countdown, targetDate: '' }),
    ],
    ['fractions and zero', { ...spacer, height: 0.5, styles: { padding: { ...padding, top: 0 } } }],
  ])('%s', (_name, block) => {
    const input = { blocks: [block], settings };
    const result = read(input);
    expect(result).toEqual({ ok: true, content: input as never, json: JSON.stringify(input) });
    expect(result.ok && (result.content as unknown)).toBe(input);
  });

  test('settings of newer editors, unknown settings and unknown fields of the content', () => {
    const newer = {
      textColor: '#111',
      linkColor: '#00f',
      linkUnderline: false,
      preheaderText: 'Hi',
      direction: 'rtl',
      theme: [1],
    };
    const input = { version: 3, blocks: [], settings: { ...settings, ...newer } };
    expect(fullForm(input)).toEqual(input);
  });

  test('keys with a meaning in JavaScript are data', () => {
    const text = `{"blocks":[{"type":"spacer","__proto__":{"height":"x"},"constructor":1}],"__proto__":{"polluted":true}}`;
    const result = read(JSON.parse(text));
    expect(result.ok && result.json).toContain('"__proto__":{"height":"x"},"constructor":1');
    expect(result.ok && result.json).toContain('"__proto__":{"polluted":true}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
