import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { dumpDatabase } from '../support/database-dump.ts';
import { expectError } from '../support/expect-error.ts';
import { type Answer, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
  const body = { content: smallContent(), name: 'Spring' };
  id = (await tenant.request('POST', '/templates', { body })).body.data.id;
});
afterAll(() => app.stop());

const SQL = '\'; DROP TABLE templates; DELETE FROM contents; -- " OR 1=1 /*';

/** The three calls that take content, with the rest of a body they accept. */
const writers = (): [string, string][] => [
  ['POST', '/templates'],
  ['PUT', `/templates/${id}`],
  ['POST', `/templates/${id}/versions`],
];

async function expectRefusedEverywhere(
  body: unknown,
  status: number,
  code: string,
  field?: string,
): Promise<void> {
  for (const [method, path] of writers()) {
    const before = await dumpDatabase(app);
    const events = app.events.length;
    const answer = await tenant.request(method, path, { body });
    expectError(answer, status, code);
    if (field !== undefined) expect(Object.keys(answer.body.errors)).toContain(field);
    expect(await dumpDatabase(app)).toBe(before);
    expect(app.events.length).toBe(events);
  }
  expect((await app.request('GET', '/api/v1/health')).status).toBe(200);
}

const nest = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
const LISTS = nest(10_000, '[', ']');
const OBJECTS = nest(10_000, '{"a":', '}');

describe('10,000 levels deep', () => {
  test.each([
    [
      'lists in an unknown field of a block',
      `{"content":{"blocks":[{"id":"a","type":"x","deep":${LISTS}}]}}`,
    ],
    [
      'objects in an unknown field of a block',
      `{"content":{"blocks":[{"id":"a","type":"html","content":"","deep":${OBJECTS}}]}}`,
    ],
    ['in the settings', `{"content":{"blocks":[],"settings":{"deep":${OBJECTS}}}}`],
    ['blocks', `{"content":{"blocks":${LISTS}}}`],
    [
      'sections in sections',
      `{"content":{"blocks":[${nest(10_000, '{"type":"section","children":[[', ']]}')}]}}`,
    ],
    ['the content itself', `{"content":${OBJECTS}}`],
    ['outside the content', `{"content":{"blocks":[]},"extra":${LISTS}}`],
    ['in the name', `{"content":{"blocks":[]},"name":${LISTS}}`],
  ])('%s is refused', async (_name, body) => {
    await expectRefusedEverywhere(body, 422, 'validation_failed');
  });

  test('in the token exchange is refused', async () => {
    const { client_id, client_secret } = app.first;
    const start = JSON.stringify({ client_id, client_secret, tenant: 'deep' }).slice(0, -1);
    for (const field of ['client_type', 'user', 'tenant2']) {
      const body = `${start},"${field}":${OBJECTS}}`;
      expectError(await app.request('POST', '/api/v1/auth/token', { body }), 422, 'validation_failed');
    }
    expect(await dumpDatabase(app)).not.toContain('"deep"');
  });
});

describe('too much', () => {
  test('3 MB of content', async () => {
    const blocks = [{ id: 'a', type: 'html', content: 'x'.repeat(3 * 1024 * 1024) }];
    await expectRefusedEverywhere({ content: { blocks } }, 413, 'too_large');
  });

  test('50,000 blocks', async () => {
    const blocks = Array.from({ length: 50_000 }, (_, i) => ({ id: `${i}`, type: 'x' }));
    await expectRefusedEverywhere({ content: { blocks } }, 413, 'too_large');
  });

  test('50,000 faults', async () => {
    await expectRefusedEverywhere({ content: { blocks: Array(50_000).fill(0) } }, 422, 'validation_failed');
  });

  test('250,000 values', async () => {
    await expectRefusedEverywhere({ content: { blocks: Array(250_000).fill(0) } }, 413, 'too_large');
  });

  test('5 MB of body, outside the content', async () => {
    const body = { content: smallContent(), padding: 'x'.repeat(5 * 1024 * 1024) };
    await expectRefusedEverywhere(body, 413, 'too_large');
  });

  const manyKeys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));

  test('100,000 keys', async () => {
    await expectRefusedEverywhere(manyKeys(100_000), 413, 'too_large');
  });

  test('9,000 unknown keys are refused in a short answer', async () => {
    const extra = manyKeys(9_000);
    const answer = await tenant.request('PUT', `/templates/${id}`, { body: { ...extra, name: 'Spring' } });
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toHaveLength(10);
  });
});

test('duplicate ids of blocks, also across sections', async () => {
  const block = { id: 'same', type: 'paragraph', content: 'x' };
  const section = { id: 's', type: 'section', columns: '1', children: [[block]] };
  await expectRefusedEverywhere(
    { content: { blocks: [block, block] } },
    422,
    'validation_failed',
    'content.blocks.1.id',
  );
  const field = 'content.blocks.1.children.0.0.id';
  await expectRefusedEverywhere({ content: { blocks: [block, section] } }, 422, 'validation_failed', field);
});

describe('text no database carries safely is refused wherever it stands', () => {
  const kinds: [string, string][] = [
    ['NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud800'],
    ['the other half', '\udc00b'],
    ['halves in the wrong order', '\udc00\ud800'],
  ];
  const places: [string, (text: string) => unknown][] = [
    ['the name', (text) => ({ content: { blocks: [] }, name: text })],
    ['text of a block', (text) => ({ content: { blocks: [{ type: 'paragraph', content: text }] } })],
    ['the id of a block', (text) => ({ content: { blocks: [{ id: text, type: 'html', content: '' }] } })],
    ['an unknown block type', (text) => ({ content: { blocks: [{ id: 'a', type: text }] } })],
    ['a setting', (text) => ({ content: { blocks: [], settings: { locale: text } } })],
    ['an unknown field, deep', (text) => ({ content: { blocks: [], x: [{ y: [text] }] } })],
    ['a key, deep', (text) => ({ content: { blocks: [], x: [{ [text]: 1 }] } })],
    ['a key with an object behind it', (text) => ({ content: { blocks: [], [text]: { a: 1 } } })],
    ['an unknown field outside', (text) => ({ content: { blocks: [] }, extra: text })],
    ['a key outside', (text) => ({ content: { blocks: [] }, [text]: 1 })],
  ];
  const cases = kinds.flatMap(([kind, text]) =>
    places.map(([place, make]): [string, string, unknown] => [kind, place, make(text)]),
  );
  test.each(cases)('%s in %s', async (_kind, _place, body) => {
    await expectRefusedEverywhere(body, 422, 'validation_failed');
  });

  test.each(kinds)('%s in a label', async (_kind, text) => {
    const before = await dumpDatabase(app);
    const answer = await tenant.request('POST', `/templates/${id}/snapshots`, { body: { label: text } });
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual(['label']);
    expect(await dumpDatabase(app)).toBe(before);
  });
});

describe('SQL in every text is text', () => {
  test('name, label, content, ids of blocks, search, cursor, tenant and paths', async () => {
    const tables = (await dumpDatabase(app)).match(/^# .*/gm);
    const content = {
      blocks: [{ id: SQL, type: 'html', content: SQL, [SQL]: SQL }],
      settings: { locale: SQL, backgroundColor: SQL },
    };
    const created = await tenant.request('POST', '/templates', { body: { name: SQL, content } });
    expect([created.status, created.body.data.name]).toEqual([201, SQL]);
    expect(created.body.data.content.blocks[0]).toMatchObject({ id: SQL, content: SQL, [SQL]: SQL });
    const path = `/templates/${created.body.data.id}`;
    const snapshot = await tenant.request('POST', `${path}/snapshots`, { body: { label: SQL, content } });
    expect([snapshot.status, snapshot.body.data.label]).toEqual([201, SQL]);
    const found = await tenant.request('GET', `/templates?search=${encodeURIComponent(SQL)}`);
    expect(found.body.data.map((item: { id: string }) => item.id)).toEqual([created.body.data.id]);
    const encoded = encodeURIComponent(SQL);
    const notFound: Answer[] = [
      await tenant.request('GET', `/templates/${encoded}`),
      await tenant.request('PUT', `/templates/${encoded}`, { body: { name: 'x' } }),
      await tenant.request('DELETE', `/templates/${encoded}`),
      await tenant.request('GET', `${path}/versions/${encoded}`),
      await tenant.request('POST', `${path}/versions/${encoded}/restore`),
    ];
    for (const answer of notFound) expectError(answer, 404, 'not_found');
    const evil = await app.openTenant(SQL);
    expect((await evil.request('GET', '/templates')).body.data).toEqual([]);
    expect((await dumpDatabase(app)).match(/^# .*/gm)).toEqual(tables);
    expect((await tenant.request('GET', `/templates/${id}`)).status).toBe(200);
  });
});

describe('keys that reach for the prototype', () => {
  const attacks = [
    '{"__proto__":{"isAdmin":true,"name":"x"}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"__proto__":null}',
    '{"prototype":{"isAdmin":true}}',
  ];
  test.each(attacks)('%s sets nothing', async (body) => {
    for (const [method, path] of [
      ['PUT', `/templates/${id}`],
      ['POST', '/templates'],
    ] as const) {
      const before = await dumpDatabase(app);
      expectError(await tenant.request(method, path, { body }), 422, 'validation_failed');
      expect(await dumpDatabase(app)).toBe(before);
    }
    expectError(await app.request('POST', '/api/v1/auth/token', { body }), 422, 'validation_failed');
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test('an inherited field does not count as given', async () => {
    const { client_id, client_secret } = app.first;
    const body = `{"__proto__":{"tenant":"acme"},"client_id":"${client_id}","client_secret":"${client_secret}"}`;
    const answer = await app.request('POST', '/api/v1/auth/token', { body });
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual(['__proto__']);
  });
});
