import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { expectImage } from './expect-image.ts';
import { contentOf, GUARD_MS, openPress, openPressWith, ownImageIn, type Press, video } from './press.ts';

setDefaultTimeout(GUARD_MS);

const MEGABYTE = 1024 * 1024;

/** A blue picture, as a thumbnail may be. */
async function drawThumbnail(): Promise<Uint8Array<ArrayBuffer>> {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==';
  const picture = new Bun.Image(Buffer.from(png, 'base64')).resize(320, 180);
  return new Uint8Array(await picture.jpeg().bytes());
}

let press: Press;
let thumbnail: Uint8Array<ArrayBuffer>;
let requests: Request[] = [];
let media: Bun.Server<undefined>;

const image = (body: Uint8Array<ArrayBuffer> | Blob | string, type = 'image/jpeg') =>
  new Response(body, { headers: { 'content-type': type } });

const ANSWERS: Record<string, () => Response | Promise<Response>> = {
  '/good.jpg': () => image(thumbnail),
  '/liar.jpg': () => image('<html>no picture</html>'),
  '/page.html': () => image('<html></html>', 'text/html'),
  '/huge.jpg': () => image(new Blob(Array(11).fill(new Uint8Array(MEGABYTE)))),
  '/half.jpg': () => image(thumbnail.slice(0, thumbnail.length / 2)),
  '/empty.jpg': () => image(''),
  '/drawing.svg': () =>
    image('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/svg+xml'),
  '/missing.jpg': () => new Response('', { status: 404 }),
  '/broken.jpg': () => new Response('', { status: 500 }),
  '/moved.jpg': () => Response.redirect('/good.jpg'),
  '/round.jpg': () => Response.redirect('/round.jpg'),
};

beforeAll(async () => {
  thumbnail = await drawThumbnail();
  media = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      requests.push(request);
      return ANSWERS[new URL(request.url).pathname]?.() ?? new Response('', { status: 404 });
    },
  });
  press = await openPress({ fetch_private: ['127.0.0.1'] });
});
afterAll(async () => {
  await press.app.stop();
  await media.stop(true);
});
beforeEach(() => {
  requests = [];
});

const addressOf = async (url: string, from = press): Promise<string> =>
  ownImageIn(await from.exportMail(await from.create(contentOf(video(url)))), 'poster');
const at = (path: string) => `http://127.0.0.1:${media.port}${path}`;

test.each(['/good.jpg', '/moved.jpg'])('the poster of %s is its picture with a play button', async (path) => {
  const url = await addressOf(at(path));
  expect(requests).toEqual([]);
  const response = await press.fetchImage(url);
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
  const bytes = await expectImage(response, 'image/jpeg');
  const { width, height } = await new Bun.Image(bytes).metadata();
  expect([width, height]).toEqual([1200, 675]);
  for (const request of requests) {
    for (const secret of ['authorization', 'cookie', 'referer', 'x-forwarded-for']) {
      expect(request.headers.get(secret)).toBeNull();
    }
  }
});

test('a thumbnail whose address is a whole picture does not go into every address of the mail', async () => {
  const picture = `data:image/jpeg;base64,${'A'.repeat(200_000)}`;
  const mail = await press.exportMail(await press.create(contentOf(video(picture))));
  expect(mail.html_bytes).toBeLessThan(100_000);
});

describe('what is no picture', () => {
  let again: Press;
  beforeAll(async () => {
    again = await openPressWith(press.app.deps.services.rendering.pools, { fetch_private: ['127.0.0.1'] });
  });
  afterAll(() => again.app.stop());

  test.each([
    ...Object.keys(ANSWERS).filter((path) => !['/good.jpg', '/moved.jpg'].includes(path)),
    '/none.jpg',
  ])('%s gives a plain poster, which is tried again soon', async (path) => {
    const response = await again.fetchImage(await addressOf(at(path), again));
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    await expectImage(response, 'image/png');
  });

  test('a host that does not answer gives a plain poster', async () => {
    const free = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
    const { port } = free;
    await free.stop(true);
    await expectImage(
      await again.fetchImage(await addressOf(`http://127.0.0.1:${port}/a.jpg`, again)),
      'image/png',
    );
  });

  test('nor is it asked for again and again', async () => {
    const url = await addressOf(`${at('/page.html')}?often`, again);
    for (let i = 0; i < 3; i += 1) await again.fetchImage(url);
    expect(requests).toHaveLength(1);
    again.app.clock.advance(300_000);
    await again.fetchImage(url);
    expect(requests).toHaveLength(2);
  });
});

test('by default nothing is fetched from private addresses', async () => {
  const standard = await openPressWith(press.app.deps.services.rendering.pools);
  try {
    const { port } = media;
    const urls = [at('/good.jpg'), `http://localhost:${port}/good.jpg`, `http://[::1]:${port}/good.jpg`];
    for (const url of [...urls, `http://2130706433:${port}/good.jpg`, 'file:///etc/passwd']) {
      const poster = await addressOf(url, standard).catch(() => undefined);
      if (poster !== undefined) await expectImage(await standard.fetchImage(poster), 'image/png');
    }
    expect(requests).toEqual([]);
  } finally {
    await standard.app.stop();
  }
});

test('a poster is fetched and drawn once a day', async () => {
  const url = await addressOf(`${at('/good.jpg')}?daily`);
  const drawings = press.drawings();
  const first = await expectImage(await press.fetchImage(url), 'image/jpeg');
  const more = await Promise.all(Array.from({ length: 5 }, () => press.fetchImage(url)));
  for (const response of more) expect(await expectImage(response, 'image/jpeg')).toEqual(first);
  expect([requests.length, press.drawings()]).toEqual([1, drawings + 1]);
  press.app.clock.advance(24 * 3_600_000);
  // Tokens have expired by now; pictures need none.
  expect(await expectImage(await press.fetchImage(url), 'image/jpeg')).toEqual(first);
  expect([requests.length, press.drawings()]).toEqual([2, drawings + 2]);
});
