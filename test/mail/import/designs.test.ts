import { describe, expect, test } from 'bun:test';
import { importAll, leavesOf, notesOf, refusalOf } from './importing.ts';

const bee = (kind: string, descriptor: unknown) => ({
  type: `mailup-bee-newsletter-modules-${kind}`,
  descriptor,
});

function importBee(...modules: unknown[]) {
  const row = {
    container: {
      style: { 'background-color': '#222222' },
      displayCondition: { label: 'L', before: '{% if a %}', after: '{% endif %}' },
    },
    content: {
      style: { 'background-color': '#333333', 'padding-top': '5px' },
      computedStyle: { rowColStackOnMobile: false },
    },
    columns: [
      { 'grid-columns': 8, modules, style: { 'padding-left': '7px' } },
      { 'grid-columns': 4, modules: [] },
    ],
  };
  const body = {
    content: {
      style: { color: '#010101', 'font-family': 'Arial' },
      computedStyle: { messageWidth: '620px', linkColor: '#0000ff' },
    },
    container: { style: { 'background-color': '#fefefe' } },
  };
  return importAll({ format: 'beefree', body: JSON.stringify({ page: { title: 'T', body, rows: [row] } }) });
}

describe('Beefree designs', () => {
  const cases: [string, unknown, Record<string, unknown>[]][] = [
    [
      'text',
      bee('text', { text: { html: '<p style="line-height: 1.15">Hi {{ n }}</p>', style: {} } }),
      [{ type: 'paragraph', content: '<p style="line-height: 1.15">Hi {{ n }}</p>' }],
    ],
    [
      'heading',
      bee('heading', { heading: { title: 'h3', text: '<span>H</span>', style: { color: '#ff0000' } } }),
      [{ type: 'title', level: 3, color: '#ff0000' }],
    ],
    [
      'image',
      bee('image', {
        image: { src: 'a.png', alt: 'A', href: 'x' },
        computedStyle: { class: 'left fixedwidth', width: 99 },
      }),
      [{ type: 'image', src: 'a.png', width: 99, align: 'left', linkUrl: 'x' }],
    ],
    [
      'button',
      bee('button', {
        button: {
          label: '<p>Go</p>',
          href: 'x',
          style: { 'background-color': '#abcdef', 'border-top': '2px solid #123456' },
        },
      }),
      [
        {
          type: 'button',
          text: 'Go',
          url: 'x',
          backgroundColor: '#abcdef',
          fontWeight: 'normal',
          border: { top: { width: 2, style: 'solid', color: '#123456' } },
        },
      ],
    ],
    [
      'divider',
      bee('divider', { divider: { style: { 'border-top': '2px solid #cccccc', width: '100%' } } }),
      [{ type: 'divider', thickness: 2 }],
    ],
    ['spacer', bee('spacer', { spacer: { style: { height: '40px' } } }), [{ type: 'spacer', height: 40 }]],
    [
      'social',
      bee('social', {
        iconsList: { icons: [{ id: 'instagram', image: { href: 'https://instagram.com/a' } }] },
      }),
      [{ type: 'social', icons: [{ platform: 'instagram' }] }],
    ],
    [
      'menu',
      bee('menu', { menuItemsList: { items: [{ text: 'A', link: { href: 'x' } }] } }),
      [{ type: 'menu', items: [{ text: 'A', url: 'x' }] }],
    ],
    ['html', bee('html', { html: { html: '<b>x</b>' } }), [{ type: 'html', content: '<b>x</b>' }]],
    [
      'video',
      bee('video', { video: { src: 'v', thumbSrc: 't' } }),
      [{ type: 'video', url: 'v', thumbnailUrl: 't' }],
    ],
    [
      'icons',
      bee('icons', { iconsList: { icons: [{ image: 'i.png', text: 'Word' }] } }),
      [{ type: 'html', content: expect.stringContaining('Word') }],
    ],
    ['unknown', bee('addon', { addon: { html: '<i>y</i>' } }), [{ type: 'html', content: '<i>y</i>' }]],
  ];
  test.each(cases)('%s', (_, module, expected) => {
    expect(leavesOf(importBee(module).content)).toMatchObject(expected);
  });

  test('page, rows and columns', () => {
    const { content, title } = importBee(bee('form', { a: 1 }));
    expect(title).toBe('T');
    expect(content.settings).toMatchObject({
      width: 620,
      backgroundColor: '#fefefe',
      textColor: '#010101',
      linkColor: '#0000ff',
    });
    expect(content.blocks).toMatchObject([
      {
        columns: '2-1',
        stackOnMobile: false,
        styles: { backgroundColor: '#333333', padding: { top: 5 } },
        wrapper: { backgroundColor: '#222222' },
        displayCondition: { before: '{% if a %}', after: '{% endif %}' },
      },
    ]);
    expect(notesOf(importBee(bee('form', { a: 1 })).report)).toEqual(['module form']);
  });
});

function importUnlayer(...contents: unknown[]) {
  const values = {
    backgroundColor: '#fefefe',
    contentWidth: '640px',
    textColor: '#010101',
    preheaderText: 'P',
    fontFamily: { value: 'arial' },
  };
  const row = {
    cells: [1, 2],
    columns: [{ contents, values: {} }, { contents: [] }],
    values: { padding: '5px', noStackMobile: true },
  };
  return importAll({ format: 'unlayer', body: { body: { rows: [row], values } } });
}

describe('Unlayer designs', () => {
  test.each([
    ['email', { href: 'a@b.example', subject: 'Hi & you' }, 'mailto:a@b.example?subject=Hi%20%26%20you'],
    ['email', { href: 'mailto:a@b.example' }, 'mailto:a@b.example'],
    ['phone', { phone: '+49 30' }, 'tel:+4930'],
    ['sms', { phone: '+4930', body: 'Hi' }, 'sms:+4930?body=Hi'],
    ['anchor', { href: '#x' }, '#x'],
  ])('a link to %s %j is %s', (name, values, url) => {
    const { content } = importUnlayer({ type: 'button', values: { text: 'Go', href: { name, values } } });
    expect(leavesOf(content)).toMatchObject([{ type: 'button', url }]);
  });

  test('a part that is hidden in the values for phones is hidden on phones', () => {
    const values = { text: '<p>a</p>', _override: { mobile: { hideMobile: true } } };
    const { content } = importUnlayer({ type: 'text', values });
    expect(leavesOf(content)).toMatchObject([{ visibility: { desktop: true, mobile: false } }]);
  });

  test('headers and footers stand around the rows', () => {
    const rowOf = (text: string) => [
      { cells: [1], columns: [{ contents: [{ type: 'text', values: { text: `<p>${text}</p>` } }] }] },
    ];
    const body = { headers: rowOf('Top'), rows: rowOf('Middle'), footers: rowOf('End') };
    expect(JSON.stringify(importAll({ format: 'unlayer', body: { body } }))).toMatch(/Top.*Middle.*End/);
  });

  const cases: [string, string, unknown, Record<string, unknown>[]][] = [
    [
      'text',
      'text',
      { text: '<p style="line-height: 1.15">Hi {{ n }}</p>' },
      [{ type: 'paragraph', content: '<p style="line-height: 1.15">Hi {{ n }}</p>' }],
    ],
    [
      'heading',
      'heading',
      { text: 'H', headingType: 'h1', hideMobile: true },
      [{ type: 'title', level: 1, visibility: { desktop: true, mobile: false } }],
    ],
    [
      'image',
      'image',
      {
        src: { url: 'a.png', width: 200 },
        altText: 'A',
        action: { values: { href: 'x', target: '_blank' } },
      },
      [{ type: 'image', src: 'a.png', width: 200, linkUrl: 'x' }],
    ],
    [
      'button',
      'button',
      {
        text: '<span>Go</span>',
        href: { values: { href: 'x' } },
        buttonColors: { color: '#ffffff', backgroundColor: '#abcdef' },
      },
      [{ type: 'button', text: 'Go', url: 'x', backgroundColor: '#abcdef' }],
    ],
    [
      'divider',
      'divider',
      { width: '50%', border: { borderTopWidth: '1px', borderTopStyle: 'solid', borderTopColor: '#BBBBBB' } },
      [{ type: 'divider', width: 320, color: '#BBBBBB' }],
    ],
    [
      'social',
      'social',
      { icons: { icons: [{ name: 'Facebook', url: 'https://facebook.com/a' }] } },
      [{ type: 'social', icons: [{ platform: 'facebook' }] }],
    ],
    [
      'menu',
      'menu',
      { menu: { items: [{ text: 'A', link: { values: { href: 'x' } } }] } },
      [{ type: 'menu', items: [{ text: 'A', url: 'x' }] }],
    ],
    ['html', 'html', { html: '<b>x</b>' }, [{ type: 'html', content: '<b>x</b>' }]],
    [
      'video',
      'video',
      { video: { type: 'youtube', videoId: 'v1', thumbnail: 't' } },
      [{ type: 'video', url: 'https://www.youtube.com/watch?v=v1' }],
    ],
    [
      'table',
      'table',
      { table: { headers: [{ cells: [{ text: 'A' }] }], rows: [{ cells: [{ text: '1' }] }] } },
      [{ type: 'table', hasHeaderRow: true }],
    ],
    ['unknown', 'custom#x', { a: { html: '<i>y</i>' } }, [{ type: 'html', content: '<i>y</i>' }]],
  ];
  test.each(cases)('%s', (_, type, values, expected) => {
    expect(leavesOf(importUnlayer({ type, values }).content)).toMatchObject(expected);
  });

  test('body, rows and columns', () => {
    const { content, report } = importUnlayer({ type: 'timer', values: {} });
    expect(content.settings).toMatchObject({
      width: 640,
      backgroundColor: '#fefefe',
      textColor: '#010101',
      preheaderText: 'P',
      fontFamily: 'arial',
    });
    expect(content.blocks).toMatchObject([{ columns: '1-2', stackOnMobile: false }]);
    expect(report.notes).toMatchObject([{ path: '/body/rows/0/columns/0/contents/0', what: 'tool timer' }]);
  });
});

test('what is no design is refused', () => {
  expect(refusalOf({ format: 'beefree', body: '{' })).toContain('not JSON');
  expect(refusalOf({ format: 'beefree', body: { body: {} } })).toContain('page.rows');
  expect(refusalOf({ format: 'unlayer', body: [] })).toContain('JSON object');
  expect(refusalOf({ format: 'unlayer', body: { page: {} } })).toContain('body.rows');
});

test.each([
  [
    'a section in a section',
    '<mj-section><mj-section><mj-column>PARTS</mj-column></mj-section></mj-section>',
  ],
  [
    'a container of MJML 3',
    '<mj-container width="500px"><mj-section><mj-column>PARTS</mj-column></mj-section></mj-container>',
  ],
])('MJML with %s keeps its parts', (_what, rows) => {
  const parts = '<mj-text>Nested</mj-text><mj-button href="https://a.example">B</mj-button>';
  const body = `<mjml><mj-body>${rows.replace('PARTS', parts)}</mj-body></mjml>`;
  expect(leavesOf(importAll({ format: 'mjml', body }).content)).toMatchObject([
    { type: 'paragraph' },
    { type: 'button', url: 'https://a.example' },
  ]);
});

test('texts and buttons of the newer Easy Email editor are read', () => {
  const child = (type: string, children: object[], more = {}) => ({
    type,
    data: {},
    attributes: {},
    children,
    ...more,
  });
  const text = child('standard-paragraph', [
    { text: 'Hello ' },
    { text: 'bold', bold: true },
    { type: 'merge-tag', children: [{ text: 'user.name' }] },
  ]);
  const button = child('standard-button', [{ text: 'Go' }], { attributes: { href: 'https://a.example/' } });
  const column = child('standard-column', [child('standard-h1', [{ text: 'Title' }]), text, button]);
  const { content } = importAll({
    format: 'easy-email',
    body: { content: child('page', [child('standard-section', [column])]) },
  });
  const blocks = leavesOf(content);
  expect(blocks.map(({ type }) => type)).toEqual(['title', 'paragraph', 'button']);
  expect(String(blocks[1]?.content)).toContain('<strong>bold</strong>');
  expect(JSON.stringify(blocks)).toContain('{{user.name}}');
  expect(blocks[2]).toMatchObject({ text: 'Go', url: 'https://a.example/' });
});
