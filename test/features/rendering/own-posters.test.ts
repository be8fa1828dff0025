import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { drawPng, type Item, libraryOf } from '../media/library.ts';
import { expectImage } from './expect-image.ts';
import { BASE_URL, contentOf, GUARD_MS, openPress, ownImageIn, type Press, video } from './press.ts';

setDefaultTimeout(GUARD_MS);

let press: Press;
let item: Item;
let fetched = 0;
beforeAll(async () => {
  // Nothing answers under the base URL: what lies in the library must not be fetched over the network.
  press = await openPress();
  const { publicFetch } = press.app.deps;
  press.app.deps.publicFetch = {
    ...publicFetch,
    fetchPublicFile: (...args) => {
      fetched += 1;
      return publicFetch.fetchPublicFile(...args);
    },
  };
  item = await libraryOf(press.tenant).upload(drawPng(1, 800, 450), 'thumbnail.png');
});
afterAll(() => press.app.stop());

const posterOf = async (url: string) =>
  press.fetchImage(ownImageIn(await press.exportMail(await press.create(contentOf(video(url)))), 'poster'));

test.each(['url', 'small_url', 'medium_url'] as const)(
  'the poster of a video whose thumbnail is the %s of a file of the library shows it',
  async (size) => {
    const response = await posterOf(item[size] as string);
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    const { width, height } = await new Bun.Image(await expectImage(response, 'image/jpeg')).metadata();
    expect([width, height, fetched]).toEqual([1200, 675, 0]);
  },
);

test.each([
  `${BASE_URL}/media/AAAAAAAAAAAAAAAAAAAAAA/original.png`,
  `${BASE_URL}/media/../api/v1/health`,
  `${BASE_URL}/media/`,
  `${BASE_URL}/media//`,
])('%s has a plain poster and is not fetched either', async (url) => {
  const response = await posterOf(url);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  await expectImage(response, 'image/png');
  expect(fetched).toBe(0);
});

test('a file that was deleted has a plain poster', async () => {
  const library = libraryOf(press.tenant);
  const gone = await library.upload(drawPng(2, 800, 450), 'gone.png');
  await library.post('delete', { ids: [gone.id] });
  await press.tenant.request('POST', '/trash/empty');
  await expectImage(await posterOf(gone.url), 'image/png');
});
