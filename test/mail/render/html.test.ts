import { describe, expect, test } from 'bun:test';
import { compileMjml, renderHtml } from '../../../src/mail/render/index.ts';
import { sampleContent } from '../model/sample-content.ts';
import { goldenCases } from './golden-cases.ts';
import { assets, bodyOf, elementsOf, htmlOf, mjmlOf, valuesOf } from './rendering.ts';

const paragraph = { type: 'paragraph', content: '<p>Bread</p>' };

async function everyHtml(): Promise<[string, string][]> {
  const cases = Object.entries(goldenCases).map(async ([name, { blocks, settings, options }]) => {
    const { html } = await htmlOf(blocks, settings, options);
    return [name, html] as [string, string];
  });
  const { html } = await renderHtml(sampleContent(3, 60_000), { assets });
  return [...(await Promise.all(cases)), ['a newsletter', html]];
}

const pages = await everyHtml();

describe.each(pages)('%s', (_name, html) => {
  test('says its language and direction, to clients that keep the html element and to those that do not', () => {
    const [root] = elementsOf(html);
    const wrapper = elementsOf(html).find(({ attributes }) => attributes.role === 'article');
    expect(root?.attributes.lang).toMatch(/^[a-z]{2}/);
    expect(wrapper?.attributes.lang).toBe(root?.attributes.lang as string);
    expect(['ltr', 'rtl']).toContain(wrapper?.attributes.dir as string);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
  });

  test('has a role on every table that is no data, those for Outlook included', () => {
    const tables = html.match(/<table[^>]*>(?:(?!<table)[\s\S])*?(?=<table|<\/table>)/g) ?? [];
    expect(tables.filter((table) => !/^[^>]*role="/.test(table) && !table.includes('<th '))).toEqual([]);
  });

  test('has an alt on every picture, and a scope on every header cell', () => {
    const elements = elementsOf(html);
    const lacking = elements.filter(
      ({ name, attributes }) =>
        (name === 'img' && attributes.alt === undefined) || (name === 'th' && attributes.scope !== 'col'),
    );
    expect(lacking).toEqual([]);
    expect(html).not.toMatch(/ alt[ />]/);
  });

  test('loads nothing its author did not ask for', () => {
    expect(html).not.toMatch(/googleapis|mailjet|<script|<svg|data:image|Ubuntu/);
  });

  test('keeps within what Gmail takes as style, without rules inside rules inside rules', () => {
    const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1] as string);
    expect(styles.join('').length).toBeLessThan(16_384);
    for (const style of styles) expect(style).not.toMatch(/@media[^{}]*\{[^{}]*@/);
  });
});

describe('direction', () => {
  const blocks = [
    { type: 'title', content: 'שלום' },
    paragraph,
    { type: 'table', rows: [{ cells: [{ content: 'א' }] }] },
    { type: 'section', columns: '2', children: [[paragraph], [paragraph]] },
    { type: 'section', columns: '2', stackOnMobile: false, children: [[paragraph], [paragraph]] },
  ];

  test.each<[string, 'rtl' | undefined]>([
    ...['ar', 'he-IL', 'fa', 'ur', 'az-Arab'].map((locale): [string, undefined] => [locale, undefined]),
    ['en', 'rtl'],
  ])('%s, direction %p, runs from right to left throughout', async (locale, direction) => {
    const { html } = await htmlOf(blocks, { locale, ...(direction && { direction }) });
    expect(html).toContain('dir="rtl"');
    expect(bodyOf(html)).not.toMatch(/direction:ltr|text-align:left|align="left"/);
  });

  test.each<[string, 'ltr' | undefined]>([
    ...['en', 'de-AT', 'pa', 'ku-Latn', 'not a locale', ''].map((locale): [string, undefined] => [
      locale,
      undefined,
    ]),
    ['ar', 'ltr'],
  ])('%j, direction %p, runs from left to right', async (locale, direction) => {
    const { html } = await htmlOf(blocks, { locale, ...(direction && { direction }) });
    expect(html).toContain('dir="ltr"');
    expect(bodyOf(html)).not.toContain('rtl');
  });

  test('a chosen side stays', async () => {
    const { html } = await htmlOf([{ type: 'title', content: 'מרכז', textAlign: 'center' }], {
      locale: 'he',
    });
    expect(html).toContain('text-align:center;color');
  });
});

describe('preheader', () => {
  test('comes first, hidden and without a color, and keeps the mail out of the preview', async () => {
    const { html } = await htmlOf([paragraph], { preheaderText: 'Soon {{ name }} & co' });
    const hidden = /role="article"[^>]*>\s*<div style="([^"]*)">([^<]*)</.exec(html);
    expect(hidden?.[1]).toContain('display:none');
    expect(hidden?.[1]).not.toContain('color');
    expect(hidden?.[2]).toStartWith('Soon {{ name }} &amp; co');
    expect(hidden?.[2]?.length).toBeGreaterThan(300);
  });

  test('leaves no trace when there is none', async () => {
    const { html } = await htmlOf([paragraph], { preheaderText: '  ' });
    expect(bodyOf(html)).not.toContain('display:none');
  });
});

describe('title', () => {
  test.each([
    ['is what the caller says', 'Hello <b>', 'Hello &lt;b&gt;'],
    ['else the first heading', undefined, 'The &amp; heading'],
  ])('%s', async (_name, title, expected) => {
    const blocks = [
      paragraph,
      { type: 'section', children: [[{ type: 'title', content: 'The &amp; <i>heading</i>' }]] },
    ];
    const { html } = await htmlOf(blocks, {}, title === undefined ? {} : { title });
    expect(html).toContain(`<title>${expected}</title>`);
  });
});

describe('visibility', () => {
  const shown = (visibility: object) =>
    htmlOf([{ ...paragraph, visibility }]).then(({ html }) => bodyOf(html));
  test('hidden everywhere is not there', async () => {
    expect(await shown({ desktop: false, mobile: false })).not.toContain('Bread');
  });
  test('hidden on one is hidden by its class', async () => {
    expect(await shown({ desktop: false, mobile: true })).toMatch(
      /class="hide-desktop[^"]*" style="mso-hide:all/,
    );
    expect(await shown({ desktop: true, mobile: false })).toContain('class="hide-mobile');
  });
});

describe('fonts', () => {
  const customFonts = [{ name: 'Inter', url: 'https://fonts.example/inter.css' }];
  test('are loaded when used', async () => {
    const { html } = await htmlOf(
      [paragraph],
      { fontFamily: 'inter' },
      { customFonts, defaultFallback: 'Verdana' },
    );
    expect(html).toContain('<link href="https://fonts.example/inter.css"');
    expect(html).toContain("font-family:'Inter', Verdana, sans-serif");
  });
  test('have the same URL in style sheets, where there are no entities', async () => {
    const fonts = [{ name: 'Inter', url: 'https://fonts.example/css?family=Inter&display=swap' }];
    const { html } = await htmlOf([paragraph], { fontFamily: 'Inter' }, { customFonts: fonts });
    expect(html).toContain('href="https://fonts.example/css?family=Inter&amp;display=swap"');
    expect(html).toContain('@import url(https://fonts.example/css?family=Inter&display=swap);');
  });
  test('stay in the mail they were given for', async () => {
    const blocks = [{ type: 'html', content: '<p style="font-family:Inter">x</p>' }];
    await htmlOf(blocks, {}, { customFonts });
    expect((await htmlOf(blocks)).html).not.toContain('fonts.example');
  });
  test('are not loaded when unused', async () => {
    expect((await htmlOf([paragraph], {}, { customFonts })).html).not.toContain('fonts.example');
  });
  test('cannot leave their place', async () => {
    const hostile = [
      { name: '"><script>(a+)+$', url: 'https://x.example/)</style><script>alert(1)</script>' },
    ];
    const { html } = await htmlOf([paragraph], { fontFamily: 'scriptaa' }, { customFonts: hostile });
    expect(html).not.toContain('<script');
  });
});

test('the settings of links are on the links', async () => {
  const link = { type: 'paragraph', content: '<p><a href="https://example.com">here</a></p>' };
  const { html } = await htmlOf([link], { linkColor: '#0b57d0', linkUnderline: false });
  expect(html).toContain('style="color:#0b57d0;text-decoration:none"');
});

test('widths are those of the columns', async () => {
  const image = { type: 'image', src: 'https://example.com/a.png', alt: 'A' };
  const zero = { padding: { top: 0, right: 0, bottom: 0, left: 0 } };
  const blocks = [
    { ...image, styles: zero },
    { ...image, width: 5000, styles: zero },
    {
      type: 'section',
      columns: '2-1',
      styles: zero,
      children: [[{ ...image, styles: zero }], [{ ...image, width: 50 }]],
    },
  ];
  const { html } = await htmlOf(blocks);
  expect(valuesOf(html, 'img', 'width')).toEqual(['600', '600', '400', '50']);
});

test.each([
  ['', 'https://www.example.com/shop', 'example.com'],
  ['A door', 'https://example.com', 'A door'],
  ['', '{{ url }}', '{{ url }}'],
  ['', undefined, ''],
])('a picture named "%s" that leads to %s is called "%s"', async (alt, linkUrl, name) => {
  const { html } = await htmlOf([{ type: 'image', src: 'https://example.com/a.png', alt, linkUrl }]);
  expect(valuesOf(html, 'img', 'alt')).toEqual([name]);
});

test.each([
  ['en', 'padding-left:16px;border-left'],
  ['ar', 'padding-right:16px;border-right'],
])('a quotation in %s has a line where its lines begin', async (locale, style) => {
  const quotation = { type: 'paragraph', content: '<blockquote><p>Bread</p></blockquote>' };
  expect((await htmlOf([quotation], { locale })).html).toContain(style);
});

test('line breaks stay where they count', async () => {
  const { html } = await htmlOf([{ type: 'html', content: '<pre>one\n  two</pre>' }]);
  expect(html).toContain('<pre>one&#10;  two</pre>');
});

test('text about markup stays as it is', async () => {
  const content = '<p>Write &lt;td class="" &gt; and {{ "a" > b }} class="" &amp;lt;</p>';
  const { html } = await htmlOf([{ type: 'paragraph', content }]);
  expect(html).toContain('Write &lt;td class="" &gt; and {{ "a" > b }} class="" &amp;lt;');
});

test('MJML that is not valid is refused with its faults', async () => {
  const { mjml } = mjmlOf([paragraph]);
  expect(compileMjml(mjml.replace('<mj-text ', '<mj-text blink="yes" '))).rejects.toThrow('blink');
});
