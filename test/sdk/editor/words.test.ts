import { describe, expect, test } from 'bun:test';

// Computed paths, because these modules need the types of browsers, which tests do not have.
const importFromEditor = (name: string) => import(`../../../src/sdk/editor/${name}.ts`);
const [{ describeBlock, readText }, { initialsOf }, { listAt }] = await Promise.all(
  ['describe', 'top-bar', 'content'].map(importFromEditor),
);

const title = (content: string) => describeBlock({ id: 'a', type: 'title', content });

describe('a block in a few words', () => {
  test.each([
    ['<p>Spring <b>sale</b></p>', 'Title: Spring sale'],
    ['', 'Title'],
    ['I <3 you, 5 < 6', 'Title: I <3 you, 5 < 6'],
    [`${'a'.repeat(59)}😀 more`, `Title: ${'a'.repeat(59)}…`],
    [`${'a'.repeat(58)}😀 more`, `Title: ${'a'.repeat(58)}😀…`],
  ])('%p', (content, words) => {
    expect(title(content)).toBe(words);
  });

  test('is named by its type if that is unknown, also like a method', () => {
    expect(describeBlock({ id: 'a', type: 'toString' })).toBe('toString');
  });

  test('ends before a tag that is longer than what is read', () => {
    expect(readText(`<p>Hi</p><img src="data:${'A'.repeat(5000)}">`)).toBe('Hi');
  });
});

test.each([
  ['Ada Lovelace', 'AL'],
  [' ada  von lovelace ', 'AV'],
  ['😀 Ada', '😀A'],
  ['', ''],
])('the initials of %p', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test.each([
  [0, 'list'],
  [1, 'list'],
  [2, 'none'],
  [-1, 'none'],
  [0.5, 'none'],
  ['length', 'none'],
])('column %p of a section with two columns: %s', (column, expected) => {
  const content = { blocks: [{ id: 's', type: 'section', columns: '2', children: [[]] }], settings: {} };
  const list = listAt(content, { section: 's', column, index: 0 });
  expect(Array.isArray(list) ? 'list' : 'none').toBe(expected);
});
