import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  compactContent,
  expandShortIds,
  type TemplateContent,
  walkBlocks,
} from '../../../src/mail/model/index.ts';
import { fullContent } from './arbitrary-content.ts';
import { read } from './reading.ts';

/** A value without ids: parts of blocks, such as items of menus, get new ones. */
const withoutIds = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, field) => (key === 'id' ? undefined : field)));

const idsOf = (content: TemplateContent) => [...walkBlocks(content)].map(({ block }) => block.id);

test('a compact content becomes the same content when it is written back', () => {
  fc.assert(
    fc.property(fullContent, (input) => {
      const content = input as unknown as TemplateContent;
      const before = JSON.stringify(content);
      const compact = JSON.parse(JSON.stringify(compactContent(content)));
      expect(JSON.stringify(content)).toBe(before);
      const again = read(expandShortIds(compact, content));
      if (!again.ok) throw new Error(JSON.stringify(again.faults));
      expect(withoutIds(again.content)).toEqual(withoutIds(content));
      expect(idsOf(again.content)).toEqual(idsOf(content));
    }),
  );
});

const A = '01a1fdb4-3fa7-768d-b1fd-38b90caaaaaa';
const B = '01a1fdb4-3fa7-768d-b1fd-38b90cbbbbbb';
/** Ends as A does. */
const TWIN = '11111111-2222-4333-8444-555555aaaaaa';

function contentOf(...blocks: object[]): TemplateContent {
  const result = read({ blocks });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.content;
}

test('fields with their default and ids of parts are left out, and ids of blocks are short', () => {
  const menu = { type: 'menu', id: B, items: [{ text: 'Home', url: 'https://a.example' }] };
  const section = { type: 'section', id: A, columns: '2', children: [[menu], []] };
  expect(compactContent(contentOf(section, { type: 'divider', id: 'line' }))).toEqual({
    blocks: [
      {
        id: 'aaaaaa',
        type: 'section',
        columns: '2',
        children: [[{ id: 'bbbbbb', type: 'menu', items: [{ text: 'Home', url: 'https://a.example' }] }], []],
      },
      { id: 'line', type: 'divider' },
    ],
    settings: {},
  });
});

test('a short id that fits several blocks, or none, stays as it is', () => {
  const present = contentOf(
    { type: 'divider', id: A },
    { type: 'divider', id: TWIN },
    { type: 'divider', id: B },
  );
  const sent = {
    blocks: ['aaaaaa', 'bbbbbb', 'cccccc', '0cbbbbbb', A].map((id) => ({ type: 'divider', id })),
  };
  const { blocks } = expandShortIds(sent, present) as { blocks: { id: string }[] };
  expect(blocks.map(({ id }) => id)).toEqual(['aaaaaa', B, 'cccccc', '0cbbbbbb', A]);
  for (const damaged of [null, 'x', [], { blocks: 'x' }, { blocks: [null, 1, { children: [null, 'x'] }] }])
    expect(expandShortIds(damaged, present)).toEqual(damaged);
});
