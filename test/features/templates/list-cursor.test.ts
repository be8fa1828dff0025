import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createProject } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { expectError } from '../../support/expect-error.ts';
import {
  type Answer,
  adminScope,
  createTestApp,
  smallContent,
  type TestApp,
} from '../../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let cursor: string;

beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
  await fill(tenant);
  cursor = (await list()).body.meta.next_cursor;
});
afterAll(() => app.stop());

async function fill(target: Pick<typeof tenant, 'request'>): Promise<void> {
  for (let i = 0; i < 30; i += 1) {
    await target.request('POST', '/templates', { body: { content: smallContent(), name: `Offer ${i}` } });
  }
}

const list = (
  query: Record<string, string> = {},
  target: Pick<typeof tenant, 'request'> = tenant,
): Promise<Answer> => target.request('GET', `/templates?${new URLSearchParams(query)}`);

function expectRefused(answer: Answer): void {
  expectError(answer, 422, 'validation_failed');
  expect(Object.keys(answer.body.errors)).toEqual(['cursor']);
}

test('a cursor is good for its own list, again and again', async () => {
  for (let i = 0; i < 2; i += 1) {
    const answer = await list({ cursor });
    expect([answer.status, answer.body.data.length]).toEqual([200, 5]);
  }
  expect((await list({ cursor, sort: 'newest', search: '' })).status).toBe(200);
});

test('a cursor fits into an address as it is and tells nothing of the tenant', () => {
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('acme');
});

describe('refused with 422', () => {
  test.each([
    ['a word', 'next'],
    ['a number', '25'],
    ['an offset made by hand', Buffer.from('["x","x"]').toString('base64url')],
    ['an empty seal', Buffer.concat([Buffer.alloc(16), Buffer.from('["x","x"]')]).toString('base64url')],
    ['sixteen bytes', Buffer.alloc(16).toString('base64url')],
    ['SQL', "' OR 1=1 --"],
    ['2048 letters', 'a'.repeat(2048)],
    ['10,000 letters', 'a'.repeat(10_000)],
    ['emoji', '🎉'],
    ['JSON', '{"$gt":""}'],
  ])('%s', async (_name, made) => {
    expectRefused(await list({ cursor: made }));
  });

  test('every single changed byte, and every shortened or lengthened one', async () => {
    const bytes = Buffer.from(cursor, 'base64url');
    const changed = [bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.from(' ')])];
    for (let i = 0; i < bytes.length; i += 1) {
      const copy = Buffer.from(bytes);
      copy[i] = (copy[i] as number) ^ 1;
      changed.push(copy);
    }
    for (const each of changed) expectRefused(await list({ cursor: each.toString('base64url') }));
  });

  test.each(['oldest', 'updated', 'name_asc', 'name_desc'])('with the sort %s', async (sort) => {
    expectRefused(await list({ cursor, sort }));
  });

  test('with a search added, changed or left out', async () => {
    expectRefused(await list({ cursor, search: 'Offer' }));
    const searched = (await list({ search: 'Offer' })).body.meta.next_cursor;
    expect((await list({ cursor: searched, search: 'OFFER' })).status).toBe(200);
    expectRefused(await list({ cursor: searched, search: 'Offe' }));
    expectRefused(await list({ cursor: searched }));
  });

  test('of another tenant, in both directions', async () => {
    const other = await app.openTenant('other');
    await fill(other);
    const theirs = (await list({}, other)).body.meta.next_cursor;
    expectRefused(await list({ cursor: theirs }));
    expectRefused(await list({ cursor }, other));
  });

  test('of the tenant of the same name in another project', async () => {
    const { client_id, client_secret, id } = await perform(createProject, app.deps, adminScope, {
      name: 'Other',
      plan: 'scale',
    });
    const { token } = await app.exchangeToken('acme', { client_id, client_secret });
    const path = `/api/v1/projects/${id}/tenants/acme/templates?cursor=${cursor}`;
    expectRefused(await app.request('GET', path, { token }));
  });

  test('of another installation', async () => {
    const elsewhere = await createTestApp();
    try {
      const theirs = await elsewhere.openTenant('acme');
      await fill(theirs);
      expectRefused(await list({ cursor }, theirs));
    } finally {
      await elsewhere.stop();
    }
  });
});

test.each([
  ['an unknown sort', { sort: 'id; DROP TABLE templates' }, 'sort'],
  ['an empty sort', { sort: '' }, 'sort'],
  ['a sort in upper case', { sort: 'NEWEST' }, 'sort'],
  ['256 characters of search', { search: 'x'.repeat(256) }, 'search'],
  ['NUL in the search', { search: 'a\0b' }, 'search'],
])('%s is refused', async (_name, query, field) => {
  const answer = await list(query);
  expectError(answer, 422, 'validation_failed');
  expect(Object.keys(answer.body.errors)).toEqual([field]);
});
