import { describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createPublicFetch } from '../../../src/platform/network/public-fetch/index.ts';
import {
  allHungUp,
  failure,
  fetchPublicFile,
  flood,
  head,
  savePublicFile,
  serve,
  serveParts,
  standard,
  useServers,
} from './public-fetch-servers.ts';

useServers();

describe('a file', () => {
  test('has its type and final address; no cookies or credentials are sent', async () => {
    const { url, requests } = await serveParts(
      head(['Content-Type: Image/PNG; x=y', 'Content-Length: 5', 'Set-Cookie: a=b']),
      'hello',
    );
    const file = await fetchPublicFile(` ${url}/a b/ä?q=1#part`.replace('a b', 'a%20b'), {
      ...standard,
      accept: ['image/*'],
    });
    expect(new TextDecoder().decode(file.bytes)).toBe('hello');
    expect(file.contentType).toBe('image/png');
    expect(file.finalUrl).toBe(`${url}/a%20b/%C3%A4?q=1`);
    expect(requests[0]).toStartWith('GET /a%20b/%C3%A4?q=1 HTTP/1.1\r\n');
    expect(requests[0]).toContain(`Host: ${url.slice(7)}\r\n`);
    expect(requests[0]).toContain('Accept: image/*\r\n');
    expect(requests[0]).not.toMatch(/cookie|authorization|referer/i);
  });

  test.each([
    ['chunked', [head(['Transfer-Encoding: chunked']), '5\r\nhello\r\n0\r\n\r\n']],
    ['until hang-up', ['HTTP/1.0 200 OK\r\n\r\n', 'hello']],
    ['after early hints', ['HTTP/1.1 103 Early Hints\r\n\r\n', head(['Content-Length: 5']), 'hello']],
    ['with gzip', [head(['Content-Encoding: GZIP']), gzipSync('hello')]],
    ['with deflate', [head(['Content-Encoding: deflate']), deflateSync('hello')]],
    ['with brotli', [head(['Content-Encoding: br']), brotliCompressSync('hello')]],
    ['with identity', [head(['Content-Encoding: identity']), 'hello']],
  ])('sent %s', async (_, parts) => {
    const { url } = await serveParts(...parts);
    const { bytes, contentType } = await fetchPublicFile(url, standard);
    expect(new TextDecoder().decode(bytes)).toBe('hello');
    expect(contentType).toBeUndefined();
  });

  test('is saved to a path; after a failure no file is there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'public-fetch-'));
    const path = join(folder, 'file');
    const good = await serveParts(head(['Content-Length: 5']), 'hello');
    const cut = await serveParts(head(['Content-Length: 50']), 'hello');
    expect(await savePublicFile(good.url, path, standard)).toMatchObject({ size: 5 });
    expect(readFileSync(path, 'utf8')).toBe('hello');
    expect((await failure(savePublicFile(cut.url, join(folder, 'cut'), standard))).code).toBe('unavailable');
    writeFileSync(path, 'mine');
    expect((await failure(savePublicFile(good.url, path, standard))).code).toBe('EEXIST');
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['file']);
    rmSync(folder, { recursive: true });
  });
});

describe('answers that are refused', () => {
  const bomb = (compress: (data: Uint8Array) => Uint8Array) => compress(new Uint8Array(20_000_000));
  const large = new Uint8Array(100_001);

  test.each<[string, string, string, (string | Uint8Array)[]]>([
    [
      'too large by its own word',
      'validation_failed',
      'larger than 97 KB',
      [head(['Content-Length: 100001'])],
    ],
    ['too large without a word', 'validation_failed', 'larger than', ['HTTP/1.0 200 OK\r\n\r\n', large]],
    ['a gzip bomb', 'validation_failed', 'larger than', [head(['Content-Encoding: gzip']), bomb(gzipSync)]],
    [
      'a deflate bomb',
      'validation_failed',
      'larger',
      [head(['Content-Encoding: deflate']), bomb(deflateSync)],
    ],
    [
      'a brotli bomb',
      'validation_failed',
      'larger',
      [head(['Content-Encoding: br']), bomb(brotliCompressSync)],
    ],
    [
      'nothing in a lot of gzip',
      'validation_failed',
      'larger',
      [head(['Content-Encoding: gzip']), Buffer.concat(new Array(6000).fill(gzipSync('')))],
    ],
    ['gzip twice', 'validation_failed', 'compressed', [head(['Content-Encoding: gzip, gzip']), 'x']],
    ['an unknown coding', 'validation_failed', 'compressed', [head(['Content-Encoding: constructor']), 'x']],
    ['damaged gzip', 'validation_failed', 'compressed', [head(['Content-Encoding: gzip']), 'hello']],
    [
      'damaged brotli',
      'validation_failed',
      'compressed',
      [head(['Content-Encoding: br']), 'hello hello hello'],
    ],
    [
      'cut off gzip',
      'validation_failed',
      'compressed',
      [head(['Content-Encoding: gzip']), gzipSync('hello').subarray(0, 15)],
    ],
    ['shorter than it says', 'unavailable', 'did not answer', [head(['Content-Length: 9']), 'hello']],
    ['cut off chunks', 'unavailable', 'did not', [head(['Transfer-Encoding: chunked']), '5\r\nhel']],
    ['two lengths', 'unavailable', 'did not', [head(['Content-Length: 1', 'Content-Length: 5']), 'hello']],
    [
      'a length and chunks',
      'unavailable',
      'did not',
      [head(['Content-Length: 1', 'Transfer-Encoding: chunked']), '0\r\n\r\n'],
    ],
    ['not HTTP', 'unavailable', 'did not answer', ['220 mail.example ESMTP\r\n']],
    ['nothing', 'unavailable', 'did not answer', []],
    ['another protocol', 'unavailable', 'did not', [head(['Upgrade: x', 'Connection: upgrade'], '101 X')]],
    ['endless headers', 'unavailable', 'did not', [head(new Array(9000).fill('a: b'))]],
    ['endless hints', 'unavailable', 'did not', ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)]],
    ['not found', 'validation_failed', 'status 404', [head(['Content-Length: 0'], '404 Not Found')]],
    ['no content', 'validation_failed', 'status 204', [head([], '204 No Content')]],
    ['a part', 'validation_failed', 'status 206', [head(['Content-Length: 1'], '206 Part'), 'x']],
    ['a redirect to nowhere', 'validation_failed', 'status 302', [head(['Content-Length: 0'], '302 Found')]],
    ['too many requests', 'unavailable', 'status 429', [head(['Content-Length: 0'], '429 Slow Down')]],
    ['server error', 'unavailable', 'status 503', [head(['Content-Length: 0'], '503 Down')]],
  ])('%s', async (_, code, message, parts) => {
    const { url } = await serveParts(...parts);
    const found = await failure(fetchPublicFile(url, standard));
    expect(found).toEqual({ code, message: expect.stringContaining(message) });
  });

  test('and not one byte more is read of them', async () => {
    const lines = [
      head(['Content-Length: 100001']),
      head([], '404 Not Found'),
      head(['Content-Encoding: x']),
    ];
    lines.push(head(['Location: http://[::1]/'], '302 Found'));
    for (const line of lines) {
      const { url } = await serve((socket) => socket.write(line));
      expect((await failure(fetchPublicFile(url, standard))).code).toBe('validation_failed');
      await allHungUp();
    }
  });

  test.each([
    ['Content-Type: text/html', 'leads to "text/html", not to image/png'],
    ['Content-Type: image', 'no stated type'],
    ['X: y', 'no stated type'],
    ['Content-Type: image/pngx', 'leads to "image/pngx"'],
  ])('of a type that is not wanted: %s', async (line, message) => {
    const { url } = await serveParts(head([line, 'Content-Length: 1']), 'x');
    const found = await failure(fetchPublicFile(url, { ...standard, accept: ['image/png'] }));
    expect(found).toEqual({ code: 'validation_failed', message: expect.stringContaining(message) });
  });

  test.each([
    ['body', head([]), 'x'.repeat(65_536), 'larger than'],
    ['hints', '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000), 'did not answer'],
    ['header', 'HTTP/1.1 200 OK\r\na: ', 'x'.repeat(65_536), 'did not answer'],
    ['chunk extension', `${head(['Transfer-Encoding: chunked'])}5;`, 'x'.repeat(65_536), 'did not'],
    ['trailer', `${head(['Transfer-Encoding: chunked'])}0\r\na: `, 'x'.repeat(65_536), 'did not'],
  ])('an endless %s is hung up on', async (_, start, rest, expected) => {
    let hangUp = () => {};
    const hungUp = new Promise<void>((resolve) => {
      hangUp = resolve;
    });
    const { url } = await serve((socket) => {
      socket.on('close', hangUp);
      socket.write(start);
      flood(socket, rest);
    });
    const { message } = await failure(fetchPublicFile(url, { ...standard, timeoutMs: 1500 }));
    expect(message).toContain(expected);
    await hungUp;
  });
});

describe('redirects', () => {
  test('three are followed, each resolved against the one before, and hung up on', async () => {
    const { url, requests } = await serve((socket, path) => {
      const next = { '/1': '2?a', '/2?a': '//127.0.0.1:PORT/ü', '/%C3%BC': '/4' }[path];
      const location = `Location: ${next?.replace('PORT', url.split(':')[2] ?? '')}`;
      // The body of a redirect never ends: it must not be waited for.
      if (next !== undefined) socket.write(Buffer.from(head([location], '302 Found')));
      else socket.end(`${head(['Content-Length: 2'])}ok`);
    });
    const file = await fetchPublicFile(`${url}/1`, standard);
    expect(file.finalUrl).toBe(`${url}/4`);
    expect(requests.map((request) => request.split(' ')[1])).toEqual(['/1', '/2?a', '/%C3%BC', '/4']);
    await allHungUp();
  });

  test('a fourth is not', async () => {
    const { url, requests } = await serveParts(head(['Location: /', 'Content-Length: 0'], '307 Again'));
    const found = await failure(fetchPublicFile(url, standard));
    expect(found).toEqual({
      code: 'validation_failed',
      message: expect.stringContaining('more than 3 times'),
    });
    expect(requests).toHaveLength(4);
  });

  test.each([
    ['http://169.254.169.254/latest/meta-data/', 'No public server'],
    ['http://127.0.0.2:6379/', 'No public server'],
    ['//[::1]/', 'No public server'],
    ['http://localhost:4100/', 'No public server'],
    ['file:///etc/passwd', 'must start with'],
    ['http://a:b@127.0.0.1/', 'user name or password'],
    ['http://127.0.0.1:22/', 'ports'],
    ['http://[', 'not an address'],
  ])('to %s are refused', async (location, message) => {
    const { url } = await serveParts(head([`Location: ${location}`, 'Content-Length: 0'], '301 Moved'));
    const { fetchPublicFile: fetchOnce } = createPublicFetch({
      allowPrivate: ['127.0.0.1'],
      resolve: async (name) => (name === 'localhost' ? ['127.0.0.3'] : []),
    });
    const found = await failure(fetchOnce(url, standard));
    expect(found).toEqual({ code: 'validation_failed', message: expect.stringContaining(message) });
  });
});
