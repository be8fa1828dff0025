import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { MIN_UNPARSED_BYTES } from '../../../src/platform/json/request-body.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('large');
});
afterAll(() => app.stop());

const SMALL = '<p>text</p>';
const LARGE = `<p>${'text '.repeat(MIN_UNPARSED_BYTES / 5)}</p>`;

const paragraph = (id: string, content: string) => ({ id, type: 'paragraph', content });

/** Contents with something wrong, as JSON. */
const WRONG: [string, (text: string) => string][] = [
  ['no JSON', (text) => `{"blocks":[${JSON.stringify(paragraph('b1', text))},],"settings":{}}`],
  ['half of a list', (text) => `{"blocks":[${JSON.stringify(paragraph('b1', text))}`],
  ['a list', (text) => JSON.stringify([text])],
  ['a NUL character', (text) => JSON.stringify({ blocks: [paragraph('b1', `\0${text}`)], settings: {} })],
  ['half of a surrogate pair', (text) => `{"blocks":[],"settings":{"preheaderText":"\\ud800 ${text}"}}`],
  [
    'a number that is too large',
    (text) => `{"blocks":[],"settings":{"preheaderText":"${text}","width":1e999}}`,
  ],
  ['a field of another type', (text) => JSON.stringify({ blocks: [paragraph('b1', text)], settings: 1 })],
  [
    'two blocks with one id',
    (text) => JSON.stringify({ blocks: ['b1', 'b1'].map((id) => paragraph(id, text)) }),
  ],
];

describe('a large content', () => {
  test.each(WRONG)('is refused like a small one: %s', async (_name, make) => {
    const send = async (text: string) => {
      const { status, body } = await tenant.request('POST', '/templates', {
        body: `{"content":${make(text)},"name":"A"}`,
      });
      return { status, code: body.code, errors: body.errors };
    };
    const refused = await send(SMALL);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await send(LARGE)).toEqual(refused);
  });

  test('is refused if it is not UTF-8', async () => {
    const body = Buffer.from(JSON.stringify({ content: { blocks: [paragraph('b1', LARGE)] } }));
    body[body.indexOf('text text')] = 0xff;
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' };
    const request = new Request(`http://localhost${tenant.base}/templates`, {
      method: 'POST',
      headers,
      body,
    });
    const response = await app.http.handle(request);
    const answer = (await response.json()) as { code: string };
    expect([response.status, answer.code]).toEqual([400, 'invalid_json']);
  });

  test.each([
    ['a smaller one follows', [LARGE, SMALL], SMALL],
    ['it follows a larger one', [`${LARGE}${LARGE}`, LARGE], LARGE],
  ])('of several members the last counts: %s', async (_name, texts, stored) => {
    const members = texts.map((text) => `"content":${JSON.stringify({ blocks: [paragraph('b1', text)] })}`);
    const { status, body } = await tenant.request('POST', '/templates', { body: `{${members}}` });
    expect([status, body.data.content.blocks[0].content === stored]).toEqual([201, true]);
  });

  test('is completed and stored, with the fields beside it', async () => {
    const body = `{"name":"Before","content":${JSON.stringify({ blocks: [paragraph('b1', LARGE)] }, null, 1)},"tags":["after"]}`;
    const { status, body: created } = await tenant.request('POST', '/templates', { body });
    expect([status, created.data.name, created.data.tags]).toEqual([201, 'Before', ['after']]);
    const [block] = created.data.content.blocks;
    expect([block.content, typeof block.styles]).toEqual([LARGE, 'object']);
    // In full form now, which is stored as it is sent.
    const content = { ...created.data.content, settings: { ...created.data.content.settings, width: 580 } };
    const path = `/templates/${created.data.id}`;
    const saved = await tenant.request('PUT', path, { body: JSON.stringify({ content }) });
    expect([saved.status, saved.body.data.version]).toEqual([200, 2]);
    expect((await tenant.request('GET', path)).body.data.content).toEqual(content);
    const text = JSON.stringify({ content });
    const snapshot = await tenant.request('POST', `${path}/snapshots`, { body: text });
    expect([snapshot.status, snapshot.body.data.content]).toEqual([201, content]);
    const rendered = await tenant.request('POST', '/render', { body: text });
    expect([rendered.status, rendered.body.data.html.includes(LARGE.slice(3, -4))]).toEqual([200, true]);
    const same = await tenant.request('PUT', path, { body: JSON.stringify({ content }) });
    expect(same.body.data.version).toBe(2);
  });
});
