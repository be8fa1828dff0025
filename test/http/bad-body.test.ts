import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { dumpDatabase } from '../support/database-dump.ts';
import { expectError } from '../support/expect-error.ts';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;
let snapshotId: string;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
  const body = { content: smallContent(), name: 'Spring' };
  id = (await tenant.request('POST', '/templates', { body })).body.data.id;
  snapshotId = (await tenant.request('POST', `/templates/${id}/snapshots`)).body.data.id;
});
afterAll(() => app.stop());

/** Every call that takes a body, as method and full path. */
const targets = (): [string, string][] => [
  ['POST', '/api/v1/auth/token'],
  ['POST', `${tenant.base}/templates`],
  ['PUT', `${tenant.base}/templates/${id}`],
  ['POST', `${tenant.base}/templates/${id}/snapshots`],
  ['POST', `${tenant.base}/templates/${id}/versions`],
  ['POST', `${tenant.base}/templates/${id}/versions/${snapshotId}/restore`],
];

/** Sends the same to every target; nothing may change, and the service must be well afterwards. */
async function sendEverywhere(
  body: string | Uint8Array,
  contentType: string | undefined,
  status: number,
  code: string,
): Promise<void> {
  for (const [method, path] of targets()) {
    const before = await dumpDatabase(app);
    const headers = new Headers({ authorization: `Bearer ${tenant.token}` });
    if (contentType !== undefined) headers.set('content-type', contentType);
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const request = new Request(`http://localhost${path}`, { method, headers, body: bytes });
    if (contentType === undefined) request.headers.delete('content-type');
    const response = await app.handle(request);
    const text = await response.text();
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      throw new Error(`${method} ${path} answered ${response.status}, not in JSON: ${text.slice(0, 200)}`);
    }
    expectError({ status: response.status, headers: response.headers, text, body: parsed }, status, code);
    expect(await dumpDatabase(app)).toBe(before);
  }
  await expectWell();
}

async function expectWell(): Promise<void> {
  const health = await app.request('GET', '/api/v1/health');
  expect([health.status, health.text]).toEqual([200, expect.stringContaining('"status":"ok"')]);
}

describe('what is not JSON is refused with 400', () => {
  test.each<[string, string]>([
    ['a word', 'hello'],
    ['an open object', '{"tenant":"x"'],
    ['single quotes', "{'tenant':'x'}"],
    ['a trailing comma', '{"tenant":"x",}'],
    ['two objects', '{}{}'],
    ['NaN', '{"a":NaN}'],
    ['undefined', 'undefined'],
    ['a comment', '{/* */}'],
    ['XML', '<?xml version="1.0"?><tenant/>'],
    ['a form', 'tenant=x&client_id=y'],
    ['a raw line break in a text', '{"a":"b\nc"}'],
    ['a raw NUL', '{"a":"\0"}'],
    ['blanks', '   '],
    ['60,000 opening brackets', '['.repeat(60_000)],
    ['12,000 opening objects', '{"a":'.repeat(12_000)],
  ])('%s', async (_name, body) => {
    await sendEverywhere(body, 'application/json', 400, 'invalid_json');
  });

  test.each<[string, number[]]>([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a character cut short', [0x22, 0xf0, 0x9f, 0x98, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
    ['beyond Unicode', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
  ])('invalid UTF-8: %s', async (_name, bytes) => {
    await sendEverywhere(new Uint8Array(bytes), 'application/json', 400, 'invalid_json');
  });
});

describe('JSON of the wrong shape is refused with 422', () => {
  test.each(['[]', '[{}]', '"text"', '""', '42', '0', 'true', 'false', 'null'])('%s', async (body) => {
    await sendEverywhere(body, 'application/json', 422, 'validation_failed');
  });
});

describe('a body that is not declared as JSON is refused with 415', () => {
  test.each<[string, string | undefined]>([
    ['none', undefined],
    ['text/plain', 'text/plain;charset=UTF-8'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['multipart', 'multipart/form-data; boundary=x'],
    ['HTML', 'text/html'],
    ['JSON in name only', 'text/json'],
    ['jsonp', 'application/jsonp'],
    ['JSON as a parameter', 'text/plain; x=application/json'],
    ['garbage', ';;;'],
  ])('%s', async (_name, type) => {
    await sendEverywhere('{"name":"x"}', type, 415, 'unsupported_media_type');
  });

  test.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/vnd.api+json',
    ' application/json ',
  ])('%s is accepted', async (type) => {
    const answer = await tenant.request('PUT', `/templates/${id}`, {
      body: '{"name":"Spring"}',
      headers: { 'content-type': type },
    });
    expect(answer.status).toBe(200);
  });
});

test('a compressed body is refused with what to do', async () => {
  for (const encoding of ['gzip', 'br', 'deflate, gzip', '*']) {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const body = Buffer.from(Bun.gzipSync(new TextEncoder().encode('{"name":"x"}')));
    const answer = await tenant.request('PUT', `/templates/${id}`, { body, headers });
    expectError(answer, 415, 'unsupported_media_type');
    expect(answer.body.message).toContain(`without Content-Encoding (it was ${encoding})`);
  }
  const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
  expect(
    (await tenant.request('PUT', `/templates/${id}`, { body: '{"name":"Spring"}', headers })).status,
  ).toBe(200);
});

describe('no body at all', () => {
  test('gets an error that names the missing fields, for each content type', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const answer = await tenant.request('POST', '/templates', { headers: { 'content-type': type } });
      expectError(answer, 422, 'validation_failed');
      expect(Object.keys(answer.body.errors)).toEqual(['content']);
    }
  });

  test('on GET, a body does no harm', async () => {
    const answer = await tenant.request('GET', `/templates/${id}`, {
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
  });
});

test('a byte order mark before the JSON is no reason to refuse', async () => {
  const body = '\uFEFF{"name":"Spring"}';
  const answer = await tenant.request('PUT', `/templates/${id}`, { body });
  expect(answer.status).toBe(200);
});

test('a key given twice counts as its last, and is checked like that', async () => {
  const body = `{"name":"a","name":5}`;
  expectError(await tenant.request('PUT', `/templates/${id}`, { body }), 422, 'validation_failed');
});
