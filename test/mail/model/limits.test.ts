import { describe, expect, test } from 'bun:test';
import { MAX_BLOCKS, MAX_CONTENT_BYTES, parseContent } from '../../../src/mail/model/index.ts';
import { faultsOf, fullForm, read } from './reading.ts';
import { sampleContent } from './sample-content.ts';

const unknown = (index: number) => ({ id: `b${index}`, type: 'x' });
const settings = { width: 600, backgroundColor: '#fff', fontFamily: 'Arial', locale: 'en' };
const styles = { padding: { top: 0, right: 0, bottom: 0, left: 0 } };

function contentOfBytes(bytes: number, filler: string) {
  const content = { blocks: [{ id: 'a', type: 'html', content: '', styles }], settings };
  const empty = new TextEncoder().encode(JSON.stringify(content)).length;
  const width = new TextEncoder().encode(filler).length;
  const count = Math.floor((bytes - empty) / width);
  const html = filler.repeat(count) + 'x'.repeat(bytes - empty - count * width);
  return { blocks: [{ id: 'a', type: 'html', content: html, styles }], settings };
}

/** Blocks most of which is filled in. */
const FILLED = [
  { type: 'section' },
  { type: 'section', columns: '2' },
  { type: 'paragraph', content: '' },
  { type: 'paragraph', content: '', styles: {} },
  { type: 'button', text: '', url: '', styles: { padding: {} } },
  { type: 'countdown', targetDate: '' },
  { type: 'menu' },
  { type: 'menu', items: [{ text: '', url: '' }] },
  { type: 'spacer' },
];

describe('limits', () => {
  test('20,000 blocks are accepted, 20,001 are not, wherever they are', () => {
    const blocks = Array.from({ length: MAX_BLOCKS }, (_, index) => unknown(index));
    expect(read({ blocks, settings }).ok).toBe(true);
    const message =
      'The content has more than 20000 blocks; the limit is 20000 blocks. Split it or leave something out.';
    const refused = { ok: false, reason: 'too_large', faults: [{ path: '', message }] };
    expect(read({ blocks: [...blocks, unknown(-1)], settings })).toEqual(refused as never);
    const section = { id: 's', type: 'section', columns: '1', children: [blocks], styles };
    expect(read({ blocks: [section], settings })).toEqual(refused as never);
  });

  test.each([
    ['one-byte text', 'a'],
    ['two-byte text', 'é'],
    ['three-byte text', '抹'],
    ['four-byte text', '🙂'],
  ])('2 MB of %s are accepted, a byte more is not', (_name, filler) => {
    const most = contentOfBytes(MAX_CONTENT_BYTES, filler);
    const result = read(most);
    expect(result.ok && new TextEncoder().encode(result.json).length).toBe(MAX_CONTENT_BYTES);
    const refused = read(contentOfBytes(MAX_CONTENT_BYTES + 1, filler));
    expect(refused.ok || refused.reason).toBe('too_large');
    expect(refused.ok || refused.faults[0]?.message).toContain('2 MB (2,097,152 bytes as UTF-8)');
  });

  test('what counts is the full form', () => {
    const blocks = Array.from({ length: 6000 }, () => ({ type: 'countdown', targetDate: '' }));
    expect(JSON.stringify(blocks).length).toBeLessThan(MAX_CONTENT_BYTES);
    const result = read({ blocks });
    expect(result.ok || result.reason).toBe('too_large');
  });

  test.each(FILLED)('%j is accepted as often as its full form has room, and not once more', (block) => {
    const parse = (count: number) => {
      let ids = 0;
      const makeId = () => `${ids++}`.padStart(36, 'x');
      return parseContent({ blocks: Array.from({ length: count }, () => block) }, { makeId });
    };
    const [one, two] = [parse(1), parse(2)];
    if (!one.ok || !two.ok) throw new Error('the block is refused');
    const most = 1 + Math.floor((MAX_CONTENT_BYTES - one.json.length) / (two.json.length - one.json.length));
    expect(parse(most).ok).toBe(true);
    const refused = parse(most + 1);
    expect(refused.ok || refused.reason).toBe('too_large');
  });

  test.each<[string, (count: number) => object]>([
    ['blocks', (count) => ({ blocks: Array.from({ length: count }, () => ({ type: 'spacer' })) })],
    ['items', (count) => ({ blocks: [{ type: 'menu', items: Array.from({ length: count }, () => ({})) }] })],
    [
      'cells',
      (count) => ({
        blocks: [
          { type: 'table', rows: [{ cells: Array.from({ length: count }, () => ({ content: '' })) }] },
        ],
      }),
    ],
  ])('filling ends when the defaults of %s alone are too large', (_name, make) => {
    let ids = 0;
    const makeId = () => `id of some length, number ${ids++}`;
    const result = parseContent(make(190_000), { makeId });
    expect(result.ok || result.reason).toBe('too_large');
    expect(ids).toBeLessThan(MAX_CONTENT_BYTES / 30);
  });

  test('5,000 values of unknown forms are kept; more are faults, because finding them takes time', () => {
    const options = { makeId: () => crypto.randomUUID(), unknownShapes: 'keep' } as const;
    const lines = (count: number) => ({
      settings,
      blocks: Array.from({ length: count }, (_, id) => ({ id: `${id}`, type: 'spacer', height: 'tall' })),
    });
    expect(parseContent(lines(5_000), options).ok).toBe(true);
    expect(parseContent(lines(5_001), options).ok).toBe(false);
  });

  test('50 faults are listed; of 51, the last one says how many are not', () => {
    const faulty = (count: number) => ({ blocks: Array.from({ length: count }, () => ({ type: 'title' })) });
    expect(faultsOf(faulty(50)).at(-1)?.path).toBe('/blocks/49/content');
    expect(faultsOf(faulty(51))).toHaveLength(50);
    const more = { path: '', message: '2 more faults are not shown. Correct these first.' };
    expect(faultsOf(faulty(51)).at(-1)).toEqual(more);
    const most = faultsOf({ blocks: Array.from({ length: 19_000 }, () => 3) });
    expect(most.at(-1)?.message).toBe('At least 951 more faults are not shown. Correct these first.');
  });

  test('faults within one block are limited as well', () => {
    const icons = Array.from({ length: 100_000 }, () => 3);
    expect(faultsOf({ blocks: [{ type: 'social', icons }] })).toHaveLength(50);
  });

  test('deep nesting is refused or kept, never a crash', () => {
    for (const depth of [1000, 1_000_000]) {
      const text = `{"blocks":[{"id":"a","type":"x","deep":${'['.repeat(depth)}${']'.repeat(depth)}}],"settings":{}}`;
      let input: unknown;
      try {
        input = JSON.parse(text);
      } catch {
        continue;
      }
      const result = read(input);
      expect(result.ok || result.faults[0]?.message).toSatisfy(
        (outcome) => outcome === true || String(outcome).includes('nested too deeply'),
      );
    }
    let sections: unknown = [];
    for (let depth = 0; depth < 100_000; depth += 1) sections = [{ type: 'section', children: [sections] }];
    expect(faultsOf({ blocks: sections })[0]?.path).toBe('/blocks/0/children/0/0');
  });
});

describe('ids of blocks', () => {
  const spacer = (id: string) => ({ id, type: 'spacer' });

  test.each<[string, unknown[], string, string]>([
    ['side by side', [spacer('a'), spacer('a')], '/blocks/1/id', '/blocks/0'],
    [
      'across sections',
      [
        { type: 'section', children: [[spacer('b')], [spacer('a')]] },
        { type: 'section', children: [[spacer('a')]] },
      ],
      '/blocks/1/children/0/0/id',
      '/blocks/0/children/1/0',
    ],
    [
      'a section and its block',
      [{ id: 'a', type: 'section', children: [[spacer('a')]] }],
      '/blocks/0/children/0/0/id',
      '/blocks/0',
    ],
    ['a block of an unknown type', [{ id: 'a', type: 'x' }, spacer('a')], '/blocks/1/id', '/blocks/0'],
  ])('must differ: %s', (_name, blocks, path, first) => {
    const message = `The id "a" is already that of ${first}; ids of blocks must differ. Omit it to get a new one.`;
    expect(faultsOf({ blocks })).toEqual([{ path, message }]);
  });

  test('may be shared with icons, cells and blocks inside unknown types', () => {
    const icons = [{ id: 'a', platform: 'email', url: '' }];
    const tabs = { id: 't', type: 'tabs', children: [[{ id: 'a', type: 'spacer' }]] };
    expect(fullForm({ blocks: [{ id: 'a', type: 'social', icons }, tabs] }).blocks).toHaveLength(2);
  });

  test('named like built-ins are ids like any other', () => {
    expect(fullForm({ blocks: ['__proto__', 'constructor', 'toString'].map(spacer) }).blocks).toHaveLength(3);
  });
});

test('a 40 KB content is checked in far less time than the network takes', () => {
  const content = sampleContent(1, 40_960);
  for (let round = 0; round < 200; round += 1) read(content);
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now();
    read(content);
    return performance.now() - start;
  });
  // The measured median is near 0.04 ms; the margin is for slow and busy machines.
  expect(times.sort((a, b) => a - b)[100]).toBeLessThan(1);
});
