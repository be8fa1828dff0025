import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { parseContent, type TemplateContent } from '../../src/mail/model/index.ts';
import { translateChange } from '../../src/realtime/room/wire-operations.ts';
import { anyPairs, editedPairs, type Pair, unrelatedPairs } from '../mail/model/arbitrary-pair.ts';
import { runs } from '../support/property-runs.ts';
import { applyOperation, createEditor } from './editor-model.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

/** In the full form that is stored. */
function content(blocks: object[], settings: object = {}): TemplateContent {
  const parsed = parseContent({ blocks, settings }, { makeId: () => 'made', unknownBlockTypes: 'keep' });
  if (!parsed.ok) throw new Error(parsed.faults[0]?.message);
  return parsed.content;
}

const leaf = (id: string, more: object = {}) =>
  content([{ id, type: 'spacer', ...more }]).blocks[0] as object;
const section = (id: string, children: object[][], columns = '2') => ({
  id,
  type: 'section',
  columns,
  children,
});

/** The content of an editor after a change. Undefined if no operations express it, so that `set_content` is sent. */
function follow({ before, after }: Pair): unknown {
  const operations = translateChange(before, after);
  if (operations === undefined) return undefined;
  const editor = createEditor('u1', before, []);
  for (const operation of operations) applyOperation(editor, structuredClone(operation));
  return editor.content;
}

describe('a change as operations for editors', () => {
  const examples: [what: string, before: TemplateContent, after: TemplateContent, operations: unknown][] = [
    [
      'a field becomes its whole new value',
      content([
        leaf('a', { styles: { padding: { top: 1, right: 0, bottom: 0, left: 2 }, backgroundColor: '#fff' } }),
      ]),
      content([
        leaf('a', { styles: { padding: { top: 5, right: 0, bottom: 0, left: 2 }, backgroundColor: '#fff' } }),
      ]),
      [
        {
          operation: 'update_block',
          data: {
            block_id: 'a',
            updates: {
              styles: { padding: { top: 5, right: 0, bottom: 0, left: 2 }, backgroundColor: '#fff' },
            },
          },
        },
      ],
    ],
    [
      'a new block has its place',
      content([leaf('a'), leaf('b')]),
      content([leaf('a'), leaf('n'), leaf('b')]),
      [{ operation: 'add_block', data: { index: 1, block: leaf('n') } }],
    ],
    [
      'a new first block too',
      content([leaf('a')]),
      content([leaf('n'), leaf('a')]),
      [{ operation: 'add_block', data: { index: 0, block: leaf('n') } }],
    ],
    [
      'a block in a column names section and column',
      content([section('s', [[leaf('a')], []])]),
      content([section('s', [[leaf('a')], [leaf('n')]])]),
      [{ operation: 'add_block', data: { section_id: 's', column_index: 1, index: 0, block: leaf('n') } }],
    ],
    [
      'a move counts without the block',
      content([leaf('a'), leaf('b'), leaf('c')]),
      content([leaf('b'), leaf('c'), leaf('a')]),
      [{ operation: 'move_block', data: { block_id: 'a', index: 2 } }],
    ],
    [
      'a block that goes is named',
      content([leaf('a'), section('s', [[leaf('b')], []])]),
      content([leaf('a'), section('s', [[], []])]),
      [{ operation: 'delete_block', data: { block_id: 'b' } }],
    ],
    [
      'settings become their whole new values',
      content([], { width: 600, locale: 'en' }),
      content([], { width: 640, locale: 'en' }),
      [{ operation: 'update_settings', data: { updates: { width: 640 } } }],
    ],
    [
      'a block that loses a field is taken out and put back',
      content([leaf('x'), leaf('a', { note: 1 })]),
      content([leaf('x'), leaf('a')]),
      [
        { operation: 'delete_block', data: { block_id: 'a' } },
        { operation: 'add_block', data: { index: 1, block: leaf('a') } },
      ],
    ],
    ['a setting that goes takes everything', content([], { hint: 'x' }), content([]), undefined],
    [
      'columns beyond the layout, which no editor fills, take everything',
      content([section('s', [[], [], []], '1')]),
      content([section('s', [[], [], [leaf('n')]], '1')]),
      undefined,
    ],
    [
      'more than 200 operations become everything',
      content([]),
      content(Array.from({ length: 201 }, (_, n) => leaf(`b${n}`))),
      undefined,
    ],
  ];
  test.each(examples)('%s', (_what, before, after, operations) => {
    expect(translateChange(before, after) as unknown).toEqual(operations);
  });

  const properties: [name: string, pairs: fc.Arbitrary<Pair>][] = [
    ['edited contents', editedPairs],
    ['unrelated contents', unrelatedPairs],
    ['any contents', anyPairs],
  ];
  test.each(properties)('leads to the same canvas: %s', (_name, pairs) => {
    let translated = 0;
    fc.assert(
      fc.property(pairs, (pair) => {
        const canvas = follow(pair);
        if (canvas === undefined) return;
        translated += 1;
        expect(canvas).toEqual(pair.after);
      }),
    );
    if (pairs !== anyPairs) expect(translated).toBeGreaterThanOrEqual(runs(30));
  });

  test('small edits are told piecemeal', () => {
    let whole = 0;
    fc.assert(
      fc.property(editedPairs, (pair) => {
        if (translateChange(pair.before, pair.after) === undefined) whole += 1;
      }),
      { seed: 7 },
    );

    expect(whole).toBeLessThan(runs(20));
  });
});
