import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { rotateClientSecret } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { readRows } from '../../support/read-rows.ts';
import { type Answer, adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { readToken } from './signed-token.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const credentials = () => ({ client_id: app.first.client_id, client_secret: app.first.client_secret });
const exchange = (body: unknown): Promise<Answer> => app.request('POST', '/api/v1/auth/token', { body });
const hmac = (text: string) => createHmac('sha256', app.first.signing_key).update(text).digest('hex');

describe('a token', () => {
  test('comes bare, with exactly the four fields of the specification', async () => {
    const answer = await exchange({ ...credentials(), tenant: 'acme' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toMatch(/no-(store|cache)/);
    expect(answer.body).toEqual({
      token: answer.body.token,
      expires_at: Math.floor(app.clock.now() / 1000) + 600,
      project_id: app.first.project_id,
      tenant: 'acme',
    });
    const { header, claims } = readToken(answer.body.token);
    expect(header).toMatchObject({ alg: 'HS256' });
    expect(typeof header.kid).toBe('string');
    expect(claims.exp).toBe(answer.body.expires_at);
  });

  test.each([
    ['spaces and a slash', 'Ünal & Söhne / München'],
    ['an emoji', '🚀 team'],
    ['a path', '../x'],
    ['percent signs', '100%25 %2F %'],
    ['surrounding spaces', ' acme '],
    ['a plus and a question mark', 'a+b?c=d#e'],
    ['one character', 'x'],
    ['128 characters of two units', '😀'.repeat(128)],
    ['a name of Object.prototype', '__proto__'],
    ['SQL', "'; DROP TABLE tenants; --"],
    ['decomposed letters', 'Cafe\u0301'],
  ])('keeps a tenant exactly as sent: %s', async (_name, tenant) => {
    const answer = await exchange({ ...credentials(), tenant });
    expect([answer.status, answer.body.tenant]).toEqual([200, tenant]);
    const path = `/api/v1/projects/${app.first.project_id}/tenants/${encodeURIComponent(tenant)}/config`;
    expect((await app.request('GET', path, { token: answer.body.token })).status).toBe(200);
  });

  test('tenants that differ in case, spaces or normal form only are different tenants', async () => {
    const slugs = ['Case', 'case', 'case ', 'Caf\u00e9', 'Cafe\u0301'];
    for (const tenant of slugs) await exchange({ ...credentials(), tenant });
    const rows = await readRows<{ slug: string }>(app, `SELECT slug FROM tenants`);
    for (const slug of slugs) expect(rows.filter((row) => row.slug === slug)).toHaveLength(1);
  });

  test('client_type, which editors send, is ignored; other unknown fields are refused', async () => {
    const known = { ...credentials(), tenant: 'acme' };
    const answer = await exchange({ ...known, client_type: 'sdk' });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['expires_at', 'project_id', 'tenant', 'token']);
    expect(answer.body.project_id).toBe(app.first.project_id);
    const refusal = await exchange({
      ...known,
      project_id: 'other',
      __proto__x: 1,
      nested: { a: [1, null] },
    });
    expect(refusal.status).toBe(422);
    expect(Object.keys(refusal.body.errors).sort()).toEqual(['__proto__x', 'nested', 'project_id']);
  });

  test('user and test_email come back signed with the project’s signing key', async () => {
    const user = { id: 'u-ß/1', name: 'Zoë "Z" Ö' };
    const allowed_emails = ['b@example.com', 'ä@example.com', 'a@example.com'];
    const answer = await exchange({ ...credentials(), tenant: 'acme', user, test_email: { allowed_emails } });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toEqual({ ...user, signature: hmac(user.id) });
    expect(answer.body.test_email).toEqual({
      allowed_emails,
      signature: hmac(JSON.stringify(allowed_emails)),
    });
  });

  test.each(['["evil@x.test"]', '["a","b"]', '[]', '[""]'])(
    'a user id that could be a list of recipients is refused: %s',
    async (id) => {
      const before = await dumpDatabase(app);
      const user = { id, name: 'U' };
      const answer = await exchange({ ...credentials(), tenant: 'never', user });
      expectError(answer, 422, 'validation_failed');
      expect(Object.keys(answer.body.errors)).toEqual(['user.id']);
      expect(await dumpDatabase(app)).toBe(before);
    },
  );

  test.each(['[Ada]', '[1]', '{"a":1}', '"x"'])('a user id in another form is signed: %s', async (id) => {
    const answer = await exchange({ ...credentials(), tenant: 'acme', user: { id, name: 'U' } });
    expect(answer.body.user).toEqual({ id, name: 'U', signature: hmac(id) });
  });

  test('an empty recipient list is signed too; nothing unasked is added to the user', async () => {
    const user = { id: 'u', name: 'U', role: 'admin' };
    const answer = await exchange({
      ...credentials(),
      tenant: 'acme',
      user,
      test_email: { allowed_emails: [] },
    });
    expect(answer.body.test_email).toEqual({ allowed_emails: [], signature: hmac('[]') });
    expect(answer.body.user).toEqual({ id: 'u', name: 'U', signature: hmac('u') });
  });
});

describe('a new tenant', () => {
  test('is made once by a hundred simultaneous first requests, with one event', async () => {
    const body = { ...credentials(), tenant: 'stampede' };
    const answers = await Promise.all(Array.from({ length: 100 }, () => exchange(body)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(200));
    const rows = await readRows(app, `SELECT id FROM tenants WHERE slug = 'stampede'`);
    expect(rows).toHaveLength(1);
    const ids = new Set(answers.map((answer) => readToken(answer.body.token).claims.tid));
    expect(ids.size).toBe(1);
    const created = app.events.filter((event) => event.type === 'tenant.created');
    expect(
      created.filter((event) => 'tenant' in event.payload && event.payload.tenant === 'stampede'),
    ).toEqual([{ type: 'tenant.created', payload: { projectId: app.first.project_id, tenant: 'stampede' } }]);
  });

  test('a second request makes neither a tenant nor an event', async () => {
    await exchange({ ...credentials(), tenant: 'again' });
    const before = { dump: await dumpDatabase(app), events: app.events.length };
    await exchange({ ...credentials(), tenant: 'again' });
    expect({ dump: await dumpDatabase(app), events: app.events.length }).toEqual(before);
  });
});

describe('refused with 422 naming the field', () => {
  const ok = () => ({ ...credentials(), tenant: 'never' }) as Record<string, unknown>;
  const without = (name: string) => () => {
    const { [name]: _left, ...rest } = ok();
    return rest;
  };
  test.each<[string, () => unknown, string[]]>([
    ['nothing sent', () => ({}), ['client_id', 'client_secret', 'tenant']],
    ['no client_id', without('client_id'), ['client_id']],
    ['no client_secret', without('client_secret'), ['client_secret']],
    ['no tenant', without('tenant'), ['tenant']],
    [
      'numbers',
      () => ({ client_id: 1, client_secret: 2, tenant: 3 }),
      ['client_id', 'client_secret', 'tenant'],
    ],
    ['null tenant', () => ({ ...ok(), tenant: null }), ['tenant']],
    ['a list as tenant', () => ({ ...ok(), tenant: ['acme'] }), ['tenant']],
    ['an object as secret', () => ({ ...ok(), client_secret: { $ne: '' } }), ['client_secret']],
    ['a text as user', () => ({ ...ok(), user: 'me' }), ['user']],
    ['a user without id', () => ({ ...ok(), user: { name: 'x' } }), ['user.id']],
    ['a user with an empty name', () => ({ ...ok(), user: { id: 'x', name: '' } }), ['user.name']],
    [
      'an address as list',
      () => ({ ...ok(), test_email: { allowed_emails: 'a@b' } }),
      ['test_email.allowed_emails'],
    ],
    [
      'a number as address',
      () => ({ ...ok(), test_email: { allowed_emails: [1] } }),
      ['test_email.allowed_emails.0'],
    ],
    ['an empty tenant', () => ({ ...ok(), tenant: '' }), ['tenant']],
    ['tenant .', () => ({ ...ok(), tenant: '.' }), ['tenant']],
    ['tenant ..', () => ({ ...ok(), tenant: '..' }), ['tenant']],
    ['129 characters', () => ({ ...ok(), tenant: 'x'.repeat(129) }), ['tenant']],
    ['129 emojis', () => ({ ...ok(), tenant: '😀'.repeat(129) }), ['tenant']],
    ['5 KB of tenant', () => ({ ...ok(), tenant: 'x'.repeat(5120) }), ['tenant']],
    ['a line break', () => ({ ...ok(), tenant: 'a\nb' }), ['tenant']],
    ['DEL', () => ({ ...ok(), tenant: 'a\x7f' }), ['tenant']],
    ['a C1 control character', () => ({ ...ok(), tenant: 'a\x85' }), ['tenant']],
    ['NUL', () => ({ ...ok(), tenant: 'a\0' }), ['tenant']],
    ['half a surrogate pair', () => ({ ...ok(), tenant: 'a\ud800' }), ['tenant']],
    ['NUL in the client ID', () => ({ ...ok(), client_id: 'a\0' }), ['client_id']],
    ['NUL in a user name', () => ({ ...ok(), user: { id: 'a', name: 'b\0' } }), ['user.name']],
    ['NUL in an unknown field', () => ({ ...ok(), note: 'b\0' }), ['note']],
  ])('%s', async (_name, makeBody, fields) => {
    const before = await dumpDatabase(app);
    const answer = await exchange(makeBody());
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors).sort()).toEqual([...fields].sort());
    expect(answer.body.message).toStartWith(Object.keys(answer.body.errors)[0] as string);
    expect(await dumpDatabase(app)).toBe(before);
  });
});

describe('wrong credentials', () => {
  test('an unknown client and a wrong secret get the very same answer', async () => {
    const { client_id, client_secret } = credentials();
    const bodies = [
      { client_id, client_secret: `${client_secret}x`, tenant: 'intruder' },
      { client_id: `${client_id}x`, client_secret, tenant: 'intruder' },
      { client_id, client_secret: client_secret.toUpperCase(), tenant: 'intruder' },
      { client_id, client_secret: ` ${client_secret}`, tenant: 'intruder' },
      { client_id: '', client_secret: '', tenant: 'intruder' },
      { client_id: "' OR 1=1 --", client_secret: "' OR 1=1 --", tenant: 'intruder' },
      // Without credentials, the answer does not say whether the tenant's name is valid.
      { client_id, client_secret: 'wrong', tenant: '..' },
    ];
    const before = await dumpDatabase(app);
    const answers: Answer[] = [];
    for (const body of bodies) answers.push(await exchange(body));
    for (const answer of answers) expectError(answer, 401, 'unauthorized');
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    const headers = answers.map(({ headers }) => [...headers.keys()].sort().join());
    expect(new Set(headers).size).toBe(1);
    expect(await dumpDatabase(app)).toBe(before);
  });

  test('the signing key and the API key are no client secrets', async () => {
    for (const client_secret of [app.first.signing_key, app.first.api_key]) {
      const answer = await exchange({ client_id: app.first.client_id, client_secret, tenant: 'x' });
      expectError(answer, 401, 'unauthorized');
    }
  });
});

test('rotating the client secret: the old one works until its overlap ends, each rotation ends it no later', async () => {
  const own = await createTestApp();
  try {
    const { client_id, client_secret: first, project_id } = own.first;
    const statusWith = async (client_secret: string) =>
      (await own.request('POST', '/api/v1/auth/token', { body: { client_id, client_secret, tenant: 't' } }))
        .status;
    const rotate = (overlap_seconds: number) =>
      perform(rotateClientSecret, own.deps, adminScope, { project_id, overlap_seconds });
    const second = await rotate(3600);
    expect(Date.parse(second.old_secret_expires_at)).toBe(own.clock.now() + 3_600_000);
    expect([await statusWith(first), await statusWith(second.client_secret)]).toEqual([200, 200]);
    own.clock.advance(3_599_999);
    expect(await statusWith(first)).toBe(200);
    own.clock.advance(1);
    expect([await statusWith(first), await statusWith(second.client_secret)]).toEqual([401, 200]);
    const third = await rotate(3600);
    const fourth = await rotate(0);
    const statuses = [];
    for (const secret of [first, second, third, fourth]) {
      statuses.push(await statusWith(typeof secret === 'string' ? secret : secret.client_secret));
    }
    expect(statuses).toEqual([401, 401, 401, 200]);
    expect(JSON.stringify(own.events)).not.toContain(fourth.client_secret);
    const stored = await dumpDatabase(own);
    for (const secret of [first, second.client_secret, fourth.client_secret])
      expect(stored).not.toContain(secret);
  } finally {
    await own.stop();
  }
});

test('no secret and no token is in a log line or an error body', async () => {
  const { token } = await app.exchangeToken('quiet');
  const secret = app.first.client_secret;
  const bodies = [
    (await exchange({ ...credentials(), client_id: 'nobody', tenant: 'x' })).text,
    (await exchange({ ...credentials(), tenant: ['x'] })).text,
    (await exchange(`{"client_secret":"${secret}"`)).text,
    (await exchange(`"${secret}"`)).text,
    (await app.request('GET', '/api/v1/nowhere', { token })).text,
    (await app.request('GET', `/api/v1/projects/p/tenants/t/config?token=${token}`, { token })).text,
    (await app.request('GET', '/api/v1/projects/p/tenants/t/config', { token: `${token}x` })).text,
  ].join('\n');
  const logged = app.logLines.join('');
  expect(app.logLines.length).toBeGreaterThan(5);
  for (const value of [secret, token, app.first.signing_key, app.first.api_key]) {
    expect(bodies).not.toContain(value);
    expect(logged).not.toContain(value);
  }
});
