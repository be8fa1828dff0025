import { describe, expect, test } from 'bun:test';
import {
  changeStyle,
  parseStyle,
  parseStyleSheet,
  parseUnrenderedStyle,
} from '../../../src/mail/parse/css.ts';
import { readSelectors } from '../../../src/mail/parse/css-selectors.ts';
import { findElement, parseHtml } from '../../../src/mail/parse/html.ts';

/** Declarations as text. */
function read(style: string): string[] {
  return parseStyle(style).map(
    ({ property, value, isImportant }) => `${property}=${value}${isImportant ? '!' : ''}`,
  );
}

describe('a style attribute', () => {
  test.each([
    ['color:red; COLOR : Blue !important', ['color=red', 'color=Blue!']],
    ['background: url(a;b.png); font-family: "A;B", x', ['background=url(a;b.png)', 'font-family="A;B", x']],
    [
      'color: {{ a; "b" }}; width: {% if c %}1px{% endif %}',
      ['color={{ a; "b" }}', 'width={% if c %}1px{% endif %}'],
    ],
    ['{% if a %}color: red;{% endif %} margin: 0', ['{% if a %}color=red', '{% endif %} margin=0']],
    ['color: red/* ; */; ;no colon; *zoom: 1', ['color=red', '*zoom=1']],
    ['color: red !ie; margin: 0', ['margin=0']],
  ])('%j', (style, expected) => expect(read(style)).toEqual(expected));
});

test.each([
  ['COLOR : Red;margin:0', 'color: blue; margin:0'],
  ['margin:0;color:red !important', 'margin:0; color: blue'],
  ['width: {{ "a;b" }};color: red', 'width: {{ "a;b" }}; color: blue'],
  ['{{ style }}; color: red', '{{ style }}; color: blue'],
  ['background: url(a;b.png); color: red; top: 1px', 'background: url(a;b.png); color: blue'],
  ['/* ; */ color: red;', 'color: blue'],
  ['TOP: 1px; color: Blue', 'color: Blue'],
  ['margin:0 ;; color:blue;', 'margin:0 ;; color:blue;'],
  ['top: 1px', ''],
])('a changed style %j is %j', (style, expected) => {
  const changed = changeStyle(style, ({ property, value }) => {
    if (property === 'top') return undefined;
    return property === 'color' && value.toLowerCase() !== 'blue' ? 'blue' : value;
  });
  expect(changed).toBe(expected);
});

describe('a style sheet', () => {
  test('has the rules that hold on every screen', () => {
    const css =
      '<!-- @import url(x); .a, b > c { color: red } @media x { a { b: c } } p { margin: 0; &.q { x: y } } -->';
    expect(parseStyleSheet(css).map(({ selectors }) => selectors.trim())).toEqual(['.a, b > c', 'p']);
  });

  test.each([
    ['.d', true],
    ['#x span.d', true],
    ['div > .d', false],
    ['p > .d', true],
    ['SPAN', true],
    ['[title^="a"]', true],
    ['*', true],
    ['.e', false],
    ['.d:hover', undefined],
    ['b + span', true],
    ['p ~ span', false],
    ['span:last-child', true],
    ['span:nth-child(1)', false],
    ['span:not(.e, b)', true],
    ['span:not(.d)', false],
    [':root span', false],
    ['.d >', undefined],
    ['.d[', undefined],
  ])('matches elements by %j', (selector, expected) => {
    const root = parseHtml({ text: '<div id="x"><p><b></b><span class="c d" title="ab">y</span></p></div>' });
    const element = findElement(root, 'span');
    expect(element && readSelectors(selector)[0]?.matches(element)).toBe(expected);
  });

  test('a style with many errors is not read, one with some is', () => {
    const rulesAfter = (errors: number) => parseStyleSheet(`${'{a}'.repeat(errors)}a{b:c}`);
    expect(rulesAfter(150).at(-1)).toMatchObject({ selectors: 'a', declarations: [{ property: 'b' }] });
    expect(rulesAfter(50_000)).toEqual([]);
    expect(parseStyle(`${'a;'.repeat(150)}b:c`)).toMatchObject([{ property: 'b' }]);
    expect(parseStyle(`${'a;'.repeat(40_000)}b:c`)).toEqual([]);
    expect(parseUnrenderedStyle(`${'a;'.repeat(40_000)}b:c`)).toBeUndefined();
    const broken = `${'a;'.repeat(40_000)}b:c`;
    expect(changeStyle(broken, () => undefined)).toBe(broken);
  });

  test.each(['(', 'url(', ';a:', '@media x{', ':is(', '.a{', '"', '\\', '/*', ' ', 'a{b:c}'])(
    'a megabyte of %j ends soon',
    (piece) => {
      const text = piece.repeat(1_000_000 / piece.length);
      for (const css of [text, `a{${text}`]) expect(Array.isArray(parseStyleSheet(css))).toBe(true);
      expect(Array.isArray(parseStyle(`a:${text}`))).toBe(true);
      expect(readSelectors(text)).toEqual([]);
    },
  );
});
