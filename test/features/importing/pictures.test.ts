import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { ZipFile } from 'yazl';
import { UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

// The worker that imports starts with the first import.
setDefaultTimeout(60_000);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const DATA = `data:image/png;base64,${PNG.toString('base64')}`;

const PAGE = `<html><head><title>Loaves</title></head><body>
  <a href="order?a=1&amp;b=2"><img src="/img/loaf.png?size=2&amp;x=1" alt="A loaf" width="120"></a>
  <p>Read <a href="../news">the news</a>, <a href="mailto:a@b.example">write</a> or <a href="{{ url }}">go</a>.</p>
  <img src="gone.png" alt="Gone" width="100"></body></html>`;

const asked: string[] = [];
const web = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    const { pathname, search } = new URL(url);
    asked.push(pathname + search);
    if (pathname === '/mails/page.html')
      return new Response(PAGE, { headers: { 'content-type': 'text/html' } });
    if (pathname === '/latin1.html')
      return new Response(
        Buffer.from('<base href="/img/"><p>ge\xf6ffnet</p><img src="loaf.png">', 'latin1'),
        {
          headers: { 'content-type': 'text/html; charset=iso-8859-1' },
        },
      );
    if (pathname === '/utf7.html')
      return new Response('<p>a</p>', { headers: { 'content-type': 'text/html; charset=utf-7' } });
    if (pathname === '/text.png')
      return new Response('no picture', { headers: { 'content-type': 'image/png' } });
    return pathname.endsWith('loaf.png')
      ? new Response(PNG, { headers: { 'content-type': 'image/png' } })
      : new Response('', { status: 404 });
  },
});
const at = (path: string) => `http://127.0.0.1:${web.port}${path}`;

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeAll(async () => {
  app = await createTestApp({ ...UNLIMITED_CALLS, fetch_private: ['127.0.0.1'] });
  tenant = await app.openTenant();
});
afterAll(async () => {
  await app.stop();
  await web.stop(true);
});

const importFrom = (format: string, body: object) =>
  tenant.request('POST', `/templates/import/from-${format}`, { body });
const listMedia = async () => (await tenant.request('GET', '/media/browse')).body.data;

test('a picture without a width has that of its file; one that cannot be fetched takes its place', async () => {
  const source = `<table width="600"><tr><td><img src="${at('/loaf.png')}"></td></tr><tr><td><img src="${at('/gone.png')}"></td></tr></table>`;
  const { body } = await importFrom('html', { source });
  const blocks = body.data.template.content.blocks.flatMap((row: { children: object[][] }) =>
    row.children.flat(),
  );
  expect(blocks).toMatchObject([
    { type: 'image', width: 1 },
    { type: 'image', width: 'full' },
  ]);
  expect(asked).toContain('/loaf.png');
});

describe('an import of a page', () => {
  test('has the charset of its header, and addresses by its base element', async () => {
    const { body } = await importFrom('url', { url: at('/latin1.html'), dry_run: true });
    const content = JSON.stringify(body.data.content);
    expect(content).toContain('geöffnet');
    expect(content).toContain(at('/img/loaf.png'));
  });

  test('in a charset that is not safe is refused', async () => {
    const { status, body } = await importFrom('url', { url: at('/utf7.html') });
    expect([status, body.message]).toEqual([
      422,
      expect.stringContaining('The charset "utf-7" is not safe.'),
    ]);
  });

  test('completes its addresses', async () => {
    const { status, body } = await importFrom('url', { url: at('/mails/page.html') });
    expect({ status, error: body.error }).toMatchObject({ status: 201 });
    const content = JSON.stringify(body.data.template.content);
    expect(body.data.template.name).toBe('Loaves');
    for (const address of ['/img/loaf.png?size=2&x=1', '/mails/order?a=1&b=2', '/news', '/mails/gone.png']) {
      expect(content).toContain(at(address));
    }
    expect(content).toContain('mailto:a@b.example');
    expect(content).toContain('{{ url }}');
    expect(body.data.report.pictures).toBeUndefined();
  });

  test('copies its pictures if asked to, and says which it could not copy', async () => {
    const { body } = await importFrom('url', { url: at('/mails/page.html'), copy_images: true });
    const { template, report } = body.data;
    const [loaf, gone] = report.pictures;
    expect(loaf).toEqual({ from: at('/img/loaf.png?size=2&x=1'), url: expect.stringContaining('/media/') });
    expect(gone).toEqual({ from: at('/mails/gone.png'), error: expect.stringMatching(/\.$/) });
    const content = JSON.stringify(template.content);
    expect(content).toContain(loaf.url);
    expect(content).not.toContain('loaf.png');
    expect(content).toContain(at('/mails/gone.png'));
  });

  test('stores nothing in a trial', async () => {
    const before = (await listMedia()).length;
    asked.length = 0;
    const { body } = await importFrom('url', {
      url: at('/mails/page.html'),
      copy_images: true,
      dry_run: true,
    });
    expect(JSON.stringify(body.data.content)).toContain(at('/img/loaf.png'));
    expect(asked).toEqual(['/mails/page.html']);
    expect((await listMedia()).length).toBe(before);
  });
});

const EML = [
  'From: Bakery <news@bakery.example>',
  'Subject: =?utf-8?Q?Bread_f=C3=BCr_you?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; boundary="b"',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<html><body><p>It is in the =C3=B6ven.</p><img src=3D"cid:loaf@bakery" alt=3D"A loaf" width=3D"90"></body></html>',
  '--b',
  'Content-Type: image/png; name="loaf.png"',
  'Content-Transfer-Encoding: base64',
  'Content-ID: <loaf@bakery>',
  '',
  PNG.toString('base64'),
  '--b--',
  '',
].join('\r\n');

describe('a saved mail', () => {
  test('brings its pictures to the library, and its subject', async () => {
    const { status, body } = await importFrom('eml', { source: EML });
    expect({ status, error: body.error }).toMatchObject({ status: 201 });
    const { template, report } = body.data;
    expect([template.name, template.content.settings.subject]).toEqual(['Bread für you', 'Bread für you']);
    const content = JSON.stringify(template.content);
    expect(content).toContain('It is in the öven.');
    expect(content).toContain(report.pictures[0].url);
    expect(content).not.toContain('cid:');
  });

  test('of plain text becomes paragraphs, also for create-template', async () => {
    const eml = 'Subject: Hi\r\n\r\nOne <b>\r\ntwo\r\n\r\nThree';
    const { body } = await tenant.request('POST', '/templates', {
      body: { source: { eml }, answer: 'full' },
    });
    expect(JSON.stringify(body.data.content)).toContain('One &lt;b&gt;<br>two');
    expect(JSON.stringify(body.data.content)).toContain('Three');
  });

  test('without anything in it is refused', async () => {
    expect((await importFrom('eml', { source: 'Subject: \r\n\r\n' })).status).toBe(422);
  });

  test('whose parts are nested too deep, or whose header is too large, is refused', async () => {
    const nested = 'content-type: multipart/mixed; boundary=b\n\n--b\n'.repeat(300);
    for (const source of [nested, `a: ${'b'.repeat(1_000)}\n`.repeat(2_200)]) {
      const { status, body } = await importFrom('eml', { source });
      expect([status, JSON.stringify(body)]).toEqual([
        422,
        expect.stringMatching(/This mail cannot be read: Maximum /),
      ]);
    }
  });
});

describe('an archive', () => {
  const archive = async (files: Record<string, string | Buffer>) => {
    const zip = new ZipFile();
    for (const [name, data] of Object.entries(files)) zip.addBuffer(Buffer.from(data), name);
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString('base64');
  };
  const importZip = async (files: Record<string, string | Buffer>) =>
    importFrom('zip', { source: await archive(files) });

  test('brings the pictures beside its mail to the library, at their own size', async () => {
    const page = `<table width="600"><tr><td background="images/back.png"><div><img src="images/loaf%20one.png"></div><div><img src="gone.png" width="20"></div><p>Hi</p></td></tr></table>`;
    const { status, body } = await importZip({
      'mail/index.html': page,
      'mail/images/loaf one.png': PNG,
      'mail/images/back.png': PNG,
      '__MACOSX/mail/._index.html': 'x',
    });
    expect({ status, error: body.error }).toMatchObject({ status: 201 });
    const { template, report } = body.data;
    expect(report.pictures).toHaveLength(1);
    const [section] = template.content.blocks;
    expect(section.backgroundImage.src).toBe(report.pictures[0].url);
    expect(section.children.flat()).toMatchObject([
      { type: 'image', src: report.pictures[0].url, width: 1 },
      { type: 'image', src: 'gone.png' },
      { type: 'paragraph' },
    ]);
  });

  test('of a design with its HTML is read from the design', async () => {
    const design = {
      body: {
        rows: [
          {
            cells: [1],
            columns: [{ contents: [{ type: 'text', values: { text: '<p>design</p>' } }] }],
            values: {},
          },
        ],
        values: {},
      },
    };
    const { body } = await importZip({ 'a.html': '<p>html</p>', 'a.json': JSON.stringify(design) });
    const content = JSON.stringify(body.data.template.content);
    expect(content).toContain('design');
    expect(content).not.toContain('html</p>');
  });

  test('of MJML brings what it includes', async () => {
    const { body } = await importZip({
      'mail.mjml': '<mjml><mj-body><mj-include path="parts/a.mjml" /></mj-body></mjml>',
      'parts/a.mjml': '<mj-section><mj-column><mj-text>included</mj-text></mj-column></mj-section>',
    });
    expect(JSON.stringify(body.data.template.content)).toContain('included');
  });

  test('may have file extensions in upper case', async () => {
    const { body } = await importZip({
      'MAIL.MJML': '<mjml><mj-body><mj-include path="A.MJML" /></mj-body></mjml>',
      'A.MJML': '<mj-section><mj-column><mj-text>included</mj-text></mj-column></mj-section>',
    });
    const { blocks } = body.data.template.content;
    expect(JSON.stringify(blocks)).toContain('included');
    expect(JSON.stringify(blocks)).not.toContain('mj-');
  });

  test.each([
    ['no archive', async () => Buffer.from('nothing').toString('base64'), 422],
    ['no mail', () => archive({ 'a.png': PNG }), 422],
    ['a bomb', () => archive({ 'a.html': Buffer.alloc(30 * 1024 * 1024, 32) }), 413],
    ['paths out of it', () => archive({ 'a.html': '<img src="../../etc/passwd.png" width="20">' }), 201],
  ])('%s', async (_, source, status) => {
    expect((await importFrom('zip', { source: await source() })).status).toBe(status);
  });
});

describe('pictures', () => {
  test('that the mail holds go to the library', async () => {
    const source = `<p>Hi</p><img src="${DATA}" alt="Dot" width="90">`;
    const { body } = await importFrom('html', { source });
    const [picture] = body.data.report.pictures;
    expect(picture.from).toStartWith('data:image/png');
    expect(JSON.stringify(body.data.template.content)).toContain(picture.url);
    expect(JSON.stringify(body.data.template.content)).not.toContain('data:');
  });

  test('of other hosts stay unless it is asked for', async () => {
    asked.length = 0;
    const source = `<p>Hi</p><img src="${at('/loaf.png')}" alt="Dot" width="90">`;
    const { body } = await importFrom('html', { source });
    expect(JSON.stringify(body.data.template.content)).toContain(at('/loaf.png'));
    expect(asked).toEqual([]);
  });

  test('of the library and behind merge tags are left alone; files of other types are not copied', async () => {
    const own = (await listMedia())[0].url;
    const source = `<img src="${own}" alt="a" width="90"><p>x</p><img src="https://{{ host }}/a.png" alt="b" width="90"><p>y</p><img src="${at('/text.png')}" alt="c" width="90">`;
    const { body } = await importFrom('html', { source, copy_images: true });
    expect(body.data.report.pictures).toEqual([{ from: at('/text.png'), error: expect.any(String) }]);
  });

  test('are copied for create-template, too', async () => {
    const html = `<p>Hi</p><img src="${at('/loaf.png')}" alt="Dot" width="90">`;
    const { body } = await tenant.request('POST', '/templates', {
      body: { source: { html, copy_images: true } },
    });
    expect(body.data.report.pictures).toMatchObject([{ from: at('/loaf.png'), url: expect.any(String) }]);
  });
});
