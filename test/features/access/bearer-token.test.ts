import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { generateKeyPairSync, sign as signAsymmetric } from 'node:crypto';
import { listTokenKeys, rotateTokenKey } from '../../../src/features/access/index.ts';
import { deleteTenant, setProjectPlan } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { encodePart, readSigningKey, readToken, signByHand } from './signed-token.ts';

let app: TestApp;
let path: string;
let good: { header: Record<string, unknown>; claims: Record<string, unknown>; token: string };
let key: { kid: string; secret: Buffer };

beforeEach(async () => {
  app = await createTestApp();
  const { token, base } = await app.openTenant('acme');
  path = `${base}/config`;
  good = { token, ...readToken(token) };
  key = await readSigningKey(app);
});
afterEach(() => app.stop());

const call = (token: string) => app.request('GET', path, { token });
const statusOf = async (token: string) => (await call(token)).status;

test('a token made by hand with the right key and claims is accepted: the refusals below are for their own reason', async () => {
  expect(await statusOf(signByHand(good.header, good.claims, key.secret))).toBe(200);
});

describe('refused with 401', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const without = (name: string) => {
    const { [name]: _left, ...claims } = good.claims;
    return signByHand(good.header, claims, key.secret);
  };
  const withClaims = (change: object) => signByHand(good.header, { ...good.claims, ...change }, key.secret);
  const withHeader = (change: object) => signByHand({ ...good.header, ...change }, good.claims, key.secret);
  const parts = () => good.token.split('.') as [string, string, string];

  test.each<[string, () => string]>([
    ['alg none without signature', () => `${encodePart({ ...good.header, alg: 'none' })}.${parts()[1]}.`],
    [
      'alg none with the old signature',
      () => `${encodePart({ ...good.header, alg: 'none' })}.${parts()[1]}.${parts()[2]}`,
    ],
    ['alg None', () => `${encodePart({ ...good.header, alg: 'None' })}.${parts()[1]}.`],
    ['no alg', () => `${encodePart({ kid: key.kid })}.${parts()[1]}.${parts()[2]}`],
    [
      'HS512 with our own key',
      () => signByHand({ ...good.header, alg: 'HS512' }, good.claims, key.secret, 'sha512'),
    ],
    [
      'HS384 with our own key',
      () => signByHand({ ...good.header, alg: 'HS384' }, good.claims, key.secret, 'sha384'),
    ],
    ['HS256 in the header, HS512 in truth', () => signByHand(good.header, good.claims, key.secret, 'sha512')],
    [
      'RS256',
      () => {
        const signed = `${encodePart({ ...good.header, alg: 'RS256' })}.${parts()[1]}`;
        return `${signed}.${signAsymmetric('sha256', Buffer.from(signed), rsa.privateKey).toString('base64url')}`;
      },
    ],
    ['HS256 under a public key', () => signByHand(good.header, good.claims, publicPem)],
    [
      'a key brought along',
      () => signByHand({ ...good.header, jwk: { kty: 'oct', k: encodePart('mine') } }, good.claims, 'mine'),
    ],
    ['HS256 under an empty key', () => signByHand(good.header, good.claims, '')],
    ['another instance’s key', () => signByHand(good.header, good.claims, Buffer.alloc(32, 1))],
    ['the signing key of the project', () => signByHand(good.header, good.claims, app.first.signing_key)],
    ['the client secret as key', () => signByHand(good.header, good.claims, app.first.client_secret)],
    ['an unknown kid', () => withHeader({ kid: 'unknown' })],
    ['no kid', () => withHeader({ kid: undefined })],
    ['SQL as kid', () => withHeader({ kid: "' OR 1=1 --" })],
    ['a critical extension', () => withHeader({ crit: ['x'], x: 1 })],
    [
      'other claims under the old signature',
      () => `${parts()[0]}.${encodePart({ ...good.claims, exp: 9e9 })}.${parts()[2]}`,
    ],
    [
      'a changed signature',
      () => `${parts()[0]}.${parts()[1]}.${parts()[2].startsWith('A') ? 'B' : 'A'}${parts()[2].slice(1)}`,
    ],
    ['half a signature', () => good.token.slice(0, -20)],
    ['no signature', () => `${parts()[0]}.${parts()[1]}.`],
    ['two parts', () => `${parts()[0]}.${parts()[1]}`],
    ['four parts', () => `${good.token}.x`],
    ['no exp', () => without('exp')],
    ['no sub', () => without('sub')],
    ['no pid', () => without('pid')],
    ['no tid', () => without('tid')],
    ['no iss', () => without('iss')],
    ['another issuer', () => withClaims({ iss: 'someone' })],
    ['exp as text', () => withClaims({ exp: '9999999999' })],
    ['exp in the past', () => withClaims({ exp: 1 })],
    ['not valid yet', () => withClaims({ nbf: Math.floor(app.clock.now() / 1000) + 60 })],
    ['tid as text', () => withClaims({ tid: String(good.claims.tid) })],
    ['an unknown tid', () => withClaims({ tid: 999_999 })],
    ['an unknown tenant', () => withClaims({ sub: 'nobody' })],
    ['an unknown project', () => withClaims({ pid: '00000000-0000-7000-8000-000000000000' })],
    ['claims that are a list', () => signByHand(good.header, [], key.secret)],
    ['claims that are no JSON', () => signByHand(good.header, 'x', key.secret)],
    ['garbage', () => 'garbage'],
    ['dots', () => '..'],
    ['a megabyte', () => 'a'.repeat(1_000_000)],
    ['the API key', () => app.first.api_key],
    ['the client secret', () => app.first.client_secret],
  ])('%s', async (_name, make) => {
    const before = await dumpDatabase(app);
    const answer = await call(make());
    expectError(answer, 401, 'unauthorized');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await dumpDatabase(app)).toBe(before);
    expect(await statusOf(good.token)).toBe(200);
  });

  test.each<[string, (token: string) => Record<string, string>]>([
    ['no header', () => ({})],
    ['an empty header', () => ({ authorization: '' })],
    ['only the scheme', () => ({ authorization: 'Bearer' })],
    ['the scheme and a space', () => ({ authorization: 'Bearer ' })],
    ['no scheme', (token) => ({ authorization: token })],
    ['another scheme', (token) => ({ authorization: `Basic ${token}` })],
    ['a scheme run together', (token) => ({ authorization: `Bearer${token}` })],
    ['a quoted token', (token) => ({ authorization: `Bearer "${token}"` })],
    ['two tokens', (token) => ({ authorization: `Bearer ${token}, Bearer ${token}` })],
    ['a cookie', (token) => ({ cookie: `token=${token}` })],
    ['another header', (token) => ({ 'x-authorization': `Bearer ${token}` })],
  ])('header: %s', async (_name, makeHeaders) => {
    expectError(await app.request('GET', path, { headers: makeHeaders(good.token) }), 401, 'unauthorized');
  });

  test('a token in the query', async () => {
    for (const name of ['token', 'access_token', 'authorization']) {
      expectError(await app.request('GET', `${path}?${name}=${good.token}`), 401, 'unauthorized');
    }
  });
});

test('the scheme’s case does not matter', async () => {
  for (const scheme of ['bearer', 'BEARER', 'BeArEr']) {
    const answer = await app.request('GET', path, { headers: { authorization: `${scheme} ${good.token}` } });
    expect(answer.status).toBe(200);
  }
});

test('a token lives 600 seconds to the millisecond, whether it has been used before or not', async () => {
  app.clock.advance(-(app.clock.now() % 1000));
  const used = (await app.exchangeToken('acme')).token;
  app.clock.advance(1000);
  const unused = (await app.exchangeToken('acme')).token;
  app.clock.advance(-1000);
  expect(await statusOf(used)).toBe(200);
  app.clock.advance(599_999);
  expect(await statusOf(used)).toBe(200);
  app.clock.advance(1);
  expectError(await call(used), 401, 'unauthorized');
  app.clock.advance(1000);
  expectError(await call(unused), 401, 'unauthorized');
  expectError(await call(used), 401, 'unauthorized');
});

describe('rotating the key', () => {
  const rotate = (revoke: boolean) => perform(rotateTokenKey, app.deps, adminScope, { revoke });

  test('lets old tokens live out their time, signs new ones with the new key', async () => {
    expect(await statusOf(good.token)).toBe(200);
    const created = await rotate(false);
    expect(await statusOf(good.token)).toBe(200);
    const { token } = await app.exchangeToken('acme');
    expect(readToken(token).header.kid).toBe(created.kid);
    expect(created.kid).not.toBe(key.kid);
    expect(await statusOf(token)).toBe(200);
    app.clock.advance(600_000);
    expect(await statusOf(signByHand(good.header, { ...good.claims, exp: 9e9 }, key.secret))).toBe(401);
    const { items } = await perform(listTokenKeys, app.deps, adminScope, {});
    expect(items.map((item) => item.kid)).toEqual([created.kid]);
  });

  test('with revoke refuses old tokens at once, remembered ones too', async () => {
    expect(await statusOf(good.token)).toBe(200);
    await rotate(true);
    expectError(await call(good.token), 401, 'unauthorized');
    expect(await statusOf((await app.exchangeToken('acme')).token)).toBe(200);
  });

  test('with revoke refuses tokens of every older key, also of one that was retiring already', async () => {
    await rotate(false);
    await rotate(true);
    expectError(await call(good.token), 401, 'unauthorized');
  });

  test('never leaves more than one key that signs', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, i) => rotate(i % 2 === 0)));
    const { items } = await perform(listTokenKeys, app.deps, adminScope, {});
    expect(items.filter((item) => item.retires_at === null)).toHaveLength(1);
    expect(await statusOf((await app.exchangeToken('acme')).token)).toBe(200);
  });
});

describe('what changes behind a token', () => {
  const remove = () =>
    perform(deleteTenant, app.deps, adminScope, { project_id: app.first.project_id, tenant: 'acme' });

  test('its tenant is deleted', async () => {
    expect(await statusOf(good.token)).toBe(200);
    await remove();
    expectError(await call(good.token), 401, 'unauthorized');
  });

  test('its tenant is deleted and made again: the old token opens nothing of the new tenant', async () => {
    await remove();
    const again = await app.openTenant('acme');
    const body = { content: smallContent() };
    expect((await again.request('POST', '/templates', { body })).status).toBe(201);
    expectError(await call(good.token), 401, 'unauthorized');
    expectError(
      await app.request('GET', `${again.base}/templates`, { token: good.token }),
      401,
      'unauthorized',
    );
    expect((await again.request('GET', '/config')).body.data.template_count).toBe(1);
  });

  test('a change of plan shows at once', async () => {
    const { project_id } = app.first;
    expect((await call(good.token)).body.data).toMatchObject({
      plan: 'scale',
      features: { commenting: true },
    });
    await perform(setProjectPlan, app.deps, adminScope, { project_id, plan: 'starter' });
    const { data } = (await call(good.token)).body;
    expect(data).toMatchObject({
      plan: 'starter',
      features: { commenting: false, ai_generation: false, auto_save: true },
      limits: { max_templates: 50, media_categories: ['images'] },
    });
    expect(Object.keys(data.media.categories)).toEqual(['images']);
  });
});
