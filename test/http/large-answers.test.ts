import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { connect, ERAS, sendRpc, tenantAccessOf, UNLIMITED_CALLS } from '../mcp/tool-client.ts';
import { countRows } from '../support/database-dump.ts';
import { expectError } from '../support/expect-error.ts';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

setDefaultTimeout(60_000);

const MB = 1024 * 1024;

let app: TestApp;
let serial = 0;
beforeAll(async () => {
  // A tenant's share is 1 MB.
  app = await createTestApp({ answers_mb: 4, ...UNLIMITED_CALLS });
});
afterAll(() => app.stop());

let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
const open: Response[] = [];
beforeEach(async () => {
  for (const { body } of open.splice(0)) if (body?.locked === false) await body.cancel();
  serial += 1;
  tenant = await app.openTenant(`tenant ${serial}`);
});

const large = (text: string, bytes = 300_000) => smallContent(`${text} ${'words '.repeat(bytes / 6)}`);

async function create(content: object, by = tenant): Promise<string> {
  return (await by.request('POST', '/templates', { body: { content } })).body.data.id;
}

/** Sends a request and does not read the answer. */
async function startReading(path: string, by = tenant, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' };
  const request = new Request(`http://localhost${by.base}${path}`, { headers, ...init });
  const response = await app.http.handle(request);
  open.push(response);
  return response;
}

/** Fills the tenant's share with answers that nobody reads. */
async function fillShare(by = tenant): Promise<void> {
  for (;;) {
    const id = await create(large(`filling ${Math.random()}`), by);
    if ((await startReading(`/templates/${id}`, by)).status !== 200) return;
  }
}

test('beyond its share, a tenant gets large reads with 503 and the time to wait; small ones and other tenants go on', async () => {
  const id = await create(large('wanted'));
  const small = await create(smallContent('small'));
  await fillShare();
  expect(app.deps.answers.held).toBeGreaterThan(0);
  expect(app.deps.answers.held).toBeLessThanOrEqual(MB);
  const answer = await tenant.request('GET', `/templates/${id}`);
  expectError(answer, 503, 'unavailable');
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(answer.body.message).toContain('Too many large answers to this tenant');
  expect((await tenant.request('GET', `/templates/${small}`)).status).toBe(200);
  expect((await tenant.request('POST', `/templates/${small}/export`, { body: {} })).status).toBe(200);
  const other = await app.openTenant('other');
  const theirs = await create(large('theirs'), other);
  expect((await other.request('GET', `/templates/${theirs}`)).status).toBe(200);
  // Answers that are read, or whose client leaves, make room.
  await open.shift()?.text();
  await open.shift()?.body?.cancel();
  expect((await tenant.request('GET', `/templates/${id}`)).status).toBe(200);
});

test('all tenants together have no more than the whole', async () => {
  for (let i = 0; i < 7; i += 1) {
    const by = await app.openTenant(`crowd ${i}`);
    expect((await startReading(`/templates/${await create(large(`crowd ${i}`), by)}`, by)).status).toBe(200);
  }
  expect(app.deps.answers.held).toBeLessThanOrEqual(4 * MB);
  const refused = await tenant.request('GET', `/templates/${await create(large('late'))}`);
  expectError(refused, 503, 'unavailable');
  expect(refused.body.message).toStartWith('The server is sending too many large answers');
  expect(refused.headers.get('retry-after')).toBe('5');
});

test('readers of the same template share its bytes', async () => {
  const id = await create(large('shared', 900_000));
  const responses = await Promise.all(Array.from({ length: 30 }, () => startReading(`/templates/${id}`)));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  const texts = await Promise.all(responses.map((response) => response.text()));
  expect(new Set(texts).size).toBe(1);
  expect(JSON.parse(texts[0] as string).data.id).toBe(id);
  expect(app.deps.answers.held).toBe(0);
});

test('a change is refused before it is made, or answered', async () => {
  const id = await create(smallContent('before'));
  await fillShare();
  const templates = await countRows(app, 'templates');
  const refused = await startReading(`/templates/${id}`, tenant, {
    method: 'PUT',
    body: JSON.stringify({ content: large('after', 900_000) }),
    headers: {
      authorization: `Bearer ${tenant.token}`,
      'content-type': 'application/json',
      'content-length': '900000',
    },
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  const { data } = (await tenant.request('GET', `/templates/${id}`)).body;
  expect([data.version, data.content.blocks[0].content]).toEqual([1, '<p>before</p>']);
  // Without an announced length it is found out too late: the change is made, so its answer is sent.
  const sent = await tenant.request('POST', '/templates', { body: { content: large('sent') } });
  expect([sent.status, await countRows(app, 'templates')]).toEqual([201, templates + 1]);
  // A small save is never refused.
  const body = { content: smallContent('saved') };
  expect((await tenant.request('PUT', `/templates/${id}`, { body })).status).toBe(200);
});

test('results for agents count for their tenant too', async () => {
  const seat = tenantAccessOf(app);
  const own = await app.openTenant(seat.tenant);
  const id = await create(large('for agents'), own);
  const whole = await connect(app, 'modern').get('get-template', { template_id: id });
  expect(whole.content.blocks[0].content.length).toBeGreaterThan(300_000);
  expect(app.deps.answers.held).toBe(0);
  await fillShare(own);
  for (const era of ERAS) {
    const answer = await sendRpc(app, seat, era, 'tools/call', {
      name: 'get-template',
      arguments: { template_id: id },
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.body.error.message).toContain('Too many large answers');
  }
});

test('a long list of saved modules is read while it is sent', async () => {
  const names = ['a', 'b', 'c'];
  for (const name of names) {
    const content = large(name, 700_000).blocks;
    expect((await tenant.request('POST', '/saved-modules', { body: { name, content } })).status).toBe(201);
  }
  const response = await startReading('/saved-modules');
  expect(app.deps.answers.held).toBeLessThan(MB);
  const { data } = (await response.json()) as { data: { name: string; content: object[] }[] };
  expect(data.map(({ name }) => name)).toEqual(names);
  for (const { name, content } of data) expect(content).toEqual(large(name, 700_000).blocks);
  expect(app.deps.answers.held).toBe(0);
});
