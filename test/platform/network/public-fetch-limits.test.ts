import { describe, expect, test } from 'bun:test';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createPublicFetch } from '../../../src/platform/network/public-fetch/index.ts';
import {
  allHungUp,
  failure,
  fetchPublicFile,
  head,
  serve,
  standard,
  useServers,
} from './public-fetch-servers.ts';

useServers();

describe('time', () => {
  const stall = { ...standard, stallMs: 100 };

  test.each<[string, (socket: Socket) => void]>([
    ['silence', () => {}],
    ['half a head', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-')],
    ['half a body', (socket) => socket.write(`${head(['Content-Length: 9'])}hello`)],
    [
      'half a compressed body',
      (socket) => {
        socket.write(head(['Content-Encoding: gzip']));
        socket.write(gzipSync('hello').subarray(0, 15));
      },
    ],
  ])('%s is not waited out', async (_, answer) => {
    const { url } = await serve(answer);
    const found = await failure(fetchPublicFile(url, stall));
    expect(found).toEqual({ code: 'unavailable', message: expect.stringContaining('stopped sending') });
    await allHungUp();
  });

  test('a trickle ends with the whole time', async () => {
    const { url } = await serve((socket) => {
      socket.write(head(['Content-Length: 9000']));
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const found = await failure(fetchPublicFile(url, { ...standard, timeoutMs: 300, stallMs: 200 }));
    expect(found).toEqual({ code: 'unavailable', message: expect.stringContaining('within 1 second.') });
    await allHungUp();
  });

  test('so does a lookup without end', async () => {
    const slow = createPublicFetch({ resolve: () => new Promise(() => {}) });
    const found = await failure(slow.fetchPublicFile('http://a.example/', { ...standard, timeoutMs: 50 }));
    expect(found).toEqual({ code: 'unavailable', message: expect.stringContaining('did not arrive within') });
  });

  test('the caller can call it off: before, while it waits, while it reads', async () => {
    const { url } = await serve((socket) => socket.write(`${head(['Content-Length: 9'])}hello`));
    const reason = new Error('not wanted any more');
    for (const wait of [0, 1, 100]) {
      const controller = new AbortController();
      if (wait === 0) controller.abort(reason);
      else setTimeout(() => controller.abort(reason), wait);
      const fetched = fetchPublicFile(url, { ...standard, signal: controller.signal });
      expect(await fetched.catch((error) => error)).toBe(reason);
    }
    await allHungUp();
  });
});

describe('many at once', () => {
  test('owners take turns, and one owner cannot fill the queue', async () => {
    const paths: string[] = [];
    const { url } = await serve((socket, path) => {
      paths.push(path);
      socket.end(`${head(['Content-Length: 2'])}ok`);
    });
    const one = createPublicFetch({ allowPrivate: ['127.0.0.1'], atOnce: 1, maxWaitingPerOwner: 3 });
    const fetchAs = (owner: string, path: string) =>
      one.fetchPublicFile(`${url}/${path}`, { ...standard, owner }).then(
        () => 'ok',
        (error) => error.code,
      );
    const ofFirst = Array.from({ length: 6 }, (_, index) => fetchAs('first', `first-${index}`));
    const ofSecond = fetchAs('second', 'second');
    expect(await Promise.all([...ofFirst, ofSecond])).toEqual([
      ...['ok', 'ok', 'ok', 'ok', 'unavailable', 'unavailable'],
      'ok',
    ]);
    expect(paths.indexOf('/second')).toBeLessThanOrEqual(2);
  });

  test('of one owner leave a connection to others, however slow they are', async () => {
    const slow = Promise.withResolvers<void>();
    const { url } = await serve(async (socket, path) => {
      if (path !== '/quick') await slow.promise;
      socket.end(`${head(['Content-Length: 2'])}ok`);
    });
    const two = createPublicFetch({ allowPrivate: ['127.0.0.1'], atOnce: 2 });
    const ofFirst = ['a', 'b', 'c'].map((path) =>
      two.fetchPublicFile(`${url}/${path}`, { ...standard, owner: 'first' }),
    );
    await two.fetchPublicFile(`${url}/quick`, { ...standard, owner: 'second' });
    slow.resolve();
    expect(await Promise.all(ofFirst)).toHaveLength(3);
  });

  test('wait in a queue; with a full queue they are refused with a time to retry', async () => {
    let open = 0;
    let most = 0;
    const { url } = await serve((socket) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        socket.end(`${head(['Content-Length: 2'])}ok`);
      }, 20);
    });
    const few = createPublicFetch({ allowPrivate: ['127.0.0.1'], atOnce: 2, maxWaiting: 4 });
    const results = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        few.fetchPublicFile(url, { ...standard, owner: String(index) }).then(
          () => 'ok',
          (error) => `${error.code} ${error.details.retryAfterSeconds}`,
        ),
      ),
    );
    expect(results.filter((result) => result === 'ok')).toHaveLength(6);
    expect(results.filter((result) => result === 'unavailable 5')).toHaveLength(3);
    expect(most).toBe(2);
    expect((await few.fetchPublicFile(url, standard)).bytes).toHaveLength(2);
  });

  test('a fetch that waits too long leaves the queue, and a failed one releases its permit', async () => {
    const { url } = await serve(() => {});
    const one = createPublicFetch({ allowPrivate: ['127.0.0.1'], atOnce: 1, maxWaiting: 1 });
    const first = failure(one.fetchPublicFile(url, { ...standard, timeoutMs: 200 }));
    const second = failure(one.fetchPublicFile(url, { ...standard, timeoutMs: 50 }));
    expect((await second).message).toContain('too many files');
    expect((await first).message).toContain('did not arrive');
    const third = await failure(one.fetchPublicFile(url, { ...standard, timeoutMs: 50 }));
    expect(third.message).toContain('did not arrive');
  });
});
