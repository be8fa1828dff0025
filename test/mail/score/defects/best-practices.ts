import type { Block, TemplateContent } from '../../../../src/mail/model/index.ts';
import { type Defect, withBlock } from './defect.ts';

const PADDING = { top: 10, right: 10, bottom: 10, left: 10 };

const block = (fields: Record<string, unknown>) =>
  ({ id: 'spoiled', styles: { padding: PADDING }, ...fields }) as unknown as Block;

const withHtml = (html: string) => (content: TemplateContent) =>
  withBlock(content, block({ type: 'html', content: html }));

const withText = (html: string) => (content: TemplateContent) =>
  withBlock(content, block({ type: 'paragraph', content: html }));

const withButton = (url: string) => (content: TemplateContent) =>
  withBlock(
    content,
    block({
      type: 'button',
      text: 'See the map of the orchard',
      url,
      backgroundColor: '#333333',
      textColor: '#ffffff',
      borderRadius: 6,
      fontSize: 15,
      buttonPadding: { top: 14, right: 24, bottom: 14, left: 24 },
    }),
  );

const withSection = (fields: Record<string, unknown>) => (content: TemplateContent) =>
  withBlock(content, block({ type: 'section', columns: '1', ...fields }));

const text = (id: string) => block({ id, type: 'paragraph', content: '<p>We made it for you.</p>' });

const withoutText = (content: TemplateContent, id: string): TemplateContent => ({
  ...content,
  blocks: content.blocks.map((one) =>
    one.id === id && 'content' in one
      ? ({ ...one, content: one.content.replace(/<p><a [^>]*>View.*$/, '') } as Block)
      : one,
  ),
});

export const defects: readonly Defect[] = [
  {
    rule: 'best.size',
    // An invisible attribute, so that only the size changes.
    inject: withHtml(`<p title="${'a'.repeat(90_000)}">We made it for you.</p>`),
  },
  {
    rule: 'best.unsupported-css',
    inject: withHtml('<p style="transform:rotate(2deg)">We made it for you.</p>'),
  },
  { rule: 'best.unsupported-css', inject: withHtml('<p style="float:left">We made it for you.</p>') },
  {
    rule: 'best.plain-text',
    inject: (content) => ({
      ...content,
      blocks: [
        block({
          type: 'image',
          src: 'https://orchard.example/all.png',
          alt: '',
          decorative: true,
          width: 'full',
          align: 'center',
        }),
      ],
    }),
    alsoLowers: ['spam', 'readability', 'accessibility'],
  },
  {
    rule: 'best.image-dims',
    inject: withHtml('<p>See <img src="https://orchard.example/map.png" alt="Map of the orchard"></p>'),
  },
  {
    rule: 'best.image-format',
    inject: withHtml(
      '<p>See <img src="https://orchard.example/map.svg" alt="Map of the orchard" width="200"></p>',
    ),
  },
  {
    rule: 'best.bg-fallback',
    inject: withHtml(
      '<div style="background-image:url(https://orchard.example/tile.png)">We made it for you.</div>',
    ),
    alsoLowers: ['accessibility'],
  },
  { rule: 'best.url', inject: withButton('/map') },
  { rule: 'best.url', inject: withButton('http://localhost:3000/map'), alsoLowers: ['spam'] },
  { rule: 'best.url', inject: withButton('https://staging.orchard.example/map') },
  { rule: 'best.url', inject: withButton('mailto:orchard') },
  { rule: 'best.url', inject: withButton('https://example.com/map') },
  { rule: 'best.merge-tags', inject: withText('<p>We made it for you, {{ name.</p>') },
  { rule: 'best.merge-tags', inject: withText('<p>We made it for you, {{ name }}.</p>') },
  { rule: 'best.merge-tags', inject: withText('<p>{% if vip %}We made it for you.</p>') },
  {
    rule: 'best.countdown-moment',
    inject: (content) =>
      withBlock(content, block({ type: 'countdown', targetDate: '2030-12-24', timezone: 'Mars/Phobos' })),
  },
  { rule: 'best.placeholder-text', inject: withText('<p>Enter your text here</p>') },
  {
    rule: 'best.placeholder-text',
    inject: (content) =>
      withBlock(content, block({ type: 'image', src: '', alt: '', width: 'full', align: 'center' })),
  },
  { rule: 'best.structure', inject: withSection({ children: [[]] }) },
  { rule: 'best.structure', inject: withSection({ columns: '2', children: [[text('one')], []] }) },
  { rule: 'best.structure', inject: withSection({ columns: '1', children: [[text('one')], [text('two')]] }) },
  {
    rule: 'best.width',
    inject: (content) => ({ ...content, settings: { ...content.settings, width: 760 } }),
    // Pictures grow with it.
    alsoLowers: ['readability', 'spam'],
  },
  {
    rule: 'best.mobile',
    inject: withSection({
      columns: '3',
      stackOnMobile: false,
      children: [[text('one')], [text('two')], [text('three')]],
    }),
  },
  { rule: 'best.web-font', inject: withText('<p style="font-family:Lobster">We made it for you.</p>') },
  { rule: 'best.html-removed', inject: withText('<video src="https://example.com/v.mp4">Our film</video>') },
  { rule: 'best.view-online', inject: (content) => withoutText(content, 'footer') },
];
