import { beforeEach, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { createProject, deleteTenant } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { signUser } from '../../support/signed-user.ts';
import { type Answer, adminScope, smallContent } from '../../support/test-app.ts';
import {
  ada,
  app,
  bob,
  countComments,
  id,
  post,
  put,
  remove,
  resolve,
  say,
  tenant,
  useCommentedTemplate,
} from './commented-template.ts';

useCommentedTemplate();

let comment: string;
beforeEach(async () => {
  comment = await say('root');
});

/** Every call that is made in a user's name. */
const writes = (user: object): Promise<Answer>[] => [
  post({ body: 'x' }, '', user),
  put(comment, { body: 'x' }, user),
  resolve(comment, {}, user),
  remove(comment, user),
];

async function expectRefused(user: object, status: number, code: string, field?: string): Promise<void> {
  const dump = await dumpDatabase(app);
  const events = app.events.length;
  for (const answer of await Promise.all(writes(user))) {
    expectError(answer, status, code);
    if (field !== undefined) expect(Object.keys(answer.body.errors)).toContain(field);
    // Nothing a signature could be made from, or guessed by.
    expect(answer.text).not.toContain(app.first.signing_key);
    expect(answer.text).not.toContain(ada.user_signature);
  }
  expect([(await dumpDatabase(app)) === dump, app.events.length]).toEqual([true, events]);
}

const hmac = (key: string, text: string, hash = 'sha256', encoding: 'hex' | 'base64' = 'hex') =>
  createHmac(hash, key).update(text).digest(encoding);

describe('refused as forged', () => {
  test.each<[string, () => object]>([
    ['another user’s signature', () => ({ ...ada, user_signature: bob.user_signature })],
    ['another id under a signature', () => ({ ...ada, user_id: 'u-bob' })],
    ['the id in upper case', () => ({ ...ada, user_id: 'U-ADA' })],
    ['a space behind the id', () => ({ ...ada, user_id: 'u-ada ' })],
    ['a random one', () => ({ ...ada, user_signature: 'f'.repeat(64) })],
    ['its first half', () => ({ ...ada, user_signature: ada.user_signature.slice(0, 32) })],
    ['one character more', () => ({ ...ada, user_signature: `${ada.user_signature}0` })],
    ['in upper case', () => ({ ...ada, user_signature: ada.user_signature.toUpperCase() })],
    [
      'a plain hash of the id',
      () => ({ ...ada, user_signature: new Bun.CryptoHasher('sha256').update('u-ada').digest('hex') }),
    ],
    [
      'signed with the client secret',
      () => ({ ...ada, user_signature: hmac(app.first.client_secret, 'u-ada') }),
    ],
    ['signed with the API key', () => ({ ...ada, user_signature: hmac(app.first.api_key, 'u-ada') })],
    ['signed with an empty key', () => ({ ...ada, user_signature: hmac('', 'u-ada') })],
    ['the name signed', () => ({ ...ada, user_signature: hmac(app.first.signing_key, 'Ada') })],
    ['another hash', () => ({ ...ada, user_signature: hmac(app.first.signing_key, 'u-ada', 'sha512') })],
    [
      'in base64',
      () => ({ ...ada, user_signature: hmac(app.first.signing_key, 'u-ada', 'sha256', 'base64') }),
    ],
    ['letters that are no hex, of the same length', () => ({ ...ada, user_signature: 'ü'.repeat(64) })],
  ])('%s', async (_name, user) => {
    await expectRefused(user(), 403, 'forbidden');
  });

  test('a signature of another project', async () => {
    const other = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'scale' });
    await expectRefused(signUser(other.signing_key), 403, 'forbidden');
  });
});

describe('refused as incomplete', () => {
  test.each<[string, () => object, string]>([
    ['no user', () => ({}), 'user_id'],
    ['no signature', () => ({ ...ada, user_signature: undefined }), 'user_signature'],
    ['an empty signature', () => ({ ...ada, user_signature: '' }), 'user_signature'],
    [
      'three empty fields, as editors without a user send them',
      () => ({ user_id: '', user_name: '', user_signature: '' }),
      'user_id',
    ],
    ['no id', () => ({ ...ada, user_id: undefined }), 'user_id'],
    ['no name', () => ({ ...ada, user_name: undefined }), 'user_name'],
    ['a number as id', () => ({ ...ada, user_id: 5 }), 'user_id'],
    ['a list as signature', () => ({ ...ada, user_signature: [ada.user_signature] }), 'user_signature'],
    ['null as signature', () => ({ ...ada, user_signature: null }), 'user_signature'],
    ['an id of 256 characters', () => signUser(app.first.signing_key, 'x'.repeat(256)), 'user_id'],
    ['a name of 256 characters', () => ({ ...ada, user_name: 'x'.repeat(256) }), 'user_name'],
    [
      'an id in the form of an agent’s',
      () => signUser(app.first.signing_key, 'agent:01a1ff2f-3539-70db-91b8-fe7b62f4f698'),
      'user_id',
    ],
    [
      'a list of recipients, whose signature is valid',
      () => signUser(app.first.signing_key, '["ada@example.com"]'),
      'user_id',
    ],
    ['the operator’s agent', () => signUser(app.first.signing_key, 'agent:stdio'), 'user_id'],
  ])('%s', async (_name, user, field) => {
    await expectRefused(user(), 422, 'validation_failed', field);
  });
});

test.each([['Zoë Ünal'], ['u/1?x=#&'], ["'; DROP TABLE comments; --"], ['agent:42'], ['用户'], [' x ']])(
  'an id can be any text: %s',
  async (userId) => {
    const user = signUser(app.first.signing_key, userId, userId);
    const answer = await post({ body: 'x' }, '', user);
    expect([answer.status, answer.body.data.author_identifier]).toEqual([201, userId]);
    expect((await remove(answer.body.data.id, user)).status).toBe(204);
  },
);

describe('a token that names a user', () => {
  const asAda = async () =>
    (await app.exchangeToken('default', { user: { id: 'u-ada', name: 'Ada Lovelace' } })).token;
  const comment = async (user: object) =>
    tenant.request('POST', `/templates/${id}/comments`, {
      token: await asAda(),
      body: { body: 'x', ...user },
    });

  test('lets that user comment, under the name it vouches for', async () => {
    const answer = await comment({ ...ada, user_name: 'The boss' });
    expect([answer.status, answer.body.data.author_name]).toEqual([201, 'Ada Lovelace']);
  });

  test('refuses another user, even with a valid signature', async () => {
    const answer = await comment(bob);
    expectError(answer, 403, 'forbidden');
    expect(answer.body.message).toContain('another user');
  });

  test('does not take the place of the signature', async () => {
    expectError(await comment({}), 422, 'validation_failed');
    expectError(await comment({ ...ada, user_signature: bob.user_signature }), 403, 'forbidden');
  });

  test('answers its own signature, which is accepted', async () => {
    const exchanged = await app.exchangeToken('default', { user: { id: 'u-eve', name: 'Eve' } });
    const { user, token } = exchanged as never as {
      token: string;
      user: { id: string; name: string; signature: string };
    };
    const body = { body: 'x', user_id: user.id, user_name: user.name, user_signature: user.signature };
    expect((await tenant.request('POST', `/templates/${id}/comments`, { token, body })).status).toBe(201);
  });
});

describe('a user of another tenant', () => {
  test('finds nothing of this one with the own token, however signed', async () => {
    const other = await app.openTenant('other');
    const path = `/templates/${id}/comments`;
    for (const [method, at] of [
      ['GET', path],
      ['POST', path],
      ['PUT', `${path}/${comment}`],
      ['DELETE', `${path}/${comment}`],
      ['POST', `${path}/${comment}/resolve`],
    ] as const) {
      const text = method === 'PUT' || at === path ? { body: 'x' } : {};
      const body = method === 'GET' ? undefined : { ...text, ...ada };
      const answer = await other.request(method, at, { body });
      expectError(answer, 404, 'not_found');
      expect(answer.body.message).toBe('Template not found.');
    }
  });

  test('cannot reply to a comment of this one from a template of the own', async () => {
    const other = await app.openTenant('other');
    const created = await other.request('POST', '/templates', { body: { content: smallContent() } });
    const path = `/templates/${created.body.data.id}/comments`;
    const answer = await other.request('POST', path, { body: { body: 'x', parent_id: comment, ...ada } });
    expectError(answer, 404, 'not_found');
  });

  test('goes with the tenant, comments and all', async () => {
    const gone = { project_id: app.first.project_id, tenant: 'default' };
    await perform(deleteTenant, app.deps, adminScope, { ...gone, now: true });
    expect(await countComments()).toBe(0);
  });
});
