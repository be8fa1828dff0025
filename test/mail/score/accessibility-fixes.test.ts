import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../support/property-runs.ts';
import { readCorpus } from '../import/corpus.ts';
import { importAll } from '../import/importing.ts';
import { expectFixWorks, type Fields, findOffered, makeContent } from './accessibility-cases.ts';

const color = fc.constantFrom(
  '#000000',
  '#ffffff',
  '#777777',
  '#f3a333',
  '#00ccff',
  '#0000ff',
  '#c0392b',
  'teal',
  'rgba(255,255,255,.6)',
  'hsl(30, 80%, 60%)',
  '{{ color }}',
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const word = fc.constantFrom('bread', 'and', 'cake', 'for {{ name }}', '&amp;');
const size = fc.constantFrom('12px', '16px', '24px', '120%');

const css = fc
  .record({
    color: maybe(color),
    'background-color': maybe(color),
    'font-size': maybe(size),
    'font-weight': maybe(fc.constantFrom('bold', '400')),
    'text-decoration': maybe(fc.constantFrom('none', 'underline')),
  })
  .map((style) =>
    Object.entries(style)
      .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
      .join('; '),
  );

/** HTML with nested styles, as editors and importers write it. */
const markup = fc.letrec<{ node: string; inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3 },
    word,
    fc
      .tuple(
        fc.constantFrom('span', 'strong', 'a href="https://example.com/"', 'font'),
        css,
        fc.array(tie('inline'), { maxLength: 3 }),
      )
      .map(
        ([name, style, inside]) => `<${name} style="${style}">${inside.join(' ')}</${name.split(' ')[0]}>`,
      ),
    fc.tuple(color, tie('inline')).map(([own, inside]) => `<font color="${own}">${inside}</font>`),
  ),
  node: fc
    .tuple(
      fc.constantFrom('p', 'h2', 'h4', 'li', 'div'),
      css,
      fc.array(tie('inline'), { minLength: 1, maxLength: 4 }),
    )
    .map(([name, style, inside]) => `<${name} style='${style}'>${inside.join(' ')}</${name}>`),
}));
const content = fc
  .array(fc.oneof({ weight: 5, arbitrary: markup.node }, { weight: 1, arbitrary: markup.inline }), {
    maxLength: 3,
  })
  .map((list) => list.join(' '));
const styles = maybe(color).map((backgroundColor) =>
  backgroundColor === undefined ? {} : { backgroundColor },
);
const optional = (name: string, value: string | undefined): Fields =>
  value === undefined ? {} : { [name]: value };

const leaf: fc.Arbitrary<Fields> = fc
  .oneof(
    fc.record({ type: fc.constant('paragraph'), content }),
    fc.record({ type: fc.constant('html'), content }),
    fc.tuple(maybe(color), fc.constantFrom(1, 2, 3, 4), markup.inline).map(([own, level, inside]) => ({
      type: 'title',
      level,
      content: inside,
      ...optional('color', own),
    })),
    fc.tuple(maybe(color), maybe(color), maybe(color)).map(([own, link, item]) => ({
      type: 'menu',
      ...optional('color', own),
      ...optional('linkColor', link),
      items: [
        { text: 'Bread', url: 'https://example.com/b', ...optional('color', item) },
        { text: 'Cake', url: 'https://example.com/c' },
      ],
    })),
    fc
      .tuple(maybe(color), maybe(color), fc.boolean(), markup.inline)
      .map(([own, header, hasHeaderRow, inside]) => ({
        type: 'table',
        hasHeaderRow,
        ...optional('color', own),
        ...optional('headerBackgroundColor', header),
        rows: [
          ['Name', 'Price'],
          [inside, '4.20'],
        ].map((cells) => ({ cells: cells.map((text) => ({ content: text })) })),
      })),
    fc
      .tuple(color, color, fc.constantFrom(10, 15, 19, 26), fc.constantFrom(2, 12))
      .map(([fill, label, fontSize, space]) => ({
        type: 'button',
        text: 'Order a loaf',
        url: 'https://example.com/o',
        backgroundColor: fill,
        textColor: label,
        fontSize,
        buttonPadding: { top: space, bottom: space },
      })),
  )
  .chain((block) => styles.map((own) => ({ ...block, styles: own })));
const section = fc.tuple(fc.array(leaf, { maxLength: 3 }), styles, maybe(color)).map(
  ([list, own, band]): Fields => ({
    type: 'section',
    children: [list],
    styles: own,
    ...(band === undefined ? {} : { wrapper: { backgroundColor: band } }),
  }),
);
const settings = fc.record(
  { backgroundColor: color, textColor: color, linkColor: color, linkUnderline: fc.boolean() },
  { requiredKeys: [] },
);

describe('a fix', () => {
  // A larger heading would need less contrast in light mode, so that its contrast in dark mode became the finding.
  test('of the level of a heading keeps its size', () => {
    const mail = makeContent({
      blocks: [
        { type: 'title', level: 1, content: 'bread' },
        {
          type: 'title',
          level: 4,
          content: '<p>bread</p><p>and salt</p>',
          color: 'rgba(255,255,255,.6)',
          styles: { backgroundColor: '#0000ff' },
        },
      ],
    });
    const skip = findOffered(mail).find(({ rule }) => rule === 'a11y.heading-skip');
    if (skip === undefined) throw new Error('the skipped level was not found');
    expect(skip.fix).toMatchObject([
      {
        fields: {
          level: 2,
          content:
            '<p><span style="font-size: 18px">bread</span></p><p><span style="font-size: 18px">and salt</span></p>',
        },
      },
    ]);
    expectFixWorks(mail, skip);
  });

  test('of a color keeps its hue: coral becomes a darker coral', () => {
    const coral = '<p><span style="color: #ff7f50">Fresh bread</span></p>';
    const mail = makeContent({ blocks: [{ type: 'paragraph', content: coral }] });
    const found = findOffered(mail).find(({ rule }) => rule === 'a11y.contrast');
    if (found === undefined) throw new Error('the contrast was not found');
    // Both have a hue of 16 degrees.
    expect(found.fix).toMatchObject([{ fields: { content: coral.replace('#ff7f50', '#da3a00') } }]);
    expectFixWorks(mail, found);
  });

  test('removes its finding and adds none, in colorful mails', () => {
    let fixes = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: section }), {
          minLength: 1,
          maxLength: 4,
        }),
        settings,
        (blocks, own) => {
          const mail = makeContent({ blocks: structuredClone(blocks), settings: own });
          for (const finding of findOffered(mail)) {
            expectFixWorks(mail, finding);
            if (finding.fix !== undefined) fixes += 1;
          }
        },
      ),
    );
    expect(fixes).toBeGreaterThanOrEqual(runs(40));
  }, 120_000);

  test.each(readCorpus())('removes its finding and adds none in %s', (_name, input) => {
    const mail = importAll(input).content;
    const findings = findOffered(mail);
    for (const finding of findings) expectFixWorks(mail, finding);
    expect(findings.some(({ fix }) => fix !== undefined)).toBe(true);
  });
});
