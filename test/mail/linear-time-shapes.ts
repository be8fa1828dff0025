import { MERGE_TAG_DIALECTS } from '../../src/mail/parse/merge-tags.ts';

/** Pieces that make readers search again and again when they are repeated. */
export const MARKUP = [
  '<a',
  '<a ',
  '<p>a',
  '<b>',
  '</p>',
  '<!--',
  '<!-- -->',
  '<![endif]',
  '-->',
  '&',
  '&amp;',
  '&#',
  '<table><tr><td>',
  '<style>',
  '<title>',
  '<a href="',
  '<a x=\'">',
  '<a x="\'>',
  "<a \"><b x='>'",
  ' a=b',
  '<img alt="a">',
  '<p style="color:red',
  '<span data-merge-tag="',
  '<v:rect ',
  'url(',
  '<p>a b c. ',
  'a ',
  ' ',
  '\n',
  'http://',
  'a@',
  '! ',
  '$1,',
  '<meta name="',
  '/>',
] as const;
export const TAGS = [
  ...MERGE_TAG_DIALECTS.flatMap(({ open, close }) => [
    open,
    close,
    `${open}a`,
    `${open}a${close}`,
    `${open}<a`,
  ]),
  '{{{',
  '{{#if a}}',
  '&lt;%',
  '{{a|',
  '{{ "',
];
export const CSS = [
  'a:b;',
  'url(',
  'url( ',
  '/*',
  '*/',
  '"',
  "'",
  '(',
  'rgb(',
  '#fff ',
  'a-',
  ' ',
  ';',
  '\\',
  '1',
  '1 ',
  '!important ',
  'gradient',
  '{',
  '}',
  '{{a',
  '{a}',
  'a:b;c;',
  'font:1px ',
];

/** The same for readers of mails as mail programs save them. */
export const MAILS = [
  'a: b\r\n',
  ' a\r\n',
  '=?utf-8?q?a?= ',
  '=?',
  '\r\n',
  ' \n',
  'content-type: multipart/mixed; boundary=b\n\n--b\n',
  ';a*1=b',
  'cid:a ',
  '"',
];

/** Designs of editors, each with the text in a block and in a style. */
export const DESIGNS = {
  stripo: (text: string) => ({ html: `<span class="es-button-border">${text}`, css: text }),
  grapesjs: (text: string) => ({
    components: [{ tagName: 'p', content: text, attributes: { id: 'a', style: text } }],
    styles: [{ selectors: ['#a'], style: { color: text } }],
  }),
  chamaileon: (text: string) => ({
    body: {
      children: [{ type: 'text', content: text, attrs: { text, content: text }, style: { color: text } }],
    },
  }),
  'easy-email': (text: string) => ({
    type: 'page',
    children: [
      { type: 'text', attributes: { color: text }, data: { value: { content: text } }, children: [] },
    ],
  }),
  'email-builder': (text: string) => ({
    root: { type: 'EmailLayout', data: { childrenIds: ['a', 'b'] } },
    a: { type: 'Text', data: { style: { color: text }, props: { text } } },
    b: { type: 'Html', data: { style: {}, props: { contents: text } } },
  }),
};
