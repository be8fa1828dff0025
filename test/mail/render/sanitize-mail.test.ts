import { describe, expect, test } from 'bun:test';
import { Parser } from 'htmlparser2';
import { renderHtml, sanitizeMail } from '../../../src/mail/render/index.ts';
import { sampleContent } from '../model/sample-content.ts';
import { assets } from './rendering.ts';

const OWN = `<!doctype html><html><head><!--[if mso]><style>p{x:y}</style><![endif]--></head><body>
<!--[if mso | IE]><table><tr><td title="a"><![endif]--><div>Hello</div><!--[if mso | IE]></td></tr></table><![endif]-->
<!--[if !mso]><!--><p>Not Outlook</p><!--<![endif]--></body></html>`;

/** Everything a browser would act on: elements and attributes outside comments. */
function listActive(html: string): string[] {
  const found: string[] = [];
  new Parser({
    onopentag(name, attributes) {
      if (['script', 'iframe', 'object', 'embed', 'form', 'base', 'svg', 'input'].includes(name))
        found.push(name);
      for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on') || /^\s*(javascript|data|vbscript):/i.test(value))
          found.push(`${name} ${key}`);
      }
    },
  }).end(html);
  return found;
}

describe('merge tags in a foreign mail stay harmless', () => {
  test.each([
    `<a href='<span data-merge-tag="&#106;avascript:alert(1)">x</span>'>x</a>`,
    '<span data-merge-tag="&lt;">x</span>img src=x onerror=alert(1) &gt;',
    '<style>*|a{x:expression(alert(1))}|*</style>',
    '<p style="x:*|expression(alert(1))|*">x</p>',
    '<p style="x:*|expression&#40;alert(1))|*">x</p>',
    '<title>{{ </title><script>alert(1)</script> }}</title>',
    '<title>*|</title |*><img src=x onerror=alert(1)>',
    '<style><span data-merge-tag="&lt;/style&gt;">x</span><img src=x onerror=alert(1)></style>',
    `<meta http-equiv='<span data-merge-tag="refresh">x</span>' content="0;url=https://evil.example">`,
  ])('%s', (html) => {
    const sent = sanitizeMail(html, '').html;
    expect(listActive(sent)).toEqual([]);
    expect(sent).not.toMatch(/expression|<meta/);
  });
});

describe('a mail from somewhere else', () => {
  test('keeps our own conditional comments, letter for letter', () => {
    const { html } = sanitizeMail(OWN.replace('Hello', 'Changed'), OWN);
    expect(html.match(/<!--[\s\S]*?-->/g)).toEqual(OWN.match(/<!--[\s\S]*?-->/g));
    expect(html).toContain('<div>Changed</div>');
  });

  test.each([
    [
      'one of another',
      OWN.replace('</body>', '<!--[if mso]><a href="https://evil.example">x</a><![endif]--></body>'),
    ],
    ['one that was changed', OWN.replace('title="a"', 'title="b"')],
    [
      'one in an attribute',
      OWN.replace('<div>', '<div title="<!--[if mso | IE]><table><tr><td title="a"><![endif]-->">'),
    ],
    [
      'one in a style',
      OWN.replace('</body>', '<style>/*<!--[if mso]><style>p{x:y}</style><![endif]-->*/</style></body>'),
    ],
    [
      'one in a title',
      OWN.replace('</head>', '<title><!--[if mso]><style>p{x:y}</style><![endif]--></title></head>'),
    ],
    [
      'one in a script',
      OWN.replace('</body>', '<script>"<!--[if mso]><style>p{x:y}</style><![endif]-->"</script></body>'),
    ],
  ])('keeps none if there is %s', (_name, html) => {
    const sent = sanitizeMail(html, OWN).html;
    expect(sent).not.toContain('<!--');
    expect(sent).not.toMatch(/cc\d+z/);
    expect(sent).toContain('Hello');
    expect(sent).toContain('Not Outlook');
  });

  test('loses comments that say nothing to Outlook', () => {
    expect(sanitizeMail('<p>a<!-- secret -->b</p>', '').html).toContain('<p>ab</p>');
  });

  test.each([
    '<script>x</script>',
    '<SCRIPT SRC=//e.example></SCRIPT>',
    '<img src=x onerror=x()>',
    '<svg onload=x()>',
    '<svg><script>x</script></svg>',
    '<math><mi xlink:href="javascript:x()">',
    '<a href="java\tscript:x()">',
    '<a href=" &#106;avascript:x()">',
    '<body background="javascript:x()">',
    '<style>@import "javascript:x()";</style>',
    '<style>p{width:expr\\65ssion(x())}</style>',
    '<style>p{x:ex/**/pression(x())}</style>',
    '<div style="behavior:url(x.htc)">',
    '<style></style><img src=x onerror=x()></style>',
    '<title></title><img src=x onerror=x()></title>',
    '<noscript><p title="</noscript><img src=x onerror=x()>">',
    '<textarea></textarea><script>x</script>',
    '<style><!--</style><img src=x onerror=x()>--></style>',
    '<meta http-equiv="refresh" content="0;url=javascript:x()">',
    '<meta http-equiv="Set-Cookie" content="a=b">',
    '<link rel="import" href="https://e.example">',
    '<base href="https://e.example">',
    '<iframe srcdoc="<script>x</script>">',
    '<object data="x">',
    '<embed src="x">',
    '<form action="x"><input></form>',
    '<!--><script>x</script>-->',
    '<!--[if gte IE 4]><script>x</script><![endif]-->',
    '<![CDATA[<script>x</script>]]>',
    '<?xml version="1.0"?><script>x</script>',
    '<a href="data:text/html,<script>x</script>">',
    '<img src="data:image/svg+xml,<svg onload=x()>">',
    '<p onclick\u0000=x()>',
    '<p {{ a }} onclick=x()>',
    '<p title="{{ a"onclick=x() }}">',
  ])('%s does nothing', (evil) => {
    for (const html of [evil, `<html><head>${evil}</head><body>${evil}<p>End</p></body></html>`]) {
      const sent = sanitizeMail(html, OWN).html;
      expect(listActive(sent)).toEqual([]);
      expect(sent).not.toMatch(/expression\(|behavior:|http-equiv|rel="import"|javascript:/i);
    }
  });

  test('our own mail stays as good as it is', async () => {
    const own = (await renderHtml(sampleContent(3, 3000) as never, { assets } as never)).html;
    const { html } = sanitizeMail(own, own);
    const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0;
    for (const part of [
      /<!--\[if/g,
      /<table/g,
      /<style/g,
      /style="/g,
      /<img/g,
      /<a /g,
      /class="/g,
      /role="presentation"/g,
      /<meta/g,
    ]) {
      expect(count(html, part), String(part)).toBe(count(own, part));
    }
    expect(html).toStartWith('<!doctype html>\n<html');
  });

  test('merge tags stay as they are', () => {
    const { html, plainText } = sanitizeMail(
      '<p>{{ user.name }} {% if a < 3 %}x{% endif %}</p><a href="{{ url }}">go</a>',
      '',
    );
    expect(html).toContain('{{ user.name }}');
    expect(html).toContain('{% if a < 3 %}x{% endif %}');
    expect(html).toContain('href="{{ url }}"');
    expect(plainText).toContain('{{ user.name }}');
  });
});
