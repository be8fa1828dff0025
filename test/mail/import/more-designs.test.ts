import { describe, expect, test } from 'bun:test';
import type { ImportInput } from '../../../src/mail/import/index.ts';
import {
  chamaileonDocument,
  easyEmailTemplate,
  emailBuilderDocument,
  grapesProject,
  reactEmailHtml,
  stripoTemplate,
} from './design-samples.ts';
import { blockWords, importAll, leavesOf, notesOf, refusalOf } from './importing.ts';

const importDesign = (format: ImportInput['format'], design: unknown) =>
  importAll({ format, body: JSON.stringify(design) });

/** What the mail of the samples says, in order: title, paragraph, button, picture. All samples are one mail. */
const EXPECTED = [
  { type: 'image', src: 'https://bakery.example/loaf.png', alt: 'A loaf' },
  { type: 'title', content: 'Bread' },
  { type: 'paragraph', content: 'oven' },
  { type: 'button', text: 'Order now', url: 'https://bakery.example/order', backgroundColor: '#aa3300' },
];

const SAMPLES: [string, ImportInput['format'], unknown][] = [
  ['Chamaileon', 'chamaileon', chamaileonDocument],
  ['Easy Email', 'easy-email', easyEmailTemplate],
  ['email-builder', 'email-builder', emailBuilderDocument],
  ['GrapesJS', 'grapesjs', grapesProject],
  ['Stripo', 'stripo', stripoTemplate],
];

describe.each(SAMPLES)('designs of %s', (_editor, format, design) => {
  const { content, report } = importDesign(format, design);
  const leaves = leavesOf(content);

  test('become blocks with their texts, pictures, buttons and colors', () => {
    for (const { type, ...fields } of EXPECTED) {
      const found = leaves.filter((leaf) => leaf.type === type);
      const matches = found.some((leaf) =>
        Object.entries(fields).every(([key, value]) =>
          String(leaf[key]).toLowerCase().includes(String(value).toLowerCase()),
        ),
      );
      expect({ type, fields, matches, found }).toMatchObject({ matches: true });
    }
    const button = leaves.find(({ type }) => type === 'button');
    expect((button?.buttonPadding as { top: number } | undefined)?.top).toBeLessThanOrEqual(18);
    expect(leaves.filter(({ type }) => type === 'html')).toEqual([]);
    expect(report.notes.every((note) => note.line === undefined || format === 'stripo')).toBe(true);
  });

  test('keep columns, and the words in them', () => {
    const columns = content.blocks.filter((block) => block.type === 'section' && block.children.length === 2);
    expect(columns).toHaveLength(1);
    expect(blockWords(content).join(' ')).toContain('Rye');
    expect(blockWords(content).join(' ')).toContain('Wheat');
  });

  test('are recognized by their fields', () => {
    expect(leavesOf(importDesign('design', design).content)).toEqual(leaves);
  });

  test('are refused in other formats', () => {
    const other = format === 'easy-email' ? 'chamaileon' : 'easy-email';
    expect(refusalOf({ format: other, body: JSON.stringify(design) })).toStartWith(
      'not_that_format: This is no ',
    );
  });
});

test('designs of no known editor are refused', () => {
  expect(refusalOf({ format: 'design', body: '{"a": 1}' })).toContain('Beefree, Unlayer, Chamaileon');
  expect(refusalOf({ format: 'design', body: '[]' })).toContain('JSON object');
});

test('blocks that contain themselves are written once', () => {
  const { content } = importDesign('email-builder', {
    root: { type: 'EmailLayout', data: { childrenIds: ['a', 'a'] } },
    a: { type: 'Container', data: { props: { childrenIds: ['t', 'a', 'root'] } } },
    t: { type: 'Text', data: { props: { text: 'Once <b>', markdown: false } } },
  });
  expect(leavesOf(content)).toMatchObject([
    { type: 'paragraph', content: expect.stringContaining('>Once &lt;b&gt;<') },
  ]);
});

test('markdown of email-builder becomes rich text', () => {
  const { content } = importDesign('email-builder', {
    root: { type: 'EmailLayout', data: { childrenIds: ['t'] } },
    t: { type: 'Text', data: { props: { text: 'Fresh **bread**', markdown: true } } },
  });
  expect(leavesOf(content)).toMatchObject([
    { type: 'paragraph', content: expect.stringContaining('>Fresh <strong>bread</strong><') },
  ]);
});

test('conditions of Easy Email are noted', () => {
  const text = {
    type: 'advanced_text',
    data: { value: { content: 'Hi', condition: { enabled: true } } },
    children: [],
  };
  const { report } = importDesign('easy-email', { type: 'page', data: {}, children: [text] });
  expect(notesOf(report)).toEqual(['condition']);
});

test('projects of GrapesJS without MJML are read as HTML', () => {
  const { content } = importDesign('grapesjs', {
    'gjs-components': JSON.stringify([
      {
        type: 'table',
        components: [{ type: 'row', components: [{ type: 'cell', content: 'Cell', classes: ['c'] }] }],
      },
    ]),
    'gjs-styles': JSON.stringify([{ selectors: [{ name: 'c' }], style: { color: '#ff0000' } }]),
  });
  expect(blockWords(content)).toEqual(['Cell']);
});

test('rendered HTML of React Email', () => {
  const { content } = importAll({ format: 'html', body: reactEmailHtml });
  expect(content.settings.preheaderText).toBe('Bread is in the oven');
  expect(leavesOf(content)).toMatchObject([
    { type: 'image', src: 'https://bakery.example/loaf.png', width: 120 },
    { type: 'title', level: 1 },
    { type: 'paragraph' },
    { type: 'button', text: 'Order now', backgroundColor: '#aa3300' },
    { type: 'divider' },
    { type: 'paragraph' },
  ]);
});
