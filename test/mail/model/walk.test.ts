import { describe, expect, test } from 'bun:test';
import { countBlocks, walkBlocks } from '../../../src/mail/model/index.ts';
import { fullForm, read, resolvePointer } from './reading.ts';
import { sampleContent } from './sample-content.ts';

describe('walking over blocks', () => {
  test('goes in reading order and says where each block stands', () => {
    const content = fullForm({
      blocks: [
        { id: 'a', type: 'spacer' },
        {
          id: 'b',
          type: 'section',
          columns: '2',
          children: [[{ id: 'c', type: 'html' }], [{ id: 'd', type: 'html' }]],
        },
        { id: 'e', type: 'tabs', children: [[{ id: 'f', type: 'html' }]] },
      ],
    });
    const seen = [...walkBlocks(content)].map(({ block, path, index, section, column }) => [
      block.id,
      path,
      index,
      section?.id,
      column,
    ]);
    expect(seen).toEqual([
      ['a', '/blocks/0', 0, undefined, undefined],
      ['b', '/blocks/1', 1, undefined, undefined],
      ['c', '/blocks/1/children/0/0', 0, 'b', 0],
      ['d', '/blocks/1/children/1/0', 0, 'b', 1],
      ['e', '/blocks/2', 2, undefined, undefined],
    ]);
    expect(countBlocks(content)).toBe(5);
  });

  test('paths and lists lead to the block', () => {
    const content = sampleContent(3, 60_000);
    const placed = [...walkBlocks(content)];
    for (const { block, path, list, index } of placed) {
      expect(resolvePointer(content, path)).toBe(block);
      expect(list[index]).toBe(block);
    }
    expect(countBlocks(content)).toBe(placed.length);
  });
});

describe('sample contents', () => {
  test('depend on seed and size only', () => {
    expect(sampleContent(7, 9000)).toEqual(sampleContent(7, 9000));
    expect(sampleContent(7, 9000)).not.toEqual(sampleContent(8, 9000));
  });

  test.each([1024, 16_384, 40_960, 300_000, 2 * 1024 * 1024])(
    'of %d bytes are full, valid and as large as asked for',
    (size) => {
      const content = sampleContent(size, size);
      const result = read(content, { unknownBlockTypes: 'refuse' });
      expect(result.ok && result.content).toBe(content);
      const bytes = result.ok ? new TextEncoder().encode(result.json).length : 0;
      expect(bytes).toBeLessThanOrEqual(size);
      expect(bytes).toBeGreaterThan(size - 700);
      const types = new Set([...walkBlocks(content)].map(({ block }) => block.type));
      if (size >= 16_384) expect(types.size).toBe(14);
    },
  );
});
