import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { seedMedia } from '../../support/seed-media.ts';
import { createTestApp } from '../../support/test-app.ts';
import { ADDRESS, CONTENT, createServedLibrary, type ServedLibrary, TOKEN } from './served-library.ts';

let library: ServedLibrary;
beforeAll(async () => {
  library = await createServedLibrary();
});
afterAll(() => library.stop());

describe('a file', () => {
  test('is served whole, with everything its readers need and nothing that could run', async () => {
    const { status, headers, bytes } = await library.get(ADDRESS);
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

  test('may be used by any page, also where CORS restricts the API', async () => {
    const strict = await createTestApp({ cors_origins: ['https://editor.example'] });
    try {
      await strict.openTenant('acme');
      const media = { filename: 'a.png', mime: 'image/png', extension: 'png', content: CONTENT };
      await seedMedia(strict.deps, { tenantId: 1, ...media, token: TOKEN });
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
    expect((await library.get(ADDRESS, { authorization: 'Bearer nonsense' })).status).toBe(200);
  });

  test('is the same on the way without a socket', async () => {
    const response = await library.app.http.handle(new Request(`http://localhost${ADDRESS}`));
    expect([response.status, (await response.bytes()).length]).toEqual([200, 1000]);
  });

  test('answers HEAD like GET, without the bytes, also where GET would send a part', async () => {
    const { status, headers, bytes } = await library.get(ADDRESS, { range: 'bytes=0-1' }, 'HEAD');
    expect([status, headers.get('content-length'), bytes.length]).toEqual([200, '1000', 0]);
    expect(headers.get('etag')).toBe(await library.etagOf());
  });

  test('has an address that may carry a query', async () => {
    expect((await library.get(`${ADDRESS}?v=2&x=/../`)).status).toBe(200);
  });

  test('is asked for at once by many', async () => {
    const path = await library.add({ content: Uint8Array.from({ length: 300_000 }, (_, i) => i % 253) });
    const answers = await Promise.all(Array.from({ length: 50 }, () => library.get(path)));
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
      const answer = await library.get(ADDRESS, { range });
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
      expect(answer.headers.get('etag')).toBe(await library.etagOf());
    });
  }

  test('is joined only to a part of the same file', async () => {
    const range = 'bytes=0-4';
    const etag = await library.etagOf();
    const conditions: [string, number][] = [
      [etag, 206],
      ['"other"', 200],
      [`W/${etag}`, 200],
      ['Sat, 21 Nov 2026 12:00:00 GMT', 200],
      ['Sat, 21 Nov 2099 12:00:00 GMT', 200],
      ['*', 200],
    ];
    for (const [ifRange, status] of conditions) {
      const answer = await library.get(ADDRESS, { range, 'if-range': ifRange });
      expect([ifRange, answer.status, answer.bytes.length]).toEqual([
        ifRange,
        status,
        status === 206 ? 5 : 1000,
      ]);
    }
    expect((await library.get(ADDRESS, { range: 'bytes=5000-', 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('a file that the client has', () => {
  test('is not sent again', async () => {
    const etag = await library.etagOf();
    for (const tags of [etag, `W/${etag}`, `"a", ${etag}`, `W/"a",W/${etag}`, '*', ` ${etag} `]) {
      for (const headers of [{}, { range: 'bytes=0-4' }]) {
        const answer = await library.get(ADDRESS, { 'if-none-match': tags, ...headers });
        expect([tags, answer.status, answer.bytes.length]).toEqual([tags, 304, 0]);
        expect(answer.headers.get('etag')).toBe(etag);
        expect(answer.headers.get('cache-control')).toContain('immutable');
      }
    }
    for (const tags of ['"other"', etag.slice(0, -2), 'nonsense', '']) {
      expect((await library.get(ADDRESS, { 'if-none-match': tags })).status).toBe(200);
    }
  });
});

describe('other methods', () => {
  test('a browser may ask first whether it may', async () => {
    const { status, headers } = await library.get(
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
      const { status, headers, bytes } = await library.get(ADDRESS, {}, method);
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(JSON.parse(Buffer.from(bytes).toString()).code).toBe('method_not_allowed');
    });
  }
});
