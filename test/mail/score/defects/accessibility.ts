import type { Block, TemplateContent } from '../../../../src/mail/model/index.ts';
import { contentOf } from '../../render/rendering.ts';
import { type Defect, withBlock } from './defect.ts';

type Fields = Record<string, unknown>;

/** A block in its full form. */
function block(fields: Fields): Block {
  const [made] = contentOf([{ id: 'spoiled', ...fields }]).blocks;
  return made as Block;
}

const withOne = (fields: Fields) => (content: TemplateContent) => withBlock(content, block(fields));
const withParagraph = (html: string) => withOne({ type: 'paragraph', content: html });
const withHtml = (html: string) => withOne({ type: 'html', content: html });
const withImage = (fields: Fields) =>
  withOne({ type: 'image', src: 'https://orchard.example/barrel.jpg', width: 60, ...fields });
const withTitle = (fields: Fields) => withOne({ type: 'title', content: 'What else is new', ...fields });
const withSettings = (settings: Fields) => (content: TemplateContent) => ({
  ...content,
  settings: { ...content.settings, ...settings },
});
const without = (type: string) => (content: TemplateContent) => ({
  ...content,
  blocks: content.blocks.filter((each) => each.type !== type),
});

const padding = { top: 14, right: 24, bottom: 14, left: 24 };
const withButton = (fields: Fields) =>
  withOne({
    type: 'button',
    text: 'Reserve a bottle',
    url: 'https://orchard.example/bottle',
    buttonPadding: padding,
    ...fields,
  });
const link = (text: string, more = '') => `<a href="https://orchard.example/barrels"${more}>${text}</a>`;
const ARABIC = 'مرحبا بكم في معصرتنا، لدينا عصير جديد لعطلة نهاية الأسبوع ونود دعوتكم لزيارتنا';
const GERMAN =
  'Wir haben am Wochenende wieder geöffnet und freuen uns auf alle, die unseren neuen Most probieren wollen. Bringt eure Freunde mit.';
const cells = (...texts: string[]) => ({ cells: texts.map((content) => ({ content })) });

export const defects: readonly Defect[] = [
  { rule: 'a11y.lang', inject: withSettings({ locale: '' }) },
  { rule: 'a11y.lang', inject: withSettings({ locale: 'xx' }) },
  {
    rule: 'a11y.lang-mismatch',
    inject: (content) => ({
      ...content,
      blocks: [
        ...content.blocks.filter(({ type }) => type === 'divider'),
        block({ type: 'paragraph', content: `<p>${GERMAN}</p>` }),
      ],
    }),
    alsoLowers: ['spam', 'readability', 'bestPractices'],
  },
  { rule: 'a11y.dir', inject: withParagraph(`<p>${ARABIC.repeat(12)}</p>`), alsoLowers: ['readability'] },
  {
    rule: 'a11y.data-table-headers',
    inject: withOne({
      type: 'table',
      hasHeaderRow: false,
      rows: [cells('Cider', 'Bottles'), cells('Dry', '120'), cells('Sweet', '80')],
    }),
  },
  { rule: 'a11y.img-alt', inject: withImage({ alt: '' }) },
  { rule: 'a11y.img-alt', inject: withImage({ alt: '', src: 'https://orchard.example/spacer.png' }) },
  {
    rule: 'a11y.img-alt',
    inject: withHtml('<p>A barrel</p><img src="https://orchard.example/b.jpg" width="60">'),
  },
  { rule: 'a11y.img-alt-filename', inject: withImage({ alt: 'IMG_4711.jpg' }) },
  { rule: 'a11y.img-alt-too-long', inject: withImage({ alt: 'A barrel beside a barrel and '.repeat(5) }) },
  { rule: 'a11y.img-alt-redundant', inject: withImage({ alt: 'Image of a barrel in the yard' }) },
  {
    rule: 'a11y.linked-img-no-alt',
    inject: withImage({ alt: '', linkUrl: 'https://orchard.example/barrels' }),
  },
  {
    rule: 'a11y.linked-img-no-alt',
    inject: withHtml(link('<img src="https://orchard.example/b.jpg" alt="" width="60">')),
  },
  {
    rule: 'a11y.heading-missing',
    inject: (content) => ({
      ...content,
      blocks: [
        ...without('title')(content).blocks,
        block({
          type: 'paragraph',
          content: '<p>Come and see us soon. We look forward to it.</p>'.repeat(5),
        }),
      ],
    }),
  },
  { rule: 'a11y.heading-empty', inject: withTitle({ content: '<p></p>' }) },
  { rule: 'a11y.heading-empty', inject: withHtml('<h2></h2><p>It is made of apples.</p>') },
  { rule: 'a11y.heading-skip', inject: withTitle({ level: 4 }) },
  {
    rule: 'a11y.heading-skip',
    inject: withParagraph('<h4>What else is new</h4><p>It is made of apples.</p>'),
  },
  { rule: 'a11y.heading-multi-h1', inject: withTitle({ level: 1 }) },
  {
    rule: 'a11y.fake-heading',
    inject: withParagraph(
      '<p><strong><span style="font-size: 24px">What else is new</span></strong></p><p>It is made of apples.</p>',
    ),
  },
  { rule: 'a11y.link-empty', inject: withParagraph(`<p>It is made ${link('')}of apples.</p>`) },
  { rule: 'a11y.link-empty', inject: withButton({ text: '' }), alsoLowers: ['bestPractices'] },
  { rule: 'a11y.link-href-empty', inject: withButton({ url: '#' }), alsoLowers: ['bestPractices'] },
  {
    rule: 'a11y.link-href-empty',
    inject: withParagraph('<p>It is made of <a href="">apples from here</a>.</p>'),
    alsoLowers: ['bestPractices'],
  },
  {
    rule: 'a11y.link-nested',
    inject: withHtml(`<p>${link(`See the barrels ${link('and the press')}`)}</p>`),
  },
  { rule: 'a11y.link-vague', inject: withParagraph(`<p>Our barrels are ${link('here')}.</p>`) },
  { rule: 'a11y.link-vague', inject: withButton({ text: 'Learn more' }) },
  {
    rule: 'a11y.link-same-text',
    inject: withParagraph(
      `<p>${link('Our barrels')} and <a href="https://orchard.example/other">our barrels</a></p>`,
    ),
  },
  {
    rule: 'a11y.contrast',
    inject: withParagraph('<p>It is <span style="color: #999999">made of apples</span>.</p>'),
  },
  { rule: 'a11y.contrast', inject: withTitle({ level: 2, color: '#bbbbbb' }) },
  { rule: 'a11y.contrast', inject: withSettings({ textColor: '#888888' }) },
  {
    rule: 'a11y.contrast',
    inject: withOne({
      type: 'paragraph',
      content: '<p>It is made of apples.</p>',
      styles: { backgroundColor: '#26312b' },
    }),
  },
  { rule: 'a11y.button-contrast', inject: withButton({ backgroundColor: '#f34949' }) },
  { rule: 'a11y.button-contrast', inject: withButton({ backgroundColor: '#cfe8ff', textColor: '#10243a' }) },
  {
    rule: 'a11y.link-distinguish',
    inject: withParagraph(
      `<p>Come and see ${link('our barrels', ' style="text-decoration: none"')} soon.</p>`,
    ),
  },
  {
    rule: 'a11y.target-size',
    inject: withButton({ fontSize: 14, buttonPadding: { ...padding, top: 2, bottom: 2 } }),
  },
  {
    rule: 'a11y.dark-contrast',
    inject: withOne({
      type: 'paragraph',
      content: '<p style="color: #00ccff">It is made of apples.</p>',
      styles: { backgroundColor: '#0000ff' },
    }),
  },
  {
    rule: 'a11y.motion',
    inject: withHtml('<p>Until May</p><img src="https://clock.example/countdown.gif" alt="" width="60">'),
  },
];
