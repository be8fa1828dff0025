import { expect, test } from 'bun:test';
import { setAttribute } from '../../../src/mail/score/fix.ts';

test.each([
  { tag: '<img src="a.png">', becomes: '<img src="a.png" alt="A cat">' },
  { tag: '<img src="a.png" alt=old>', becomes: '<img src="a.png" alt="A cat">' },
  { tag: '<img src="a.png" />', becomes: '<img src="a.png" alt="A cat"/>' },
  { tag: '<img alt=old/>', becomes: '<img alt="A cat">' },
  // The slash is part of a value without quotes.
  { tag: '<img src=a.png/>', becomes: '<img src=a.png/ alt="A cat">' },
  { tag: '<img src={{ url }}/>', becomes: '<img src={{ url }}/ alt="A cat">' },
  { tag: '<img title="a = b"/>', becomes: '<img title="a = b" alt="A cat"/>' },
])('the alternative text of $tag is set', ({ tag, becomes }) => {
  expect(setAttribute(tag, 'alt', 'A cat')).toBe(becomes);
});
