import { describe, expect, test } from 'bun:test';
import {
  findElement,
  innerSource,
  MAX_DEPTH,
  outerSource,
  parseHtml,
  visitNodes,
} from '../../../src/mail/parse/html.ts';

/** The text and greatest depth of parsed HTML. */
function survey(text: string): { text: string; depth: number } {
  let [said, depth, deepest] = ['', 0, 0];
  visitNodes(parseHtml({ text }), {
    enter: () => {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    leave: () => {
      depth -= 1;
    },
    text: ({ data }) => {
      said += data;
    },
  });
  return { text: said, depth: deepest };
}

describe('the DOM of HTML', () => {
  test('knows where elements stand in the source', () => {
    const root = parseHtml({ text: 'a<p class="x">b &amp; <b>c</b></p>d' });
    const paragraph = findElement(root, 'p');
    expect(paragraph?.attribs).toEqual({ class: 'x' });
    expect(paragraph && outerSource(paragraph)).toBe('<p class="x">b &amp; <b>c</b></p>');
    expect(paragraph && innerSource(paragraph)).toBe('b &amp; <b>c</b>');
    expect(survey(root.source.text).text).toBe('ab & cd');
  });

  test('an end tag may have white space before its bracket', () => {
    const root = parseHtml({ text: '<p>a <a href="b"\n>c</a\n>, d</p >e' });
    const [paragraph, link] = [findElement(root, 'p'), findElement(root, 'a')];
    expect(link && outerSource(link)).toBe('<a href="b"\n>c</a\n>');
    expect(survey(root.source.text).text).toBe('a c, de');
    expect(paragraph && outerSource(paragraph)).toEndWith(', d</p >');
  });

  test('knows which elements have no end tag and which end tags no element', () => {
    const root = parseHtml({ text: '<p>a<br><b>c</i></p>' });
    const facts = ['p', 'br', 'b'].map((name) => findElement(root, name));
    expect(facts.map((element) => [element?.hasEndTag, element?.isVoid])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(root.strayEndTags).toEqual(['i']);
  });

  test('keeps ampersands in addresses', () => {
    const link = findElement(parseHtml({ text: '<a href="?a=1&copy=2&amp;b=3">' }), 'a');
    expect(link?.attribs.href).toBe('?a=1&copy=2&b=3');
  });

  test.each([
    ['elements', '<b>'.repeat(100_000)],
    ['elements and end tags of others', '<b>'.repeat(100_000) + '</i>'.repeat(100_000)],
    ['tables', '<table><tr><td>'.repeat(30_000)],
    ['drawings', '<svg>'.repeat(100_000) + '</svg>'.repeat(100_000)],
    ['forms', '<form><div>'.repeat(50_000)],
  ])('stays shallow with 100,000 nested %s', (_name, markup) => {
    const { text, depth } = survey(`${markup}end`);
    expect(text).toBe('end');
    expect(depth).toBeLessThanOrEqual(MAX_DEPTH + 1);
  });
});
