import type { RenderOptions } from '../../../src/mail/render/index.ts';
import type { Loose } from './rendering.ts';

interface GoldenCase {
  blocks: Loose[];
  settings?: Loose;
  options?: Partial<RenderOptions>;
}

const text = '<p>Fresh bread on Saturday.</p>';
const styled = { padding: { top: 24, right: 16, bottom: 8, left: 16 }, backgroundColor: '#f4efe6' };
const paragraph = { type: 'paragraph', content: text };
const icons = [
  { platform: 'facebook', url: 'https://facebook.example/galley' },
  { platform: 'email', url: 'mailto:hello@example.com' },
  { platform: 'website', url: '' },
];
const items = [
  { text: 'Shop', url: 'https://example.com/shop', bold: true },
  { text: 'About & more', url: 'https://example.com/?a=1&b=2', underline: true, openInNewTab: true },
  { text: 'No link', color: '#7a1f3d' },
];
const rows = [
  { cells: [{ content: 'Item' }, { content: 'Price' }] },
  { cells: [{ content: '<strong>Loaf</strong>' }, { content: '{{ price }}' }] },
];
const line = { width: 2, style: 'solid', color: '#0f5132' };
const border = { top: line, right: line, bottom: { ...line, style: 'dotted' }, left: { ...line, width: 0 } };
const corners = { topLeft: 12, topRight: 12, bottomRight: 0, bottomLeft: 4.5 };
const transparent = { padding: { top: 10, right: 10, bottom: 10, left: 10 }, backgroundColor: 'transparent' };
const vip = { label: 'VIP', before: '{% if orders > 3 %}', after: '{% endif %}' };

/** Every block type with every option, by the name of the file its MJML is kept in. */
export const goldenCases: Record<string, GoldenCase> = {
  empty: { blocks: [] },
  title: { blocks: [{ type: 'title', content: '<p>Good morning</p>' }] },
  'title-levels': {
    blocks: [1, 2, 3, 4].map((level) => ({ type: 'title', content: `<p>Level ${level}</p>`, level })),
  },
  'title-options': {
    blocks: [
      {
        type: 'title',
        content: '<p>Two <em>lines</em></p><p>of {{ text }}</p>',
        color: 'rgb(122, 31, 61)',
        textAlign: 'center',
        fontFamily: 'Georgia',
        styles: styled,
      },
    ],
  },
  paragraph: { blocks: [paragraph, { type: 'paragraph', content: '<p></p>' }] },
  'paragraph-rich': {
    blocks: [
      {
        type: 'paragraph',
        styles: styled,
        content:
          '<h3>Heading</h3><p style="text-align: right">One<br><strong>two</strong> <em>three</em> <u>four</u> <s>five</s></p>' +
          '<ul><li><p>apples</p></li><li>pears</li></ul><ol><li>first</li></ol><p></p>' +
          '<p><a href="https://example.com/?a=1&amp;b=2" target="_blank">link</a> <span style="color: #7a1f3d">red</span> <mark>marked</mark> H<sub>2</sub>O x<sup>2</sup></p>',
      },
    ],
  },
  image: { blocks: [{ type: 'image', src: 'https://example.com/a.jpg', alt: 'Bread "& butter"' }] },
  'image-options': {
    blocks: [
      {
        type: 'image',
        src: 'https://example.com/{{ picture }}?a=1&b=2',
        alt: 'unused',
        decorative: true,
        width: 240,
        align: 'right',
        linkUrl: 'https://example.com/{{ slug | default: "home" }}',
        linkOpenInNewTab: false,
        styles: styled,
      },
    ],
  },
  'image-missing': { blocks: [{ type: 'image', src: '' }, paragraph] },
  button: { blocks: [{ type: 'button', text: 'Order now', url: 'https://example.com/order' }] },
  'button-options': {
    blocks: [
      {
        type: 'button',
        text: 'Tea & cake for {{ name }}',
        url: '{{ url }}?a=1&b=2',
        openInNewTab: true,
        backgroundColor: '#0f5132',
        textColor: 'white',
        borderRadius: 0,
        fontSize: 18,
        buttonPadding: { top: 10, right: 30, bottom: 10, left: 30 },
        fontFamily: 'Courier New',
        width: 240,
        align: 'left',
        styles: styled,
      },
      { type: 'button', text: 'All the width', url: '', width: 'full' },
    ],
  },
  divider: { blocks: [{ type: 'divider' }] },
  'divider-options': {
    blocks: [
      { type: 'divider', lineStyle: 'dashed', color: '#7a1f3d', thickness: 3, width: 200, styles: styled },
    ],
  },
  spacer: { blocks: [{ type: 'spacer' }, { type: 'spacer', height: 60, styles: styled }] },
  video: {
    blocks: [
      { type: 'video', url: 'https://video.example.com/1', thumbnailUrl: 'https://example.com/p.jpg' },
    ],
  },
  'video-options': {
    blocks: [
      {
        type: 'video',
        url: 'https://video.example.com/{{ id }}',
        thumbnailUrl: '{{ poster }}',
        alt: 'A film about bread',
        width: 320,
        align: 'left',
        openInNewTab: true,
        styles: styled,
      },
    ],
  },
  social: { blocks: [{ type: 'social', icons }] },
  'social-options': {
    blocks: ['small', 'medium', 'large'].map((iconSize) => ({
      type: 'social',
      icons,
      iconStyle: iconSize === 'large' ? 'circle' : 'outlined',
      iconSize,
      spacing: 4,
      align: 'left',
      styles: styled,
    })),
  },
  html: { blocks: [{ type: 'html', content: '<table><tr><td>Hello {{ name }}</td></tr></table>' }] },
  'html-colored': {
    blocks: [{ type: 'html', content: '<div style="color:#fff;background:#000">Light on dark</div>' }],
  },
  menu: { blocks: [{ type: 'menu', items }] },
  'menu-options': {
    blocks: [
      {
        type: 'menu',
        items,
        fontSize: 12,
        fontFamily: 'Verdana',
        color: '#333333',
        linkColor: '#0f5132',
        textAlign: 'right',
        separator: '·',
        separatorColor: '#999999',
        spacing: 4,
        styles: styled,
      },
    ],
  },
  table: { blocks: [{ type: 'table', rows }] },
  'table-options': {
    blocks: [
      {
        type: 'table',
        rows,
        hasHeaderRow: true,
        headerBackgroundColor: '#eeeeee',
        borderColor: '#333333',
        borderWidth: 2,
        cellPadding: 4,
        fontSize: 13,
        fontFamily: 'Tahoma',
        color: '#222222',
        textAlign: 'right',
        styles: styled,
      },
      { type: 'table', rows, hasHeaderRow: false, borderWidth: 0 },
    ],
  },
  countdown: {
    blocks: [{ type: 'countdown', targetDate: '2031-05-01T18:00:00', timezone: 'Europe/Vienna' }],
  },
  custom: {
    blocks: [
      { type: 'custom', customType: 'card', renderedHtml: '<p>Card for {{ name }}</p>' },
      { type: 'custom', customType: 'card' },
      { type: 'tabs', id: 'newer' },
    ],
  },
  'section-layouts': {
    blocks: ['1', '2', '3', '2-1', '1-2'].map((columns) => ({
      type: 'section',
      columns,
      children: [[paragraph], [paragraph], [paragraph]].slice(
        0,
        columns === '1' ? 1 : columns === '3' ? 3 : 2,
      ),
    })),
  },
  'section-options': {
    blocks: [
      {
        type: 'section',
        columns: '2',
        children: [[paragraph], []],
        stackOnMobile: false,
        borderRadius: 8,
        styles: styled,
        wrapper: {
          backgroundColor: '#dddddd',
          padding: { top: 20, right: 10, bottom: 20, left: 10 },
          borderRadius: 4,
        },
      },
      { type: 'section', columns: '2', children: [[paragraph]] },
      { type: 'section', columns: '1', children: [[paragraph], [paragraph]] },
    ],
  },
  'newer-editors': {
    blocks: [
      { type: 'image', src: 'https://example.com/a.jpg', width: 240, height: 160, borderRadius: 8, border },
      { type: 'image', src: 'https://example.com/b.jpg', borderRadius: corners, styles: transparent },
      {
        type: 'video',
        url: 'https://video.example.com/1',
        thumbnailUrl: 'https://example.com/p.jpg',
        height: 180,
      },
      {
        type: 'button',
        text: 'Order',
        url: 'https://example.com/order',
        backgroundColor: 'transparent',
        textColor: '#0f5132',
        borderRadius: corners,
        border,
      },
      { type: 'divider', width: '50%' },
      { type: 'divider', width: '100%' },
      { type: 'paragraph', content: '<p>One</p><p>Two</p><p>Three</p>', paragraphSpacing: 4 },
      { type: 'paragraph', content: '<p>One</p><p>Two</p>', paragraphSpacing: 0 },
      {
        type: 'section',
        columns: '2',
        children: [[{ type: 'image', src: 'https://example.com/c.jpg', width: 'full' }], [paragraph]],
        borderRadius: corners,
        border: { left: { width: 4, style: 'dashed', color: '{{ brand.main }}' } },
        styles: transparent,
        wrapper: { backgroundColor: '#dddddd', borderRadius: corners },
      },
    ],
    settings: { direction: 'rtl' },
  },
  visibility: {
    blocks: [
      { ...paragraph, visibility: { desktop: true, mobile: false } },
      { ...paragraph, visibility: { desktop: false, mobile: true } },
      { ...paragraph, visibility: { desktop: false, mobile: false } },
      { type: 'section', children: [[paragraph]], visibility: { desktop: false, mobile: true } },
    ],
  },
  'display-condition': {
    blocks: [
      { ...paragraph, displayCondition: vip },
      {
        type: 'section',
        columns: '1',
        children: [[{ ...paragraph, displayCondition: vip }]],
        displayCondition: vip,
      },
      { type: 'paragraph', content: '', displayCondition: vip },
    ],
  },
  settings: {
    blocks: [{ type: 'paragraph', content: '<p><a href="https://example.com">link</a></p>' }],
    settings: {
      width: 640,
      backgroundColor: '#fafafa',
      textColor: '#222222',
      linkColor: '#0b57d0',
      linkUnderline: false,
      fontFamily: 'Georgia',
      preheaderText: 'Hello {{ name }} <3',
      locale: 'de-AT',
    },
    options: { title: 'Brot & Butter' },
  },
  'custom-fonts': {
    blocks: [
      { type: 'title', content: 'Fonts', fontFamily: 'Lora' },
      { type: 'button', text: 'Go', url: 'https://example.com', fontFamily: 'Fira Sans' },
    ],
    settings: { fontFamily: 'Inter' },
    options: {
      customFonts: [
        { name: 'Inter', url: 'https://fonts.example/inter.css?a=1&b=2' },
        { name: 'Lora', url: 'https://fonts.example/lora.css', fallback: 'Georgia, serif' },
      ],
      defaultFallback: 'Verdana, sans-serif',
    },
  },
  rtl: {
    blocks: [
      { type: 'title', content: 'مرحبا' },
      { type: 'paragraph', content: '<p>نص</p><ul><li>واحد</li></ul>' },
      { type: 'section', columns: '2', stackOnMobile: false, children: [[paragraph], [paragraph]] },
      { type: 'social', icons },
      { type: 'table', rows },
    ],
    settings: { locale: 'ar' },
  },
  'merge-tags-in-looks': {
    blocks: [
      {
        ...paragraph,
        styles: { padding: { top: 0, right: 0, bottom: 0, left: 0 }, backgroundColor: '{{ brand.light }}' },
      },
      { type: 'button', text: '{{ label }}', url: '*|URL|*', backgroundColor: '{{ brand.main }}' },
    ],
  },
  'dark-page': {
    blocks: [paragraph, { type: 'divider' }],
    settings: { backgroundColor: '#111111', textColor: '#eeeeee' },
  },
};
