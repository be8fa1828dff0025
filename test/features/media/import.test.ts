import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test';
import { dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import type { Answer } from '../../support/test-app.ts';
import { drawPng, GUARD_MS, type Library, openLibrary, writePdf } from './library.ts';
import { listStored } from './stored.ts';

setDefaultTimeout(GUARD_MS);

const PICTURE = drawPng(1, 500, 400);

let web: Bun.Server<undefined>;
let asked: string[] = [];

const ANSWERS: Record<string, () => Response> = {
  '/pictures/Summer%20sale.png': () => new Response(PICTURE, { headers: { 'content-type': 'image/png' } }),
  '/lies': () => new Response(PICTURE, { headers: { 'content-type': 'text/html' } }),
  '/moved': () => Response.redirect('/pictures/Summer%20sale.png?x=1'),
  '/page.png': () => new Response('<html>', { headers: { 'content-type': 'image/png' } }),
  '/terms.pdf': () => new Response(writePdf('terms')),
  '/broken.png': () => new Response(PICTURE.slice(0, 300)),
  '/empty': () => new Response(''),
  '/huge': () => new Response(new Blob(Array(51).fill(new Uint8Array(1_048_576)))),
  '/to-loopback': () => Response.redirect('http://127.0.0.2:8080/a.png'),
  '/to-metadata': () => Response.redirect('http://169.254.169.254/latest/meta-data/'),
  '/to-file': () => new Response(null, { status: 302, headers: { location: 'file:///etc/passwd' } }),
  '/round': () => Response.redirect('/round'),
  '/error': () => new Response('', { status: 500 }),
  '/%2e%2e%2f%E2%80%AEevil': () => new Response(PICTURE),
};

beforeAll(() => {
  web = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      return ANSWERS[pathname]?.() ?? new Response('', { status: 404 });
    },
  });
});
afterAll(() => web.stop(true));

const at = (path: string, host = '127.0.0.1') => `http://${host}:${web.port}${path}`;

let library: Library;
const importFrom = (url: unknown, more: object = {}): Promise<Answer> =>
  library.post('import-from-url', { url, folder_id: null, ...more });

async function expectRefused(answer: Answer, status: number, code: string, before: string): Promise<void> {
  expectError(answer, status, code);
  expect(await dumpDatabase(library.app)).toBe(before);
  expect(await listStored(library.app)).toEqual([]);
  expect(await listStored(library.app, 'incoming')).toEqual([]);
}

describe('where the operator allows the address', () => {
  beforeEach(async () => {
    asked = [];
    library = await openLibrary({ fetch_private: ['127.0.0.1'] });
  });
  afterEach(() => library.app.stop());

  test('a picture becomes an item like any other, called as its address', async () => {
    const folder_id = await library.createFolder('Imported');
    const answer = await importFrom(at('/pictures/Summer%20sale.png'), { folder_id });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      filename: 'Summer sale.png',
      mime_type: 'image/png',
      width: 500,
      conversions_generated: true,
      folder_id,
    });
    expect((await library.fetchMedia(answer.body.data.url)).status).toBe(200);
    expect(await library.list()).toEqual([answer.body.data]);
    expect(await listStored(library.app, 'incoming')).toEqual([]);
    const again = await importFrom(` ${at('/pictures/Summer%20sale.png')} `);
    expect([again.status, await library.usedBytes()]).toEqual([201, answer.body.data.size]);
  });

  test.each<[string, string]>([
    ['/lies', 'lies.png'],
    ['/moved', 'Summer sale.png'],
    ['/terms.pdf', 'terms.pdf'],
    ['/%2e%2e%2f%E2%80%AEevil', 'evil.png'],
  ])('%s is taken as %s: content and final address decide', async (path, filename) => {
    const answer = await importFrom(at(path));
    expect([answer.status, answer.body.data?.filename]).toEqual([201, filename]);
  });

  test.each<[string, number, string, RegExp]>([
    ['/page.png', 415, 'unsupported_media_type', /Accepted are/],
    ['/broken.png', 422, 'validation_failed', /^The PNG is damaged/],
    ['/empty', 415, 'unsupported_media_type', /Accepted are/],
    ['/huge', 422, 'validation_failed', /^The file is larger than 50 MB/],
    ['/to-loopback', 422, 'validation_failed', /^No public server/],
    ['/to-metadata', 422, 'validation_failed', /^No public server/],
    ['/to-file', 422, 'validation_failed', /^The address must start/],
    ['/round', 422, 'validation_failed', /^The .*redirects/],
    ['/error', 503, 'unavailable', /status 500/],
    ['/missing', 422, 'validation_failed', /^url: .*status 404/],
  ])('%s is refused with a reason, and nothing is left behind', async (path, status, code, message) => {
    const before = await dumpDatabase(library.app);
    const answer = await importFrom(at(path));
    expect(answer.body.message).toMatch(message);
    await expectRefused(answer, status, code, before);
  });

  test('a folder that is not there is said before anything is fetched', async () => {
    const before = await dumpDatabase(library.app);
    await expectRefused(await importFrom(at('/terms.pdf'), { folder_id: 'gone' }), 404, 'not_found', before);
    expect(asked).toEqual([]);
  });
});

describe('by default', () => {
  beforeAll(async () => {
    library = await openLibrary();
  });
  afterAll(() => library.app.stop());

  test('no spelling of a private address is asked', async () => {
    asked = [];
    const before = await dumpDatabase(library.app);
    const hosts = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '0.0.0.0',
    ];
    const others = [
      'http://169.254.169.254/latest/',
      'http://10.0.0.1/a.png',
      'http://192.168.0.1/a.png',
      'http://100.64.0.1/a',
      'http://[fd00::1]/a',
      'http://[fe80::1]/a',
    ];
    for (const url of [...hosts.map((host) => at('/terms.pdf', host)), ...others]) {
      const answer = await importFrom(url);
      expect([url, answer.body.message]).toEqual([url, expect.stringMatching(/^No public server/)]);
      await expectRefused(answer, 422, 'validation_failed', before);
    }
    expect(asked).toEqual([]);
  });

  test.each([
    ['file:///etc/passwd'],
    ['ftp://example.com/a.png'],
    ['data:image/png;base64,AAAA'],
    ['javascript:alert(1)'],
    ['/relative.png'],
    [''],
    ['http://'],
    ['http://user:password@example.com/a.png'],
    ['x'.repeat(2001)],
    [5],
    [null],
    [undefined],
  ])('%p is no address files are fetched from', async (url) => {
    const before = await dumpDatabase(library.app);
    const answer = await importFrom(url);
    expect(Object.keys(answer.body.errors)).toEqual(['url']);
    await expectRefused(answer, 422, 'validation_failed', before);
  });
});
