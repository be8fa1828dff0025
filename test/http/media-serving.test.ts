import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type SeededMedia, seedMedia } from '../support/seed-media.ts';
import { createTestApp, readAnswer, type TestApp } from '../support/test-app.ts';
import { expectError } from './expect-error.ts';

const CONTENT = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
const TOKEN = 'abcdefghijklmnopqrst-_';
const ADDRESS = `/media/${TOKEN}/original.png`;

let app: TestApp;
let url: string;
let sqlite: Database;
let tenantId: number;
beforeAll(async () => {
  app = await createTestApp();
  await app.openTenant('acme');
  sqlite = new Database(join(app.data, 'galley.db'));
  tenantId = (sqlite.query("SELECT id FROM tenants WHERE slug = 'acme'").get() as { id: number }).id;
  add({ token: TOKEN });
  app.http.listen({ port: 0, hostname: '127.0.0.1' });
  url = `http://127.0.0.1:${app.http.server?.port}`;
});
afterAll(async () => {
  sqlite.close();
  await app.stop();
});

let serial = 0;

/** Another file of the library; returns where it is served. */
function add(media: Partial<SeededMedia>, options = {}): string {
  serial += 1;
  const token = media.token ?? String(serial).padStart(22, '0');
  const defaults = { filename: 'a.png', mime: 'image/png', extension: 'png', content: CONTENT };
  // Bytes decide which file it is, so others need other bytes.
  if (media.token === undefined && media.content === undefined) {
    defaults.content = Uint8Array.from([...CONTENT, serial, serial >> 8]);
  }
  const all = { tenantId, ...defaults, ...media, token };
  seedMedia(sqlite, app.data, all, options);
  return `/media/${token}/original.${all.extension}`;
}

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url + path, { method, headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

const etagOf = async (path = ADDRESS) => (await get(path)).headers.get('etag') ?? '';

describe('a file', () => {
  test('is served whole, with everything its readers need and nothing that could run', async () => {
    const { status, headers, bytes } = await get(ADDRESS);
    expect(status).toBe(200);
    expect(bytes).toEqual(CONTENT);
    expect(Object.fromEntries(headers)).toEqual({
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.any(String),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="a.png"',
      'content-length': '1000',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      date: expect.any(String),
      etag: expect.stringMatching(/^"[0-9a-f]{32,64}"$/),
    });
  });

  test('may be used by any page, whoever else may call the API', async () => {
    const strict = await createTestApp({ cors_origins: ['https://editor.example'] });
    try {
      await strict.openTenant('acme');
      const database = new Database(join(strict.data, 'galley.db'));
      const media = { filename: 'a.png', mime: 'image/png', extension: 'png', content: CONTENT };
      seedMedia(database, strict.data, { tenantId: 1, ...media, token: TOKEN });
      database.close();
      for (const origin of ['https://editor.example', 'https://elsewhere.example']) {
        const request = new Request(`http://localhost${ADDRESS}`, { headers: { origin } });
        const { status, headers } = await strict.http.handle(request);
        expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
          200,
          '*',
          null,
        ]);
      }
    } finally {
      await strict.stop();
    }
  });

  test('needs no token, and none harms', async () => {
    expect((await get(ADDRESS, { authorization: 'Bearer nonsense' })).status).toBe(200);
  });

  test('is the same on the way without a socket', async () => {
    const response = await app.http.handle(new Request(`http://localhost${ADDRESS}`));
    expect([response.status, (await response.bytes()).length]).toEqual([200, 1000]);
  });

  test('answers HEAD like GET, without the bytes, also where GET would send a part', async () => {
    const { status, headers, bytes } = await get(ADDRESS, { range: 'bytes=0-1' }, 'HEAD');
    expect([status, headers.get('content-length'), bytes.length]).toEqual([200, '1000', 0]);
    expect(headers.get('etag')).toBe(await etagOf());
  });

  test('has an address that may carry a query', async () => {
    expect((await get(`${ADDRESS}?v=2&x=/../`)).status).toBe(200);
  });

  test('is asked for at once by many', async () => {
    const path = add({ content: Uint8Array.from({ length: 300_000 }, (_, i) => i % 253) });
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(path)));
    for (const { status, bytes } of answers) expect([status, bytes.length]).toEqual([200, 300_000]);
  });
});

describe('a part of a file', () => {
  const huge = '9'.repeat(300);
  const table: [string, number, string | null, number][] = [
    // Range, status, Content-Range, bytes
    ['bytes=0-0', 206, 'bytes 0-0/1000', 1],
    ['bytes=0-', 206, 'bytes 0-999/1000', 1000],
    ['bytes=0-999', 206, 'bytes 0-999/1000', 1000],
    ['bytes=999-', 206, 'bytes 999-999/1000', 1],
    ['bytes=10-19', 206, 'bytes 10-19/1000', 10],
    ['Bytes=10-19', 206, 'bytes 10-19/1000', 10],
    ['bytes=-5', 206, 'bytes 995-999/1000', 5],
    ['bytes=-1000', 206, 'bytes 0-999/1000', 1000],
    ['bytes=-99999', 206, 'bytes 0-999/1000', 1000],
    ['bytes=990-2000', 206, 'bytes 990-999/1000', 10],
    [`bytes=0-${huge}`, 206, 'bytes 0-999/1000', 1000],
    [`bytes=-${huge}`, 206, 'bytes 0-999/1000', 1000],
    ['bytes=00000000000000000000-0000000005', 206, 'bytes 0-5/1000', 6],
    ['bytes= 0-5', 206, 'bytes 0-5/1000', 6],
    ['bytes=1000-', 416, 'bytes */1000', 0],
    ['bytes=1000-1001', 416, 'bytes */1000', 0],
    [`bytes=${huge}-`, 416, 'bytes */1000', 0],
    ['bytes=-0', 416, 'bytes */1000', 0],
    // What cannot be understood, or asks for several parts, is answered with the whole.
    ['bytes=5-2', 200, null, 1000],
    ['bytes=0-1,5-6', 200, null, 1000],
    ['bytes=0-0,-1', 200, null, 1000],
    ['bytes=', 200, null, 1000],
    ['bytes=-', 200, null, 1000],
    ['bytes', 200, null, 1000],
    ['bytes=a-b', 200, null, 1000],
    ['bytes=0x0-0x5', 200, null, 1000],
    ['bytes=-1-5', 200, null, 1000],
    ['bytes=1.5-2', 200, null, 1000],
    ['lines=0-5', 200, null, 1000],
    ['0-5', 200, null, 1000],
    [`bytes=${'1'.repeat(1000)}-`, 200, null, 1000],
    ['bytes=0-5\t', 206, 'bytes 0-5/1000', 6],
  ];
  for (const [range, status, contentRange, length] of table) {
    test(`${range.slice(0, 40)} → ${status}`, async () => {
      const answer = await get(ADDRESS, { range });
      expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
      if (status === 416) {
        expect(JSON.parse(Buffer.from(answer.bytes).toString())).toMatchObject({
          message: expect.stringContaining('1000'),
        });
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
        return;
      }
      expect(answer.bytes.length).toBe(length);
      const [, start = '0'] = /bytes (\d+)-/.exec(contentRange ?? '') ?? [];
      expect(answer.bytes).toEqual(CONTENT.slice(Number(start), Number(start) + length));
      expect(answer.headers.get('content-length')).toBe(String(length));
      expect(answer.headers.get('etag')).toBe(await etagOf());
    });
  }

  test('is joined only to a part of the same file', async () => {
    const range = 'bytes=0-4';
    const etag = await etagOf();
    const conditions: [string, number][] = [
      [etag, 206],
      ['"other"', 200],
      [`W/${etag}`, 200],
      ['Sat, 21 Nov 2026 12:00:00 GMT', 200],
      ['Sat, 21 Nov 2099 12:00:00 GMT', 200],
      ['*', 200],
    ];
    for (const [ifRange, status] of conditions) {
      const answer = await get(ADDRESS, { range, 'if-range': ifRange });
      expect([ifRange, answer.status, answer.bytes.length]).toEqual([
        ifRange,
        status,
        status === 206 ? 5 : 1000,
      ]);
    }
    expect((await get(ADDRESS, { range: 'bytes=5000-', 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('a file that the client has', () => {
  test('is not sent again', async () => {
    const etag = await etagOf();
    for (const tags of [etag, `W/${etag}`, `"a", ${etag}`, `W/"a",W/${etag}`, '*', ` ${etag} `]) {
      for (const headers of [{}, { range: 'bytes=0-4' }]) {
        const answer = await get(ADDRESS, { 'if-none-match': tags, ...headers });
        expect([tags, answer.status, answer.bytes.length]).toEqual([tags, 304, 0]);
        expect(answer.headers.get('etag')).toBe(etag);
        expect(answer.headers.get('cache-control')).toContain('immutable');
      }
    }
    for (const tags of ['"other"', etag.slice(0, -2), 'nonsense', '']) {
      expect((await get(ADDRESS, { 'if-none-match': tags })).status).toBe(200);
    }
  });
});

describe('other methods', () => {
  test('a browser may ask first whether it may', async () => {
    const { status, headers } = await get(
      ADDRESS,
      { origin: 'https://elsewhere.example', 'access-control-request-headers': 'range' },
      'OPTIONS',
    );
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-headers')).toContain('range');
    expect(headers.get('access-control-allow-methods')).toContain('GET');
  });

  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    test(`${method} is refused`, async () => {
      const { status, headers, bytes } = await get(ADDRESS, {}, method);
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(JSON.parse(Buffer.from(bytes).toString()).code).toBe('method_not_allowed');
    });
  }
});

describe('types', () => {
  const table: [string, string, string][] = [
    ['image/jpeg', 'jpg', 'inline'],
    ['image/gif', 'gif', 'inline'],
    ['audio/mpeg', 'mp3', 'inline'],
    ['video/mp4', 'mp4', 'inline'],
    ['application/pdf', 'pdf', 'inline'],
    ['image/svg+xml', 'svg', 'attachment'],
    ['text/html', 'html', 'attachment'],
    ['application/octet-stream', 'bin', 'attachment'],
  ];
  for (const [mime, extension, kind] of table) {
    test(`${mime} is ${kind}`, async () => {
      const { status, headers } = await get(add({ mime, extension, filename: `b.${extension}` }));
      expect([status, headers.get('content-type')]).toEqual([200, mime]);
      expect(headers.get('content-disposition')).toBe(`${kind}; filename="b.${extension}"`);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });
  }

  const names: [string, string][] = [
    ['plain (1).png', 'inline; filename="plain (1).png"'],
    ['page.html', 'inline; filename="page.png"'],
    ['no extension', 'inline; filename="no extension.png"'],
    ['"quoted"\\.png', `inline; filename="_quoted__.png"; filename*=UTF-8''%22quoted%22_.png`],
    ['naïve.png', 'inline; filename="na_ve.png"; filename*=UTF-8\'\'na%C3%AFve.png'],
    ["it's 100%.png", 'inline; filename="it_s 100_.png"; filename*=UTF-8\'\'it%27s%20100%25.png'],
    ['a\u202egnp.exe', 'inline; filename="agnp.png"'],
    [
      'a\r\nSet-Cookie: x=1.png',
      'inline; filename="aSet-Cookie_ x_1.png"; filename*=UTF-8\'\'aSet-Cookie%3A%20x%3D1.png',
    ],
    ['🙂.png', 'inline; filename="__.png"; filename*=UTF-8\'\'%F0%9F%99%82.png'],
    ['.png', 'inline; filename="file.png"'],
  ];
  for (const [filename, expected] of names) {
    test(`the name ${JSON.stringify(filename)}`, async () => {
      expect((await get(add({ filename }))).headers.get('content-disposition')).toBe(expected);
    });
  }

  test('a name of 5 KB makes no header of 5 KB', async () => {
    const { status, headers } = await get(add({ filename: `${'🙂'.repeat(1250)}.png` }));
    expect(status).toBe(200);
    expect(headers.get('content-disposition')?.length).toBeLessThan(4000);
    expect(headers.get('content-disposition')).toEndWith('%F0%9F%99%82.png');
  });
});

describe('what is not there', () => {
  const other = `/media/${TOKEN.slice(0, -1)}x/original.png`;
  const paths = [
    other,
    `/media/${TOKEN}/original.jpg`,
    `/media/${TOKEN}/small.png`,
    `/media/${TOKEN}/huge.png`,
    `/media/${TOKEN}/original`,
    `/media/${TOKEN}/original.`,
    `/media/${TOKEN}/original.png/`,
    `/media/${TOKEN}/original.png/more`,
    `/media/${TOKEN}/ORIGINAL.png`,
    `/media/${TOKEN}/original.PNG`,
    `/media/${TOKEN}/`,
    `/media/${TOKEN}`,
    '/media/',
    `/media//${TOKEN}/original.png`,
    `/media/${TOKEN}x/original.png`,
    `/media/${TOKEN.slice(1)}/original.png`,
    `/media/${TOKEN.toUpperCase()}/original.png`,
    `/media/%61${TOKEN.slice(1)}/original.png`,
    `/media/${TOKEN}%2foriginal.png`,
    `/media/${TOKEN}/..%2f..%2fgalley.db`,
    `/media/${TOKEN}/%2e%2e/%2e%2e/galley.db`,
    `/media/${TOKEN}/..%252f..%252fgalley.db`,
    `/media/${TOKEN}/original.png%00`,
    `/media/${TOKEN}/original%00.png`,
    `/media/${TOKEN}/..\\..\\galley.db`,
    `/media/${TOKEN}/original.png;x=1`,
    `/media/files/t1/ab/abcdef`,
    `/media/incoming/x`,
    `/media/${'a'.repeat(7000)}/original.png`,
    `/media/${TOKEN}/original.${'a'.repeat(1000)}`,
    '/media/ä/ö.png',
    `/media/${'%F0%9F%99%82'.repeat(22)}/original.png`,
  ];
  for (const path of paths) {
    test(path.slice(0, 70), async () => {
      const request = new Request(url + path);
      const sent = await readAnswer(await fetch(request));
      expectError(sent, 404, 'not_found');
      expect(sent.headers.get('cache-control')).toBe('no-store');
      const direct = await readAnswer(await app.http.handle(new Request(`http://localhost${path}`)));
      expect(direct.status).toBe(404);
    });
  }

  test('a path that leaves the folder on the wire', async () => {
    for (const path of [
      '/media/../galley.db',
      `/media/${TOKEN}/../../galley.db`,
      '/media/../../../../etc/passwd',
    ]) {
      expect(await getRaw(path)).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect(await getRaw(ADDRESS)).toStartWith('HTTP/1.1 200 ');
  });

  test('a file that has been lost is not found, and the log says which', async () => {
    const path = add({ content: new Uint8Array([1, 2, 3]) }, { writesFile: false });
    const lines = app.logLines.length;
    expectError(await readAnswer(await fetch(url + path)), 404, 'not_found');
    expect(app.logLines.slice(lines).join('\n')).toContain('is missing');
  });
});

/** The answer to a path that nobody has tidied up. */
function getRaw(path: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = '';
  void Bun.connect({
    hostname: '127.0.0.1',
    port: app.http.server?.port as number,
    socket: {
      open: (socket) =>
        void socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
      data: (_, bytes) => {
        received += bytes.toString('latin1');
      },
      close: () => resolve(received),
    },
  });
  return promise;
}
