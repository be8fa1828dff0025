import { describe, expect, test } from 'bun:test';
import { importAll } from '../import/importing.ts';
import { bodyOf, htmlOf } from './rendering.ts';

const block = (content: string) => [{ type: 'html', content }];

describe('HTML blocks keep', () => {
  test.each([
    '<img src="https://a.example/m.png" usemap="#m" alt="Offers" width="600" />',
    '<map name="m"><area shape="rect" coords="0,0,3,1" href="https://a.example/1" alt="one" /></map>',
    '<picture><source srcset="https://a.example/d.png" media="(prefers-color-scheme: dark)" /><img src="https://a.example/l.png" alt="" /></picture>',
    '<img srcset="https://a.example/1.png 1x, https://a.example/2.png 2x" sizes="100vw" src="https://a.example/1.png" alt="" />',
    '<details open><summary>More</summary>Text</details>',
    '<style>.a{color:red}@media (max-width:480px){.a{color:blue}}</style><p class="a">x</p>',
    '<p id="news">News</p>',
    '<!--[if mso]><v:rect xmlns:v="urn:schemas-microsoft-com:vml" href="https://a.example/" style="position:absolute;width:9px" fillcolor="#ff0000"><v:textbox>x</v:textbox></v:rect><![endif]-->',
    '<!--[if mso]><table><tr><td><![endif]-->x<!--[if mso]></td></tr></table><![endif]-->',
    '<!--[if !mso]><!-->x<!--<![endif]-->',
    '<!--[if (gte mso 9)|(IE)]><a href="{{ url | default: "x" }}">x</a><![endif]-->',
    '<!-- {{#if a}} -->x<!-- {{/if}} -->',
    '<!-- BEGIN LOOP -->x<!-- END LOOP -->',
  ])('%s', async (html) => {
    const out = await htmlOf(block(html));
    expect(bodyOf(out.html)).toContain(html);
    expect(out.mjml).toContain(html);
    expect(out.warnings).toEqual([]);
  });

  test('structured data, in the head', async () => {
    const json = '{"@context":"https://schema.org","name":"{{ name | default: "x" }} </script>"}';
    const { html, warnings } = await htmlOf(
      block(
        `<p>x</p><script type="application/ld+json">${json.replace('"x"', "'x'").replace(' </script>', '')}</script>`,
      ),
    );
    expect(html.slice(0, html.indexOf('</head>'))).toContain(
      `<script type="application/ld+json">{"@context":"https://schema.org","name":"{{ name | default: 'x' }}"}</script>`,
    );
    expect(bodyOf(html)).not.toContain('<script');
    expect(warnings).toEqual([]);
  });
});

describe('what safety removes is named', () => {
  test.each([
    [
      '<form action="https://a.example/"><input name="q"></form>',
      'html_removed',
      '<form action="https://a.example/">, <input>',
    ],
    ['<svg><path d="M0 0"/></svg>', 'html_removed', '<svg>'],
    [
      '<video src="https://a.example/v.mp4">x</video>',
      'html_removed',
      '<video src="https://a.example/v.mp4">',
    ],
    ['<p onclick="x()">x</p>', 'html_removed', 'onclick="x()"'],
    ['<p v-if="a" :class="b">x</p>', 'html_removed', 'v-if="a", :class="b"'],
    ['<script type="application/ld+json">{not json}</script>x', 'html_removed', '<script>'],
    ['<style>a{background:url(https://a.example/)}</style>x', 'html_removed', '<style>'],
    ['<!--[if mso]><script>x</script><![endif]-->x', 'html_removed', 'conditional comments'],
    ['<!--[if mso]><a href="javascript:x">x</a><![endif]-->x', 'html_removed', 'conditional comments'],
    ['<!--[if mso]><p onclick="x">x</p><![endif]-->x', 'html_removed', 'conditional comments'],
    ['<!--[if !mso]><!-->x', 'html_removed', 'conditional comments'],
    ['<a href="myapp://open/1">x</a>', 'unsafe_link', 'myapp://open/1'],
    ['<map name="m"><area href="myapp://x" alt="x"></map>x', 'unsafe_link', 'myapp://x'],
    ['<img src="file:///c:/a.png" alt="">x', 'image_missing', 'file:///c:/a.png'],
    ['<img src="blob:https://a.example/1" alt="">x', 'image_missing', 'blob:'],
    ['<img src="data:image/png;base64,AAAA" alt="">x', 'image_missing', 'data:'],
    ['<table background="data:image/png;base64,AAAA"><tr><td>x</td></tr></table>', 'image_missing', 'data:'],
    ['<img srcset="https://a.example/1.png 1x, data:x 2x" alt="">x', 'image_missing', 'data:x'],
  ])('%s', async (html, code, words) => {
    const { warnings } = await htmlOf(block(html));
    expect(warnings).toEqual([{ code, message: expect.stringContaining(words), blockId: 'id-1' }] as never);
  });

  test.each(['paragraph', 'title'])('in a %s too', async (type) => {
    const { warnings } = await htmlOf([
      { type, content: '<a href="myapp://open/1">x</a> <img src="file:///a.png">y' },
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(
      type === 'title' ? ['unsafe_link', 'image_missing', 'html_removed'] : ['unsafe_link', 'image_missing'],
    );
  });

  test('a comment within an attribute or a tag cannot leave it', async () => {
    for (const html of [
      '<p title="<!--[if mso]><b title=" x="<![endif]-->">x</p>',
      `<a href="https://a.example/{{ '<!-- {{#if a}} -->' }}">x</a>`,
      '<style>a{}<!--[if mso]></style><p><![endif]--></style>x',
    ]) {
      const body = bodyOf((await htmlOf(block(html))).html).replace(
        /<!--\[if mso \| IE\]>[\s\S]*?<!\[endif\]-->/g,
        '',
      );
      expect(body).not.toContain('title="<!--');
      expect(body).not.toContain('<b ');
    }
  });
});

describe('anchors within a mail', () => {
  test.each([
    '<p><a href="#news">To news</a></p><p>filler</p><h2 id="news">News</h2><p>Text</p>',
    '<p><a href="#news">To news</a></p><p>filler</p><a name="news"></a><p>News</p>',
    '<p><a href="#news">To news</a></p><div id="news"><img src="https://a.example/a.png"><p>News</p></div>',
    '<p><a href="#news">To news</a></p><h2 id="news"><a href="https://a.example/">x</a></h2><p>News</p>',
    '<p><a href="#news">To news</a></p><table id="news"><tr><td>a</td><td>b</td><td>c</td></tr><tr><td>a</td><td>b</td><td>c</td></tr><tr><td>a</td><td>b</td><td>c</td></tr></table>',
  ])('keep their targets: %s', async (body) => {
    const { content, report } = importAll({ format: 'html', body: `<html><body>${body}</body></html>` });
    const out = bodyOf((await htmlOf(content.blocks as never)).html);
    expect(out).toMatch(/<a href="#news"(?![^>]*target)/);
    expect(out.match(/ id="news"/g)).toHaveLength(1);
    expect(out.indexOf('id="news"')).toBeGreaterThan(out.indexOf('To news'));
    expect(report.notes.filter(({ what }) => what.startsWith('anchor'))).toEqual([]);
  });

  test('are on a link where no other text follows', async () => {
    const body = '<p>x</p><a name="end"></a><p><a href="#end">End</a></p>';
    const { content } = importAll({ format: 'html', body: `<html><body>${body}</body></html>` });
    expect(bodyOf((await htmlOf(content.blocks as never)).html)).toMatch(
      /<a (?:id="end" |name="end" |href="#end" ){3}/,
    );
  });

  test('without text behind them are named', () => {
    const { report } = importAll({
      format: 'html',
      body: '<html><body><p><a href="#end">End</a></p><a name="end"></a></body></html>',
    });
    expect(report.notes).toContainEqual({ line: 1, what: 'anchor #end', why: expect.any(String) });
  });

  test('buttons open no window for them', async () => {
    const { html } = await htmlOf([{ type: 'button', text: 'x', url: '#a', openInNewTab: true }]);
    expect(bodyOf(html)).not.toContain('_blank');
  });
});
