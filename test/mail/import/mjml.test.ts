import { describe, expect, test } from 'bun:test';
import { importAll, importMjml, leavesOf, notesOf, refusalOf } from './importing.ts';

const column = (inner: string) => `<mj-section><mj-column>${inner}</mj-column></mj-section>`;

describe('components of MJML', () => {
  const cases: [string, string, Record<string, unknown>[]][] = [
    [
      'a small text',
      '<mj-text font-size="14px">Hi {{ name }}</mj-text>',
      [
        {
          type: 'paragraph',
          content:
            '<p style="font-size: 14px; line-height: 1"><span style="font-size: 14px">Hi {{ name }}</span></p>',
        },
      ],
    ],
    [
      'a large text',
      '<mj-text font-size="28px" font-weight="700" align="center">Big</mj-text>',
      [{ type: 'title', level: 2, textAlign: 'center', content: '<span style="line-height: 1">Big</span>' }],
    ],
    [
      'a heading',
      '<mj-text><h1>One</h1><p>two</p></mj-text>',
      [{ type: 'title', level: 1 }, { type: 'paragraph' }],
    ],
    [
      'an image',
      '<mj-image src="a.png" alt="" width="100px" href="{{ u }}" />',
      [{ type: 'image', src: 'a.png', width: 100, decorative: true, linkUrl: '{{ u }}' }],
    ],
    [
      'a button',
      '<mj-button href="https://a.example/?a=1&amp;b=2" border-radius="9px">Go &amp; see</mj-button>',
      [{ type: 'button', text: 'Go & see', url: 'https://a.example/?a=1&b=2', borderRadius: 9 }],
    ],
    [
      'a divider',
      '<mj-divider border-color="#eee" border-width="2px" border-style="dashed" />',
      [{ type: 'divider', color: '#eee', thickness: 2, lineStyle: 'dashed', width: 'full' }],
    ],
    ['a spacer', '<mj-spacer height="33px" />', [{ type: 'spacer', height: 33 }]],
    [
      'social icons',
      '<mj-social><mj-social-element name="x-noshare" href="https://x.com/a" /></mj-social>',
      [{ type: 'social', icons: [{ platform: 'twitter', url: 'https://x.com/a' }] }],
    ],
    [
      'social labels',
      '<mj-social><mj-social-element name="github" href="g">Code</mj-social-element></mj-social>',
      [{ type: 'social' }, { type: 'menu', items: [{ text: 'Code', url: 'g' }] }],
    ],
    [
      'a navbar',
      '<mj-navbar base-url="https://a.example"><mj-navbar-link href="/x">X</mj-navbar-link></mj-navbar>',
      [{ type: 'menu', items: [{ text: 'X', url: 'https://a.example/x' }] }],
    ],
    [
      'a button with a border, a normal weight and an uppercase label',
      '<mj-button border="2px solid #abcdef" font-weight="500" text-transform="uppercase">Go {{ name }}</mj-button>',
      [
        {
          type: 'button',
          text: 'GO {{ name }}',
          fontWeight: 'normal',
          border: { left: { width: 2, color: '#abcdef' } },
        },
      ],
    ],
    [
      'a picture with round corners',
      '<mj-image src="a.png" border-radius="8px" border="1px solid #aaaaaa" />',
      [{ type: 'image', borderRadius: 8, border: { top: { width: 1 } } }],
    ],
    [
      'a word with a line below',
      '<mj-text><span style="display:inline-block;padding-bottom:8px;border-bottom:2px solid #f3a333">A</span> b</mj-text>',
      [
        {
          content: expect.stringContaining(
            '<span style="border-bottom: 2px solid #f3a333; display: inline-block; padding: 0px 0px 8px 0px">A</span>',
          ),
        },
      ],
    ],
    [
      'a plain table',
      '<mj-table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></mj-table>',
      [
        {
          type: 'table',
          hasHeaderRow: true,
          rows: [
            { cells: [{ content: 'A' }, { content: 'B' }] },
            { cells: [{ content: '1' }, { content: '2' }] },
          ],
        },
      ],
    ],
    [
      'a table with a loop',
      '<mj-table>{% for a in b %}<tr><td>1</td></tr>{% endfor %}</mj-table>',
      [{ type: 'html' }],
    ],
    ['raw HTML', '<mj-raw><i>x</i></mj-raw>', [{ type: 'html', content: '<i>x</i>' }]],
    [
      'an unknown component',
      '<mj-chart a="1">x</mj-chart>',
      [{ type: 'html', content: '<mj-chart a="1">x</mj-chart>' }],
    ],
    [
      'an accordion',
      '<mj-accordion><mj-accordion-element><mj-accordion-title>Q</mj-accordion-title><mj-accordion-text>A</mj-accordion-text></mj-accordion-element></mj-accordion>',
      [{ type: 'html' }],
    ],
    [
      'a carousel',
      '<mj-carousel><mj-carousel-image src="a.png" /></mj-carousel>',
      [{ type: 'html', content: expect.stringContaining('a.png') }],
    ],
  ];
  test.each(cases)('%s', (_, source, expected) => {
    expect(leavesOf(importMjml(column(source)).content)).toMatchObject(expected);
  });

  const layouts: [string, string[], string[]][] = [
    ['equal halves', ['', ''], ['2']],
    ['thirds', ['', '', ''], ['3']],
    ['a wide left column', ['66%', '34%'], ['2-1']],
    ['a wide right column', ['30%', '70%'], ['1-2']],
    ['four columns', ['', '', '', ''], ['2', '2']],
    ['seven columns', ['', '', '', '', '', '', ''], ['3', '3', '1']],
  ];
  test.each(layouts)('%s', (_, widths, expected) => {
    const columns = widths.map(
      (width) => `<mj-column${width && ` width="${width}"`}><mj-text>x</mj-text></mj-column>`,
    );
    const { content, report } = importMjml(`<mj-section>${columns.join('')}</mj-section>`);
    expect(content.blocks.map((block): string => (block.type === 'section' ? block.columns : ''))).toEqual(
      expected,
    );
    expect(notesOf(report).includes(`${widths.length} columns`)).toBe(widths.length > 3);
  });

  test('a bold button has the weight of buttons', () => {
    const [button] = leavesOf(importMjml(column('<mj-button font-weight="bold">Go</mj-button>')).content);
    expect(button).not.toHaveProperty('fontWeight');
  });

  test('pictures in columns keep their width on phones', () => {
    const picture = '<mj-column><mj-image src="a.png" padding="0 10px" /></mj-column>';
    const row = (columns: string) =>
      leavesOf(importMjml(`<mj-section padding="0 20px">${columns}</mj-section>`).content);
    expect(row(picture + picture)).toMatchObject([{ width: 260 }, { width: 260 }]);
    expect(row(picture)).toMatchObject([{ width: 'full' }]);
  });

  test('a hero of a fixed height is as high as its text and the rest', () => {
    const heroOf = (line: string) => {
      const source = `<mj-hero mode="fixed-height" height="300px"><mj-text padding="0" font-size="20px" line-height="${line}">a<br>b</mj-text></mj-hero>`;
      const [hero] = importMjml(source).content.blocks;
      return hero?.styles.padding.bottom;
    };
    expect(heroOf('1.5')).toBe(270);
    expect(heroOf('2')).toBe(260);
  });

  test('a wrapper frames its sections, a group does not stack', () => {
    const inner =
      '<mj-section><mj-group><mj-column></mj-column><mj-column></mj-column></mj-group></mj-section>';
    const wrap = (more: string) =>
      importMjml(`<mj-wrapper background-color="#123456" padding="5px 6px" ${more}>${inner}</mj-wrapper>`)
        .content.blocks;
    expect(wrap('full-width="full-width"')).toMatchObject([
      {
        stackOnMobile: false,
        wrapper: { backgroundColor: '#123456', padding: { top: 5, right: 6, bottom: 5, left: 6 } },
      },
    ]);
    const [row] = wrap('');
    expect(row).toMatchObject({
      styles: { backgroundColor: '#123456', padding: { top: 25, right: 6, bottom: 25, left: 6 } },
    });
    expect(row).not.toHaveProperty('wrapper');
  });

  test('a row keeps its picture, borders, widths and alignment of columns', () => {
    const columns = ['28%', '42%', '30%'].map(
      (width) => `<mj-column width="${width}" vertical-align="middle"><mj-text>x</mj-text></mj-column>`,
    );
    const look =
      'background-url="a.jpg" background-size="cover" background-color="#dddddd" border-bottom="1px solid #eeeeee"';
    const { content } = importMjml(`<mj-section ${look}>${columns.join('')}</mj-section>`);
    expect(content.blocks).toMatchObject([
      {
        columns: '3',
        columnWidths: [28, 42, 30],
        verticalAlign: 'middle',
        border: { bottom: { width: 1, style: 'solid', color: '#eeeeee' } },
        backgroundImage: { src: 'a.jpg', size: 'cover', fallbackColor: '#dddddd' },
      },
    ]);
  });

  test('a hero becomes a section with its picture or color, as high as it is', () => {
    const text = '<mj-text>Hi</mj-text>';
    const attributes = 'mode="fixed-height" height="280px" vertical-align="middle" background-url="a.jpg"';
    const { content } = importMjml(`<mj-hero ${attributes}>${text}</mj-hero>`);
    expect(leavesOf(content)).toMatchObject([{ type: 'paragraph' }]);
    const [section] = content.blocks;
    expect(section).toMatchObject({ backgroundImage: { src: 'a.jpg', size: 'cover', repeat: false } });
    expect(section?.styles.padding.top).toBeWithin(90, 140);
    const color = importMjml(`<mj-hero background-color="#abc">${text}</mj-hero>`);
    expect(leavesOf(color.content)).toMatchObject([{ type: 'paragraph' }]);
  });
});

describe('the head of MJML', () => {
  test('defaults, classes, preview and title', () => {
    const head = `<mj-title>Name</mj-title><mj-preview>Look &amp; see</mj-preview><mj-font name="Lato" href="x" />
      <mj-attributes><mj-all font-family="Lato" /><mj-text color="#111111" /><mj-class name="c" color="#222222" /></mj-attributes>
      <mj-style>.loud { text-transform: uppercase }</mj-style>`;
    const { content, report, title } = importMjml(
      column('<mj-text mj-class="c"><span class="loud">x</span></mj-text>'),
      head,
    );
    expect(title).toBe('Name');
    expect(content.settings).toMatchObject({
      preheaderText: 'Look & see',
      fontFamily: 'Lato',
      textColor: '#111111',
    });
    const css = 'color: #222222; font-size: 13px; text-transform: uppercase';
    expect(leavesOf(content)).toMatchObject([
      { content: `<p style="font-size: 13px; line-height: 1"><span style="${css}">x</span></p>` },
    ]);
    expect(notesOf(report)).toEqual(['mj-font Lato', 'mj-style']);
  });

  test('includes are taken in, also from folders and of whole files; missing ones are said', () => {
    const body =
      '<mjml><mj-body><mj-include path="./a/one.mjml" /><mj-include path="gone.mjml" /></mj-body></mjml>';
    const includes = {
      'a/one.mjml': '<mjml><mj-body><mj-include path="two.mjml" /></mj-body></mjml>',
      'a/two.mjml': `${column('<mj-text>two</mj-text>')}<mj-include path="one.mjml" />`,
    };
    const { content, report } = importAll({ format: 'mjml', body, includes });
    expect(JSON.stringify(content)).toContain('two');
    expect(notesOf(report)).toContain('mj-include gone.mjml');
    expect(report.notes.find(({ what }) => what === 'mj-include one.mjml')?.path).toBe('a/two.mjml');
  });

  test('merge tags are kept byte for byte', () => {
    const tags = [
      '{{ a | default: "x < y" }}',
      '{% if a <b && c %}',
      '*|IF:A&B|*',
      `\${ a }`,
      '{{{ raw  }}}',
    ];
    const { content } = importMjml(
      column(`<mj-text>${tags.join(' ')}</mj-text><mj-button href="{{ u | f: "q" }}">x</mj-button>`),
    );
    const [text, button] = leavesOf(content);
    for (const tag of tags) expect(text?.content).toContain(tag);
    expect(button?.url).toBe('{{ u | f: "q" }}');
  });

  test('what is no MJML is refused', () => {
    expect(refusalOf({ format: 'mjml', body: '<html></html>' })).toContain('not_that_format');
    expect(refusalOf({ format: 'mjml', body: '<mjml></mjml>' })).toContain('mj-body');
    expect(refusalOf({ format: 'mjml', body: 7 })).toContain('string');
  });
});

describe('MJML that breaks its schema', () => {
  const column =
    '<mj-column><mj-text>T</mj-text><mj-button href="https://a.example">B</mj-button></mj-column>';
  const cases: [string, string][] = [
    [
      'a section in a section',
      `<mjml><mj-body><mj-section><mj-section>${column}</mj-section></mj-section></mj-body></mjml>`,
    ],
    [
      'a column in a column',
      `<mjml><mj-body><mj-section><mj-column>${column}</mj-column></mj-section></mj-body></mjml>`,
    ],
    [
      'a container',
      `<mjml><mj-body><mj-container><mj-section>${column}</mj-section></mj-container></mj-body></mjml>`,
    ],
    [
      'a container without a root',
      `<mj-body><mj-container><mj-section>${column}</mj-section></mj-container></mj-body>`,
    ],
  ];
  test.each(cases)('%s', (_, body) => {
    const { content } = importAll({ format: 'mjml', body });
    expect(leavesOf(content)).toMatchObject([{ type: 'paragraph' }, { type: 'button', text: 'B' }]);
  });
});
