import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectError } from '../../support/expect-error.ts';
import { readAnswer } from '../../support/test-app.ts';
import { ADDRESS, createServedLibrary, type ServedLibrary, TOKEN } from './served-library.ts';

let library: ServedLibrary;
beforeAll(async () => {
  library = await createServedLibrary();
});
afterAll(() => library.stop());

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
      const { status, headers } = await library.get(
        await library.add({ mime, extension, filename: `b.${extension}` }),
      );
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
      expect((await library.get(await library.add({ filename }))).headers.get('content-disposition')).toBe(
        expected,
      );
    });
  }

  test('a name of 5 KB makes no header of 5 KB', async () => {
    const { status, headers } = await library.get(
      await library.add({ filename: `${'🙂'.repeat(1250)}.png` }),
    );
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
      const request = new Request(library.url + path);
      const sent = await readAnswer(await fetch(request));
      expectError(sent, 404, 'not_found');
      expect(sent.headers.get('cache-control')).toBe('no-store');
      const direct = await readAnswer(await library.app.http.handle(new Request(`http://localhost${path}`)));
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
    const path = await library.add({ content: new Uint8Array([1, 2, 3]) }, { writesFile: false });
    const lines = library.app.logLines.length;
    expectError(await readAnswer(await fetch(library.url + path)), 404, 'not_found');
    expect(library.app.logLines.slice(lines).join('\n')).toContain('is missing');
  });

  test('neither is one that is lost after it was served', async () => {
    const path = await library.add({ content: new Uint8Array([3, 2, 1]) });
    expect((await library.get(path)).bytes).toEqual(new Uint8Array([3, 2, 1]));
    rmSync(join(library.app.data, 'media', 'files'), { recursive: true });
    const lines = library.app.logLines.length;
    for (const headers of [{}, { range: 'bytes=1-' }, { 'if-none-match': '*' }]) {
      const answer = await readAnswer(await fetch(library.url + path, { headers }));
      expectError(answer, 404, 'not_found');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect((await fetch(library.url + path, { method: 'HEAD' })).status).toBe(404);
    expect(library.app.logLines.slice(lines).join('\n')).toContain('is missing');
  });
});

/** The answer to a path that no client has normalized. */
function getRaw(path: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = '';
  void Bun.connect({
    hostname: '127.0.0.1',
    port: library.port,
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
