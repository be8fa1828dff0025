import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  diffContent,
  editContent,
  listChanges,
  outlineContent,
  planOperations,
  type TemplateContent,
  withKnownShapes,
} from '../../../src/mail/model/index.ts';
import { renderMjml, renderPlainText } from '../../../src/mail/render/index.ts';
import { scoreContent } from '../../../src/mail/score/score-content.ts';
import { runs } from '../../support/property-runs.ts';
import { assets } from '../render/rendering.ts';
import { changes, fullContent, withChanges } from './arbitrary-content.ts';
import { countingIds, faultsOf, fullForm, read, resolvePointer } from './reading.ts';

type Fields = Record<string, unknown>;

const button = { id: 'b', type: 'button', text: 'Go', url: 'https://a.example' };
const image = { id: 'i', type: 'image', src: 'https://a.example/a.png', alt: 'A' };
const title = { id: 't', type: 'title', content: 'Hello' };

/** A block with a value of a form this service does not know, where it is, and what is read there. */
const SHAPES: [name: string, block: Fields, path: string, shown: unknown][] = [
  ['a radius as text', { ...button, borderRadius: '6px' }, 'borderRadius', 6],
  ['two of four corners', { ...button, borderRadius: { topLeft: 4, bottomLeft: 4 } }, 'borderRadius', 6],
  ['a width in percent', { ...image, width: '50%' }, 'width', 'full'],
  ['a picture for each theme', { ...image, src: { light: 'a.png', dark: 'b.png' } }, 'src', ''],
  ['an optional height', { ...image, height: 'auto' }, 'height', undefined],
  ['a negative height', { id: 's', type: 'spacer', height: -5 }, 'height', 0],
  ['a new level', { ...title, level: 6 }, 'level', 2],
  ['a new alignment', { ...title, textAlign: 'justify' }, 'textAlign', 'left'],
  ['text as a document', { ...title, content: { type: 'doc', nodes: [] } }, 'content', ''],
  ['a padding for all sides', { ...title, styles: { padding: 10 } }, 'styles.padding', sides(10)],
  [
    'a negative padding',
    { ...title, styles: { padding: { ...sides(10), top: -3 } } },
    'styles.padding.top',
    0,
  ],
  ['styles that are none', { ...title, styles: 'none' }, 'styles', { padding: sides(10) }],
  ['a condition as text', { ...title, displayCondition: '{% if a %}' }, 'displayCondition', undefined],
  ['a condition without code', { ...title, displayCondition: { label: 'A' } }, 'displayCondition.before', ''],
  ['a border of one value', { ...image, border: '1px solid red' }, 'border', undefined],
  [
    'a border of double lines',
    { ...image, border: { top: { style: 'double' } } },
    'border.top.style',
    'solid',
  ],
  [
    'an unknown platform among others',
    {
      id: 'n',
      type: 'social',
      icons: [
        { id: '1', platform: 'x' },
        { id: '2', platform: 'github', url: 'u' },
      ],
    },
    'icons.0.platform',
    undefined,
  ],
  ['a section of four columns', { id: 's', type: 'section', columns: '4', children: [] }, 'columns', '1'],
];

function sides(all: number) {
  return { top: all, right: all, bottom: all, left: all };
}

const keep = { unknownShapes: 'keep' } as const;

describe('a known field in an unknown form', () => {
  test.each(SHAPES)('%s is kept for people', (_name, block, path) => {
    const stored = fullForm({ blocks: [block] }, keep).blocks[0];
    expect(at(stored, path)).toEqual(at(block, path));
  });

  test.each(SHAPES)('%s is replaced for readers', (_name, block, path, shown) => {
    const content = fullForm({ blocks: [block] }, keep);
    const readable = withKnownShapes(content);
    if (path !== 'icons.0.platform') expect(at(readable.content.blocks[0], path)).toEqual(shown);
    expect(readable.replaced.map(({ steps }) => steps.join('.'))).toContain(path);
    expect(readable.replaced[0]?.blockId).toBe(block.id as string);
    expect(read(readable.content)).toMatchObject({ ok: true });
  });

  test.each(SHAPES)('%s is a warning of the export', (_name, block, path) => {
    const { warnings } = renderMjml(fullForm({ blocks: [block] }, keep), { assets });
    const [warning] = warnings.filter(({ code }) => code === 'unknown_value');
    expect(warning).toMatchObject({ blockId: block.id as string });
    expect(warning?.message).toContain(`"${path}"`);
  });

  test.each(SHAPES)('%s is refused from agents, with its path', (_name, block, path) => {
    const paths = faultsOf({ blocks: [block] }).map((fault) => fault.path);
    expect(paths.join()).toStartWith(`/blocks/0/${path.replaceAll('.', '/')}`);
  });

  test.each(SHAPES)('%s that the template has may be sent back by agents', (_name, block) => {
    const replaced = fullForm({ blocks: [block] }, keep);
    const changed = { ...replaced, blocks: [...replaced.blocks, { ...title, id: 'added' }] };
    const options = { unknownFields: 'refuse', unknownBlockTypes: 'refuse', replaced } as const;
    expect(fullForm(changed, options).blocks[0]).toEqual(replaced.blocks[0]);
  });

  test.each(SHAPES)('%s does not prevent agents from changing other fields', (_name, block, path) => {
    const content = fullForm({ blocks: [block] }, keep);
    const operation = { op: 'update', id: block.id, fields: { visibility: { mobile: false } } };
    const edited = editContent(content, [operation], { makeId: countingIds() });
    expect(edited).toMatchObject({ ok: true });
    if (edited.ok) expect(at(edited.content.blocks[0], path)).toEqual(at(block, path));
  });

  test('settings are kept and replaced too', () => {
    const content = fullForm({ blocks: [], settings: { width: '640px', direction: 'auto' } }, keep);
    expect(content.settings).toMatchObject({ width: '640px', direction: 'auto' });
    const { content: shown, replaced } = withKnownShapes(content);
    expect(shown.settings).toMatchObject({ width: 600 });
    expect(shown.settings.direction).toBeUndefined();
    expect(replaced).toEqual([{ steps: ['width'] }, { steps: ['direction'] }]);
  });

  test('blocks inside sections too, and the other items of a list stay', () => {
    const [, social] = SHAPES.find(([name]) => name.startsWith('an unknown platform')) as (typeof SHAPES)[0];
    const content = fullForm({ blocks: [{ type: 'section', columns: '1', children: [[social]] }] }, keep);
    const [section] = withKnownShapes(content).content.blocks;
    expect(section).toMatchObject({ children: [[{ icons: [{ platform: 'github' }] }]] });
    expect((content.blocks[0] as Fields).children).toMatchObject([[{ icons: [{ platform: 'x' }, {}] }]]);
  });

  test.each<[string, unknown, string]>([
    ['blocks that are no list', { blocks: {} }, '/blocks'],
    ['a block without a type', { blocks: [{}] }, '/blocks/0/type'],
    ['an id that is no text', { blocks: [{ ...title, id: 3 }] }, '/blocks/0/id'],
    ['the same id twice', { blocks: [title, title] }, '/blocks/1/id'],
    ['children that are no lists', { blocks: [{ type: 'section', children: {} }] }, '/blocks/0/children'],
    ['a missing field', { blocks: [{ type: 'title' }] }, '/blocks/0/content'],
  ])('%s: structure is refused from everybody', (_name, content, path) => {
    expect(faultsOf(content, keep)[0]?.path).toBe(path);
  });
});

test('whatever people save can be read, rendered, scored, compared, and changed', () => {
  fc.assert(
    fc.property(fullContent, changes, (content, list) => {
      const saved = read(withChanges(content, list), keep);
      if (!saved.ok) return;
      const before = content as unknown as TemplateContent;
      const readable = withKnownShapes(saved.content);
      expect(readable.replaced.length === 0).toBe(readable.content === saved.content);
      expect(read(readable.content)).toMatchObject({ ok: true });
      renderMjml(saved.content, { assets });
      renderPlainText(saved.content, { assets });
      scoreContent({ content: saved.json, fixTogether: true });
      outlineContent(saved.content);
      listChanges(diffContent(before, saved.content));
      const plan = planOperations(before, saved.content);
      expect(plan).toBeDefined();
    }),
    { numRuns: runs(60) },
  );
});

/** The value at a dotted path. */
function at(value: unknown, path: string): unknown {
  return resolvePointer(value, `/${path.replaceAll('.', '/')}`);
}
