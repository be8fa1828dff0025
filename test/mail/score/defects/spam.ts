import type { Block, TemplateContent } from '../../../../src/mail/model/index.ts';
import { type Defect, withBlock } from './defect.ts';

const PADDING = { top: 10, right: 10, bottom: 10, left: 10 };

const block = (fields: Record<string, unknown>) =>
  ({ id: 'spoiled', styles: { padding: PADDING }, ...fields }) as unknown as Block;

const withText = (html: string) => (content: TemplateContent) =>
  withBlock(content, block({ type: 'paragraph', content: `<p>${html}</p>` }));

const withHtml = (html: string) => (content: TemplateContent) =>
  withBlock(content, block({ type: 'html', content: html }));

const withLink = (href: string, text = 'See how we press the apples') =>
  withText(`<a href="${href}">${text}</a>`);

const withLeaving = (href: string) => (content: TemplateContent) =>
  changeText(content, 'footer', /https:\/\/orchard\.example\/leave\?id=\{\{ id \}\}/, href);

const withoutInFooter = (pattern: RegExp) => (content: TemplateContent) =>
  changeText(content, 'footer', pattern, '');

function changeText(content: TemplateContent, id: string, pattern: RegExp, by: string): TemplateContent {
  const blocks = content.blocks.map((one) =>
    one.id === id && 'content' in one
      ? ({ ...one, content: one.content.replace(pattern, by) } as Block)
      : one,
  );
  return { ...content, blocks };
}

/** The picture of the clean mail and its footer, and nothing else. */
const onlyPicture = (content: TemplateContent): TemplateContent => ({
  ...content,
  blocks: content.blocks.filter(({ id }) => id === 'photo' || id === 'line' || id === 'footer'),
});

const linked = (content: TemplateContent): TemplateContent => ({
  ...content,
  blocks: content.blocks.map((one) =>
    one.type === 'image' ? { ...one, linkUrl: 'https://orchard.example/press' } : one,
  ),
});

const inCapitals = (content: TemplateContent): TemplateContent => ({
  ...content,
  blocks: content.blocks.map((one) =>
    one.id === 'hello' && 'content' in one ? ({ ...one, content: `<p>${LOUD}</p>` } as Block) : one,
  ),
});
const LOUD =
  'HELLO, THE PRESS HAS RUN FOR TWO WEEKS NOW. THE FIRST BARRELS ARE FULL, AND WE THINK THEY ARE THE BEST IN YEARS. WE WOULD LOVE TO KNOW WHAT YOU THINK.';

const DATA = `data:image/png;base64,${'A'.repeat(2000)}`;

/** Ways to make the clean mail look like spam. */
export const defects: readonly Defect[] = [
  { rule: 'spam.unsubscribe-address', inject: withLeaving('mailto:leave@orchard.example') },
  { rule: 'spam.unsubscribe-address', inject: withLeaving('https://orchard.example/email/preferences') },
  { rule: 'spam.phrase', inject: withText('You have won a prize in our lottery.') },
  { rule: 'spam.phrase', inject: withText('Act now, it is risk free.') },
  { rule: 'spam.subject-caps', inject: (content) => content, subject: 'OUR TASTING ROOM OPENS ON SATURDAY' },
  {
    rule: 'spam.subject-punct',
    inject: (content) => content,
    subject: 'Our tasting room opens on Saturday!!',
  },
  {
    rule: 'spam.subject-fake-reply',
    inject: (content) => content,
    subject: 'Re: Our tasting room opens Saturday',
  },
  { rule: 'spam.body-caps', inject: inCapitals, alsoLowers: ['readability'] },
  { rule: 'spam.exclaim', inject: withText('We made it for you!!!') },
  { rule: 'spam.image-only', inject: onlyPicture, alsoLowers: ['readability'] },
  { rule: 'spam.short-linked-image', inject: (content) => linked(onlyPicture(content)) },
  {
    rule: 'spam.image-heavy',
    inject: (content) =>
      withBlock(
        content,
        block({
          type: 'image',
          src: 'https://orchard.example/b.jpg',
          alt: 'Barrels in a row',
          width: 'full',
          align: 'center',
        }),
      ),
  },
  {
    rule: 'spam.hidden-text',
    inject: withHtml(`<div style="display:none">${'apple pear plum cherry '.repeat(12)}</div>`),
  },
  {
    rule: 'spam.hidden-text',
    inject: withHtml('<p style="font-size:1px">We made it for you.</p>'),
    alsoLowers: ['readability'],
  },
  {
    rule: 'spam.link-mismatch',
    inject: withLink('https://orchard.example/x', 'https://www.bank.com/account'),
  },
  { rule: 'spam.ip-link', inject: withLink('https://203.0.113.7/press') },
  { rule: 'spam.odd-host', inject: withLink('https://cider.top/press') },
  { rule: 'spam.shortener', inject: withLink('https://bit.ly/press') },
  { rule: 'spam.insecure-link', inject: withLink('http://orchard.example/apples') },
  { rule: 'spam.no-unsubscribe', inject: withoutInFooter(/<p><a [^>]*>Unsubscribe.*?<\/p>/) },
  { rule: 'spam.no-postal-address', inject: withoutInFooter(/, 12 Mill Lane, Bristol BS1 4ST/) },
  { rule: 'spam.active-content', inject: withHtml('<p>We made it for you.</p><script>go()</script>') },
  {
    rule: 'spam.data-uri',
    inject: withHtml(`<img src="${DATA}" alt="Barrels in a row" width="200" height="100">`),
  },
  { rule: 'spam.obfuscation', inject: withText('We made it fr\u200bom app\u200bles for you.') },
  { rule: 'spam.obfuscation', inject: withText('It is all \u0430pples and no sug\u0430r.') },
  { rule: 'spam.money', inject: withText('Last year we sold cider for $12,500,000 in the valley.') },
];
