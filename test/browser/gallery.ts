import { type RenderOptions, renderHtml } from '../../src/mail/render/index.ts';
import { contentOf, type Loose } from '../mail/render/rendering.ts';
import { assets } from './pictures.ts';

/** HTML of a mail with pictures that the browser of the tests can show. */
export async function mail(
  blocks: Loose[],
  settings: Loose = {},
  options: Partial<RenderOptions> = {},
): Promise<string> {
  const { html } = await renderHtml(contentOf(blocks, settings), { assets, title: 'News', ...options });
  return html;
}

/** The same words in two scripts, for blocks that are shown in both directions. */
interface Words {
  title: string;
  line: string;
  long: string;
  link: string;
  items: readonly [string, string, string];
}

export const english: Words = {
  title: 'Fresh bread on Saturday',
  line: 'The oven is warm from five.',
  long: 'Our sourdough rests for two nights before it is baked, which is why there is never enough of it. Come early, bring a bag, and ask for the rye with caraway.',
  link: 'See the whole list',
  items: ['Bread', 'Cake', 'Opening hours'],
};

export const arabic: Words = {
  title: 'خبز طازج يوم السبت',
  line: 'الفرن دافئ منذ الخامسة.',
  long: 'يرتاح عجيننا ليلتين قبل أن يخبز، ولهذا لا يكفي أبدا. تعالوا مبكرين، وأحضروا كيسا، واسألوا عن خبز الجاودار بالكراوية.',
  link: 'القائمة كلها',
  items: ['خبز', 'كعك', 'ساعات العمل'],
};

export const paragraph = (text: string): Loose => ({ type: 'paragraph', content: `<p>${text}</p>` });

const picture = (size: string, more: Loose = {}): Loose => ({
  type: 'image',
  src: `https://pictures.example/${size}.jpg`,
  alt: 'A loaf on a table',
  ...more,
});

/** Colors an author would choose for a page: of blocks that stand out, of text on them, and of a card in a band. */
interface Palette {
  tint: string;
  accent: string;
  card: string;
  band: string;
}

const DAY: Palette = { tint: '#f4efe6', accent: '#7a1f3d', card: '#ffffff', band: '#e2ecd9' };
const NIGHT: Palette = { tint: '#2a2620', accent: '#f2a7bd', card: '#000000', band: '#22301c' };

const boxOf = (backgroundColor: string) => ({
  padding: { top: 20, right: 20, bottom: 20, left: 20 },
  backgroundColor,
});

const PLATFORMS =
  'facebook twitter instagram linkedin youtube tiktok pinterest email whatsapp telegram discord snapchat reddit github dribbble behance website'.split(
    ' ',
  );

const iconsOf = (platforms: readonly string[]) =>
  platforms.map((platform) => ({ platform, url: `https://${platform}.example/galley` }));

function texts(words: Words, { tint, accent }: Palette): Loose[] {
  const [first, second, third] = words.items;
  return [
    ...[1, 2, 3, 4].map((level) => ({ type: 'title', content: `<p>${words.title}</p>`, level })),
    paragraph(words.long),
    { type: 'title', content: words.title, textAlign: 'center', color: accent, styles: boxOf(tint) },
    {
      type: 'paragraph',
      content:
        `<h3>${words.title}</h3><p>${words.line} <a href="https://example.com/list">${words.link}</a></p>` +
        `<ul><li><p>${first}</p></li><li><p>${second}</p></li></ul><ol><li>${third}</li></ol>` +
        `<p><strong>${first}</strong> <em>${second}</em> <u>${third}</u> <s>${first}</s> <mark>${second}</mark> ` +
        `<span style="color: ${accent}">${third}</span> H<sub>2</sub>O x<sup>2</sup></p><blockquote>${words.line}</blockquote>`,
    },
    {
      type: 'paragraph',
      content: `<p><span style="color: #ffffff">${words.long}</span></p>`,
      styles: boxOf('#123c2a'),
    },
  ];
}

function pictures({ tint }: Palette): Loose[] {
  return [
    picture('1200x500'),
    picture('480x300', { width: 240, align: 'left', styles: boxOf(tint) }),
    picture('480x300', { width: 240, align: 'right', linkUrl: 'https://example.com/loaf' }),
    { type: 'video', url: 'https://video.example/1', thumbnailUrl: 'https://pictures.example/1200x675.jpg' },
    { type: 'video', url: 'https://video.example/2', thumbnailUrl: '', width: 280, align: 'left' },
    { type: 'countdown', targetDate: '2031-05-01T18:00:00', timezone: 'Europe/Vienna' },
    {
      type: 'countdown',
      targetDate: '2031-05-01T18:00:00',
      digitColor: '#ffffff',
      labelColor: '#dddddd',
      backgroundColor: '#123c2a',
      showSeconds: false,
    },
  ];
}

function actions(words: Words, { tint, accent }: Palette): Loose[] {
  const [first, second, third] = words.items;
  const button = { type: 'button', text: words.link, url: 'https://example.com/order' };
  return [
    button,
    { ...button, align: 'left', backgroundColor: '#0f5132', borderRadius: 0 },
    { ...button, align: 'right', width: 240, borderRadius: 30 },
    { ...button, width: 'full', backgroundColor: '#ffe8a3', textColor: '#1a1a1a' },
    { ...button, backgroundColor: '#1a1a1a', styles: boxOf(tint) },
    { ...button, text: words.line, url: '', fontSize: 20 },
    ...['small', 'medium', 'large'].map((iconSize) => ({
      type: 'social',
      icons: iconsOf(PLATFORMS.slice(0, 5)),
      iconSize,
    })),
    ...['solid', 'outlined', 'rounded', 'square', 'circle'].map((iconStyle) => ({
      type: 'social',
      icons: iconsOf(PLATFORMS),
      iconStyle,
      iconSize: 'small',
      spacing: 6,
      align: 'left',
    })),
    {
      type: 'menu',
      items: [first, second, third].map((text) => ({ text, url: 'https://example.com/menu' })),
    },
    {
      type: 'menu',
      items: [...words.items, ...words.items, ...words.items].map((text, index) => ({
        text,
        url: `https://example.com/${index}`,
        bold: index % 2 === 0,
        underline: index % 3 === 0,
      })),
      textAlign: 'left',
      separator: '·',
      linkColor: accent,
      styles: boxOf(tint),
    },
  ];
}

function structure(words: Words, { tint, accent }: Palette): Loose[] {
  const cells = (texts: readonly string[]) => ({ cells: texts.map((content) => ({ content })) });
  const rows = [
    cells(words.items),
    cells(['1', `<strong>2</strong>`, words.line]),
    cells(['3', `<a href="https://example.com/4">4</a>`, words.line]),
  ];
  return [
    { type: 'table', rows },
    { type: 'table', rows, headerBackgroundColor: tint, textAlign: 'center', borderWidth: 2 },
    { type: 'table', rows, hasHeaderRow: false, borderWidth: 0, cellPadding: 2, fontSize: 13 },
    { type: 'divider' },
    { type: 'divider', lineStyle: 'dashed', color: accent, thickness: 3, width: 200 },
    { type: 'divider', lineStyle: 'dotted', thickness: 4, styles: boxOf(tint) },
    { type: 'spacer', height: 40, styles: boxOf(tint) },
    { type: 'html', content: `<p>${words.line}</p><table><tr><td>${words.title}</td></tr></table>` },
    {
      type: 'html',
      content: `<div style="color:#ffffff;background:#123c2a;padding:12px">${words.long}</div>`,
    },
    { type: 'custom', customType: 'card', renderedHtml: `<p><strong>${words.title}</strong></p>` },
  ];
}

function sections(words: Words, { tint, card, band }: Palette): Loose[] {
  const cell = (size = '400x300') => [
    picture(size),
    { type: 'title', level: 3, content: words.title },
    paragraph(words.line),
    { type: 'button', text: words.link, url: 'https://example.com/a' },
  ];
  const layouts: Loose[] = ['1', '2', '3', '2-1', '1-2'].map((columns) => ({
    type: 'section',
    columns,
    children: Array.from({ length: columns === '1' ? 1 : columns === '3' ? 3 : 2 }, () => cell()),
    styles: { padding: { top: 10, right: 0, bottom: 10, left: 0 } },
  }));
  return [
    ...layouts,
    { ...layouts[1], stackOnMobile: false, borderRadius: 12, styles: boxOf(tint) },
    {
      ...layouts[2],
      borderRadius: 8,
      styles: boxOf(card),
      wrapper: {
        backgroundColor: band,
        padding: { top: 24, right: 12, bottom: 24, left: 12 },
        borderRadius: 16,
      },
    },
  ];
}

/** Every block type there is with its options, and sections of every layout, by theme. */
export function gallery(words: Words, settings: Loose = {}): Record<string, Loose[]> {
  const palette = settings === LOOKS['on a dark page'] ? NIGHT : DAY;
  return {
    texts: texts(words, palette),
    pictures: pictures(palette),
    actions: actions(words, palette),
    structure: structure(words, palette),
    sections: sections(words, palette),
  };
}

/** How a mail as a whole can look. */
export const LOOKS: Record<'on white' | 'on a tint' | 'on a dark page', Loose> = {
  'on white': { preheaderText: 'What this is about' },
  'on a tint': {
    backgroundColor: '#f4efe6',
    textColor: '#2b2b2b',
    linkColor: '#0b57d0',
    fontFamily: 'Georgia',
  },
  'on a dark page': { backgroundColor: '#141414', textColor: '#eeeeee', linkColor: '#8ab4f8' },
};
