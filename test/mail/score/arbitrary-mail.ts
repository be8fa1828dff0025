import fc from 'fast-check';
import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { contentOf } from '../render/rendering.ts';

/** Words and marks, some of which cause findings. */
const phrase = fc.constantFrom(
  'We made it for you.',
  'FREE MONEY!!!',
  'Act now and WIN $1,000,000',
  'Lorem ipsum dolor sit amet.',
  'click here',
  'Hi {{ name }},',
  '{% if vip %}',
  '{{ broken',
  'Unsubscribe',
  'Das ist ein ganz normaler Satz.',
  'https://bank.example',
  'Considerable organisational responsibilities necessitate administrative deliberation, and this goes on for quite a while without any end in sight.',
  '{{#each items}}x{{/each}}',
  'f r e e',
  'TODO',
  '',
);
const color = fc.constantFrom(
  '#000000',
  '#ffffff',
  '#777777',
  '#fefefe',
  'red',
  'transparent',
  '{{ color }}',
  'rgba(0,0,0,.4)',
);
const url = fc.constantFrom(
  '',
  '#',
  'https://orchard.example/x',
  'http://1.2.3.4/x',
  '/relative',
  'mailto:x',
  'javascript:alert(1)',
  '{{ url }}',
  'https://bit.ly/x',
  'https://orchard.example/unsubscribe',
);
const style = fc.constantFrom(
  'color:#777',
  'color:#fefefe',
  'font-size:9px',
  'font-size:1px',
  'text-align:justify',
  'line-height:1',
  'font-family:Lobster',
  'background-image:url(https://orchard.example/a.png)',
  'display:none',
  'text-transform:uppercase',
  'float:left',
);

const inline = fc.oneof(
  phrase,
  fc.tuple(url, phrase).map(([href, label]) => `<a href="${href}">${label}</a>`),
  fc.tuple(style, phrase).map(([css, label]) => `<span style="${css}">${label}</span>`),
  fc.tuple(url, phrase).map(([src, alt]) => `<img src="${src}" alt="${alt}">`),
  fc.constant('<a href="https://orchard.example/y"><img src="https://orchard.example/a.png"></a>'),
);
const pieces = fc.array(inline, { maxLength: 4 }).map((list) => list.join(' '));
const html = fc
  .array(
    fc
      .tuple(
        fc.constantFrom('p', 'h1', 'h3', 'li', 'div', 'b'),
        fc.option(style),
        pieces,
        fc.integer({ min: 1, max: 12 }),
      )
      .map(
        ([name, css, inside, times]) =>
          `<${name}${css === null ? '' : ` style="${css}"`}>${`${inside} `.repeat(times)}</${name}>`,
      ),
    { maxLength: 3 },
  )
  .map((list) => list.join(''));

const styles = fc.record({ backgroundColor: fc.option(color, { nil: undefined }) }, { requiredKeys: [] });
const leaf = fc
  .oneof(
    fc.record({ type: fc.constant('paragraph'), content: html }),
    fc.record({ type: fc.constant('html'), content: html }),
    fc.record({ type: fc.constant('title'), content: phrase, level: fc.constantFrom(1, 2, 3, 4), color }),
    fc.record({
      type: fc.constant('button'),
      text: phrase,
      url,
      backgroundColor: color,
      textColor: color,
      fontSize: fc.constantFrom(8, 15),
    }),
    fc.record({ type: fc.constant('image'), src: url, alt: phrase, linkUrl: url, decorative: fc.boolean() }),
    fc.record({
      type: fc.constant('social'),
      icons: fc.array(fc.record({ platform: fc.constantFrom('github', 'email'), url }), { maxLength: 2 }),
    }),
    fc.record({
      type: fc.constant('menu'),
      items: fc.array(fc.record({ text: phrase, url, color }), { maxLength: 3 }),
      fontSize: fc.constantFrom(8, 15),
    }),
    fc.record({
      type: fc.constant('table'),
      hasHeaderRow: fc.boolean(),
      rows: fc.array(fc.record({ cells: fc.array(fc.record({ content: pieces }), { maxLength: 2 }) }), {
        maxLength: 2,
      }),
    }),
    fc.record({ type: fc.constant('video'), url, thumbnailUrl: url, alt: phrase }),
    fc.record({ type: fc.constant('divider') }),
    fc.record({ type: fc.constant('countdown'), targetDate: fc.constantFrom('', '2030-01-01T00:00:00Z') }),
  )
  .chain((block) => styles.map((own) => ({ ...block, styles: own })));
const section = fc.record({
  type: fc.constant('section'),
  columns: fc.constantFrom('1', '2', '3', '2-1'),
  stackOnMobile: fc.boolean(),
  children: fc.array(fc.array(leaf, { maxLength: 3 }), { maxLength: 3 }),
  styles,
});

const settings = fc.record(
  {
    width: fc.constantFrom(320, 600, 900),
    backgroundColor: color,
    textColor: color,
    linkColor: color,
    linkUnderline: fc.boolean(),
    locale: fc.constantFrom('en', 'de', 'xx', '', 'ar'),
    preheaderText: phrase,
  },
  { requiredKeys: [] },
);

/** Realistic mails with many findings. */
export const arbitraryMail: fc.Arbitrary<TemplateContent> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: leaf }, { weight: 1, arbitrary: section }), { maxLength: 8 }),
    settings,
  )
  .map(([blocks, own]) => contentOf(structuredClone(blocks), own));
