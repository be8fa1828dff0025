import type { Block, TemplateContent } from '../../../../src/mail/model/index.ts';
import { type Defect, withBlock } from './defect.ts';

const block = (fields: Record<string, unknown>) =>
  ({
    styles: { padding: { top: 10, right: 10, bottom: 10, left: 10 } },
    ...fields,
  }) as unknown as Block;

const paragraph = (html: string) => block({ type: 'paragraph', id: 'spoiled', content: html });

const withParagraph = (html: string) => (content: TemplateContent) => withBlock(content, paragraph(html));

const withSettings = (settings: Record<string, unknown>) => (content: TemplateContent) => ({
  ...content,
  settings: { ...content.settings, ...settings },
});

const calm = (count: number) => Array(count).fill('We made it for you').join(' and ');
const short = (count: number) => Array(count).fill('We made it for you.').join(' ');

const HARD =
  '<p>Considerable organizational responsibilities necessitate administrative deliberation. Institutional accountability ' +
  'requires comprehensive documentation. Extraordinary determination characterizes international representatives. ' +
  'Contemporary bureaucratic procedures complicate technological transformations.</p>'.repeat(1);

const withFirst = (html: string) => (content: TemplateContent) => ({
  ...content,
  blocks: [paragraph(html), ...content.blocks.filter(({ id }) => id !== 'title' && id !== 'hello')],
});

export const defects: readonly Defect[] = [
  {
    rule: 'read.lead',
    inject: withFirst('<p><a href="https://orchard.example/l">View in browser</a></p>'),
    alsoLowers: ['accessibility', 'spam'],
  },
  {
    rule: 'read.lead',
    inject: (content) =>
      withBlock(
        content,
        block({ id: 'spoiled', type: 'title', level: 2, content: '<p>Order by 24 December</p>' }),
      ),
    subject: 'A word from the cider press',
  },
  { rule: 'read.lead', inject: withParagraph('<p>© 2026 Millbrook Trading, all rights reserved</p>') },
  { rule: 'read.grade', inject: withParagraph(HARD.repeat(8)) },
  { rule: 'read.flesch', inject: withParagraph(HARD.repeat(8)) },
  { rule: 'read.long-words', inject: withParagraph(HARD.repeat(8)) },
  { rule: 'read.long-sentence', inject: withParagraph(`<p>${calm(6)}.</p>`) },
  { rule: 'read.long-paragraph', inject: withParagraph(`<p>${short(12)}</p>`) },
  { rule: 'read.wall-of-text', inject: withParagraph(`<p>${short(4)}</p>`.repeat(14)) },
  {
    rule: 'read.passive',
    inject: withParagraph(`<p>${'It was made by us. It is sent to you. '.repeat(2)}</p>`.repeat(8)),
  },
  { rule: 'read.subject-length', inject: (content) => content, subject: '' },
  { rule: 'read.preheader', inject: withSettings({ preheaderText: '' }) },
  { rule: 'read.length', inject: withParagraph(`<h3>More</h3><p>${short(4)}</p>`.repeat(26)) },
  {
    rule: 'read.cta',
    inject: (content) =>
      ['One', 'Two', 'Three', 'Four'].reduce(
        (spoiled, label) =>
          withBlock(
            spoiled,
            block({
              type: 'button',
              id: `spoiled-${label}`,
              text: `${label} more thing to do`,
              url: `https://orchard.example/${label.toLowerCase()}`,
              backgroundColor: '#1a4fa3',
              textColor: '#ffffff',
              borderRadius: 6,
              fontSize: 16,
              buttonPadding: { top: 14, right: 24, bottom: 14, left: 24 },
            }),
          ),
        content,
      ),
  },
  {
    rule: 'read.caps-block',
    inject: withParagraph('<p>WE MADE THIS BAG FOR YOU AND FOR ALL OF YOUR FRIENDS</p>'),
    alsoLowers: ['spam'],
  },
  {
    rule: 'read.centered-long',
    inject: withParagraph(
      `<p style="text-align:center">${short(5)}</p>`.repeat(1) +
        `<p style="text-align:center">${calm(4)}, ${calm(4)}.</p>`,
    ),
  },
  { rule: 'read.justified', inject: withParagraph('<p style="text-align:justify">We made it for you.</p>') },
  { rule: 'read.font-size', inject: withParagraph('<p style="font-size:10px">We made it for you.</p>') },
  { rule: 'read.line-height', inject: withParagraph(`<p style="line-height:1">${short(5)}</p>`) },
  { rule: 'read.line-width', inject: withSettings({ width: 900 }), alsoLowers: ['bestPractices', 'spam'] },
];
