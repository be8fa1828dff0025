import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { setBrand } from '../../src/features/projects/index.ts';
import { readRaster } from '../../src/mail/pictures/photo/index.ts';
import { STARTERS } from '../../src/mail/starters/choose-starter.ts';
import { LANGUAGES } from '../../src/mail/starters/words/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { connect, UNLIMITED_CALLS } from '../mcp/tool-client.ts';
import { expectError } from '../support/expect-error.ts';
import { adminScope, createTestApp, type TestApp } from '../support/test-app.ts';
import { BASE_URL, GUARD_MS } from './rendering/press.ts';

/** The gallery of starters: the list, pictures of them, and the templates and drawings they become. */

setDefaultTimeout(GUARD_MS);

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeAll(async () => {
  app = await createTestApp({ ...UNLIMITED_CALLS, base_url: BASE_URL });
  tenant = await app.openTenant('gallery');
});
afterAll(() => app.stop());

const ask = (method: string, path: string, body?: object) =>
  app.request(method, `${tenant.base}${path}`, { token: tenant.token, ...(body && { body }) });

async function fetchBytes(url: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer: Response = await app.http.handle(new Request(url, { headers }));
  return { status: answer.status, headers: answer.headers, bytes: await answer.bytes() };
}

const thumbnail = (query: string) =>
  fetchBytes(`http://localhost${tenant.base}/starters/thumbnail.png?${query}`, tenant.token);

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Picture {
  src: string;
  alt: string;
  decorative?: boolean;
}

const picturesIn = (content: unknown): Picture[] => {
  const found: Picture[] = [];
  JSON.stringify(content, (_key, value) => {
    if (value?.type === 'image') found.push(value);
    return value;
  });
  return found;
};

test('the list names each starter once, for programs and for agents', async () => {
  const { data } = (await ask('GET', '/starters')).body;
  expect(data.map(({ name }: { name: string }) => name)).toEqual([...STARTERS]);
  expect(new Set(data.map(({ family }: { family: string }) => family))).toEqual(
    new Set(['product', 'editorial', 'bold']),
  );
  const uri = 'service://starters';
  const { contents } = (await connect(app, 'modern').rpc('resources/read', { uri })).body.result;
  expect(JSON.parse(contents[0].text)).toEqual(data);
});

describe.each([...STARTERS])('the starter %s', (starter) => {
  test('becomes a template whose pictures are served without a token', async () => {
    const { body, status } = await ask('POST', '/templates', { starter, locale: 'de' });
    expect([status, body.data.content.settings.locale]).toEqual([201, 'de']);
    const pictures = picturesIn(body.data.content);
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.some(({ alt }) => alt !== '')).toBe(true);
    for (const { src, alt, decorative } of pictures) {
      expect([src.startsWith(`${BASE_URL}/api/v1/images/drawing/`), alt === '']).toEqual([
        true,
        decorative === true,
      ]);
    }
    const { status: served, headers, bytes } = await fetchBytes((pictures[0] as Picture).src);
    expect([served, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await new Bun.Image(bytes).metadata()).width).toBe(1200);
  });
});

test('its words are in every language, alternative texts too', async () => {
  const alts = new Set<string>();
  for (const locale of LANGUAGES.keys()) {
    const { body } = await ask('POST', '/templates', { starter: 'welcome', locale });
    alts.add(picturesIn(body.data.content).find(({ alt }) => alt !== '')?.alt ?? '');
  }
  expect(alts.size).toBe(LANGUAGES.size);
});

test('a thumbnail shows the drawing, in the brand of the tenant', async () => {
  const { status, bytes, headers } = await thumbnail('starter=promotion&width=300');
  expect([status, headers.get('content-type'), headers.get('etag') === null]).toEqual([
    200,
    'image/png',
    false,
  ]);
  const { data, width } = await readRaster(new Bun.Image(bytes));
  // The accent color of the tiles, which only the drawing has.
  const accents = data.filter(
    (red, at) => at % 4 === 0 && red === 245 && data[at + 1] === 181 && data[at + 2] === 68,
  );
  expect([width, accents.length > 500]).toEqual([300, true]);
  expect(hashOf((await thumbnail('starter=promotion&width=300')).bytes)).toBe(hashOf(bytes));
  for (const other of ['starter=promotion&width=300&locale=fr', 'starter=event&width=300'])
    expect(hashOf((await thumbnail(other)).bytes)).not.toBe(hashOf(bytes));
  const [light, dark] = await Promise.all(
    ['false', 'true'].map((value) => thumbnail(`starter=welcome&width=300&dark=${value}`)),
  );
  expect(hashOf(dark?.bytes ?? bytes)).not.toBe(hashOf(light?.bytes ?? bytes));
  const brand = { colors: { primary: '#0f6b4f' } };
  await perform(setBrand, app.deps, adminScope, {
    project_id: app.first.project_id,
    tenant: 'gallery',
    brand,
  });
  expect(hashOf((await thumbnail('starter=promotion&width=300')).bytes)).not.toBe(hashOf(bytes));
});

test('what does not exist is refused', async () => {
  expectError(await ask('GET', '/starters/thumbnail.png?starter=constructor'), 422, 'validation_failed');
  expectError(
    await ask('POST', '/templates', { content: { blocks: [] }, locale: 'de' }),
    422,
    'validation_failed',
  );
  const { body } = await ask('POST', '/templates', { starter: 'verify' });
  const src = (picturesIn(body.data.content)[0] as Picture).src;
  const changed = src.replace(/(.)\.png$/, (_, last) => `${last === 'A' ? 'B' : 'A'}.png`);
  for (const url of [
    changed,
    src.replace('.png', '.gif'),
    src.replace('/drawing/', '/countdown/'),
    `${src}/x`,
  ])
    expect([url.slice(-12), (await fetchBytes(url)).status]).toEqual([url.slice(-12), 404]);
});
