import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { editContent, findBlocks, outlineContent, shortenIds } from '../../../src/mail/model/index.ts';
import { readingOf } from './short-id-content.ts';

const A = '01a1fdb4-3fa7-768d-b1fd-38b90caaaaaa';
const B = '01a1fdb4-3fa7-768d-b1fd-38b90cbbbbbb';
/** Ends as A does. */
const TWIN = '11111111-2222-4333-8444-555555aaaaaa';

const makeId = () => crypto.randomUUID();

describe('a UUID in an outline', () => {
  test('is its last six characters', () => {
    expect(outlineContent(readingOf(A, B))).toBe('aaaaaa spacer\nbbbbbb spacer');
  });

  test('stands in full if another block could be meant', () => {
    expect(outlineContent(readingOf(A, TWIN, B))).toBe(`${A} spacer\n${TWIN} spacer\nbbbbbb spacer`);
    expect(outlineContent(readingOf(A, 'aaaaaa'))).toBe(`${A} spacer\naaaaaa spacer`);
  });

  test('is short again once the other is gone', () => {
    const edited = editContent(readingOf(A, TWIN), [{ op: 'delete', id: TWIN }], { makeId });
    expect(edited.ok && outlineContent(edited.content)).toBe('aaaaaa spacer');
  });

  test('of a block that was deleted is short too', () => {
    expect(shortenIds(readingOf(B), [A, B])).toEqual(['aaaaaa', 'bbbbbb']);
  });
});

describe('an operation', () => {
  const idsAfter = (operations: unknown[], ...ids: string[]) => {
    const edited = editContent(readingOf(...ids), operations, { makeId });
    return edited.ok ? edited.content.blocks.map((block) => block.id) : edited.faults;
  };

  test('takes the short form wherever it takes an id, in upper case too', () => {
    expect(idsAfter([{ op: 'move', id: 'aaaaaa', after: 'BBBBBB' }], A, B)).toEqual([B, A]);
    expect(idsAfter([{ op: 'delete', ids: ['bbbbbb'] }], A, B)).toEqual([A]);
  });

  test('takes any longer end of the id', () => {
    expect(idsAfter([{ op: 'delete', id: '38b90caaaaaa' }], A, TWIN)).toEqual([TWIN]);
  });

  test('names the candidates if the end fits several', () => {
    expect(idsAfter([{ op: 'delete', id: 'aaaaaa' }], A, TWIN)).toEqual([
      {
        path: '/operations/0/id',
        message: `delete: several blocks have ids that end in "aaaaaa": "${A}", "${TWIN}".`,
      },
    ]);
  });

  test('prefers the block whose whole id it is', () => {
    expect(idsAfter([{ op: 'delete', id: 'aaaaaa' }], A, 'aaaaaa')).toEqual([A]);
  });

  test('does not take fewer than six characters, nor the end of an id that is no UUID', () => {
    expect(idsAfter([{ op: 'delete', id: 'aaaaa' }], A)).toBeArrayOfSize(1);
    expect(idsAfter([{ op: 'delete', id: 'header' }], 'the-header')).toEqual([
      expect.objectContaining({ path: '/operations/0/id' }),
    ]);
  });

  test('says of a deleted block that it is gone', () => {
    const again = { op: 'delete', id: 'aaaaaa' };
    expect(idsAfter([again, again], A, B)).toEqual([
      { path: '/operations/1/id', message: expect.stringContaining('an earlier operation deleted it') },
    ]);
  });
});

test('blocks are found by the short form, ambiguous ones are missing', () => {
  const { blocks, missing } = findBlocks(readingOf(A, TWIN, B), ['bbbbbb', 'aaaaaa', B]);
  expect(blocks.map((block) => block.id)).toEqual([B]);
  expect(missing).toEqual(['aaaaaa']);
});

test('whatever the ids are, each name of an outline finds its block', () => {
  const hex = fc.constantFrom(...'0123456789abcdef');
  const end = fc.array(hex, { minLength: 1, maxLength: 2 }).map((parts) => parts.join('').padStart(12, '0'));
  const id = fc.oneof(
    end.map((text) => `00000000-0000-7000-8000-${text}`),
    end.map((text) => text.slice(-6)),
    fc.uuid(),
  );
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 12 }), (ids) => {
      const content = readingOf(...ids);
      const names = outlineContent(content)
        .split('\n')
        .map((line) => line.split(' ')[0] as string);
      expect(findBlocks(content, names).blocks.map((block) => block.id)).toEqual(ids);
    }),
  );
});
