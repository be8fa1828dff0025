import { expect, test } from 'bun:test';
import { describeValue } from '../../../src/mail/model/faults.ts';
import { cutAt, shorten } from '../../../src/mail/parse/shorten.ts';

test.each([
  ['abc', 3, 'abc', 'abc'],
  ['abcd', 3, 'abc…', 'abc'],
  ['ab😀', 4, 'ab😀', 'ab😀'],
  ['ab😀', 3, 'ab…', 'ab'],
  ['ab😀c', 4, 'ab😀…', 'ab😀'],
  ['', 3, '', ''],
])('%p in %p units', (text, most, shortened, cut) => {
  expect([shorten(text, most), cutAt(text, most)]).toEqual([shortened, cut]);
});

test('messages about values have no half characters', () => {
  expect(describeValue(`${'a'.repeat(39)}😀!`)).toBe(`"${'a'.repeat(39)}…"`);
});
