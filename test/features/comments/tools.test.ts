import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { createApiKey } from '../../../src/features/access/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { resultSchemaOf } from '../../mcp/result-schema.ts';
import {
  type Client,
  connect,
  dumpData,
  ERAS,
  expectRefused,
  tenantAccessOf,
  UNLIMITED_CALLS,
} from '../../mcp/tool-client.ts';
import { processCount } from '../../support/engine.ts';
import { messageOf } from '../../support/read-fence.ts';
import { signUser } from '../../support/signed-user.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

const TOOLS = ['list-comments', 'create-comment', 'update-comment', 'delete-comment', 'resolve-comment'];

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let template_id: string;
beforeEach(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  tenant = await app.openTenant();
  const body = { name: 'Letter', content: smallContent('First') };
  template_id = (await tenant.request('POST', '/templates', { body })).body.data.id;
});
afterEach(() => app.stop());

const asPerson = (method: string, path: string, body: object = {}) =>
  tenant.request(method, `/templates/${template_id}/comments${path}`, {
    body: { ...body, ...signUser(app.first.signing_key) },
  });
const sayAsPerson = async (body: object): Promise<string> => (await asPerson('POST', '', body)).body.data.id;
const listAsPerson = async () =>
  (await tenant.request('GET', `/templates/${template_id}/comments`)).body.data;
async function addAgent(name: string): Promise<Client> {
  const { api_key } = await perform(createApiKey, app.deps, adminScope, { name });
  return connect(app, 'modern', { ...tenantAccessOf(app), key: api_key });
}

describe('comments', () => {
  let client: Client;
  beforeEach(() => {
    client = connect(app, 'modern');
  });
  const say = (body: string, more: object = {}, by = client): Promise<{ id: string }> =>
    by.get('create-comment', { template_id, body, ...more });
  const list = (more: object = {}) => client.get('list-comments', { template_id, ...more });

  test('an agent reads what people say, answers and resolves it', async () => {
    const root = await sayAsPerson({ body: 'Too red', block_id: 'b1' });
    const at = processCount > 0 ? expect.any(String) : new Date(app.clock.now()).toISOString();
    const person = { author_name: 'Ada', author_type: 'user', created_at: at };
    expect(await list()).toEqual({
      items: [{ id: root, body: 'Too red', block_id: 'b1', ...person }],
      open: 1,
      resolved: 0,
      comments: 1,
      next_cursor: null,
    });
    const reply = await say('Now it is blue', { parent_id: root });
    expect<object>(reply).toEqual({ id: expect.any(String), created_at: at });
    expect(await client.get('resolve-comment', { template_id, comment_id: root, resolved: true })).toEqual({
      id: root,
      resolved: true,
    });
    const [thread] = (await list({ status: 'resolved' })).items;
    expect(thread).toEqual({
      id: root,
      body: 'Too red',
      block_id: 'b1',
      ...person,
      resolved: true,
      resolved_by_name: 'Scenario via First key',
      replies: [
        {
          id: reply.id,
          body: 'Now it is blue',
          author_name: 'Scenario via First key',
          author_type: 'agent',
          mine: true,
          created_at: at,
        },
      ],
    });
    expect((await list({ status: 'open' })).items).toEqual([]);
  });

  test('people see the name of its program and key, and that it is an agent', async () => {
    await say('Hello');
    const [comment] = await listAsPerson();
    expect(comment).toMatchObject({ author_name: 'Scenario via First key', author_type: 'agent' });
    expect(comment.author_identifier).toMatch(/^agent:[0-9a-f-]{36}$/);
    if (processCount > 0) return;
    expect(app.events.at(-1)).toEqual({
      type: 'comment.created',
      payload: { templateId: template_id, comment },
    });
  });

  test('an agent edits and deletes only its own comments, and people cannot change those of an agent', async () => {
    const { id } = await say('Mine');
    const edited = await client.get('update-comment', { template_id, comment_id: id, body: 'Still mine' });
    expect(edited).toEqual({ id, updated_at: expect.any(String) });
    const theirs = await sayAsPerson({ body: 'Theirs' });
    const other = await addAgent('Other');
    const change = { template_id, comment_id: theirs };
    const message = 'Only its author, Ada, can edit or delete this comment.';
    await expectRefused(app, client, 'update-comment', { ...change, body: 'x' }, message);
    await expectRefused(app, client, 'delete-comment', change, message);
    await expectRefused(app, other, 'delete-comment', { template_id, comment_id: id }, /First key/);
    expect((await asPerson('DELETE', `/${id}`)).status).toBe(403);
    expect((await asPerson('PUT', `/${id}`, { body: 'x' })).status).toBe(403);
    await say('reply', { parent_id: id }, other);
    expect(await client.get('delete-comment', { template_id, comment_id: id })).toEqual({
      id,
      deleted_replies: 1,
    });
    expect(await listAsPerson()).toHaveLength(1);
  });

  test('a user who signs in under an agent’s identifier is not that agent', async () => {
    await say('Mine');
    const [{ author_identifier, id }] = await listAsPerson();
    const user = signUser(app.first.signing_key, author_identifier, 'First key');
    const path = `/templates/${template_id}/comments/${id}`;
    expect((await tenant.request('DELETE', path, { body: user })).status).toBe(422);
    const key = signUser(app.first.signing_key, author_identifier.slice('agent:'.length), 'First key');
    expect((await tenant.request('DELETE', path, { body: key })).status).toBe(403);
  });

  test('the state toggles if none is wanted, and stays if it is there already', async () => {
    const { id: comment_id } = await say('Toggle');
    const resolve = async (more: object) =>
      (await client.get('resolve-comment', { template_id, comment_id, ...more })).resolved;
    const states = [];
    for (const more of [{}, {}, { resolved: true }, { resolved: true }, { resolved: false }]) {
      states.push(await resolve(more));
    }
    expect(states).toEqual([true, false, true, true, false]);
  });

  test('a block is named as outlines show it, and has to be there', async () => {
    const content = {
      blocks: [
        { type: 'title', content: 'A' },
        { type: 'button', text: 'B', url: '#' },
      ],
    };
    const made = await client.get('create-template', { content });
    const [title, button] = made.outline.split('\n').map((line: string) => line.split(' ')[0]);
    const at = (block_id: string) =>
      client.call('create-comment', { template_id: made.id, body: 'x', block_id });
    expect((await at(button)).isError).toBe(false);
    const listed = await client.get('list-comments', { template_id: made.id, block_id: button });
    expect(listed.items.map((item: { block_id: string }) => item.block_id)).toEqual([button]);
    expect((await client.get('list-comments', { template_id: made.id, block_id: title })).items).toEqual([]);
    const rest = await tenant.request('GET', `/templates/${made.id}/comments`);
    expect(rest.body.data[0].block_id).toMatch(/^[0-9a-f-]{36}$/);
    const { isError, text } = await at('gone');
    expect(isError).toBe(true);
    for (const part of ['block_id: there is no block "gone"', `"${title}" (title)`, `"${button}" (button)`]) {
      expect(messageOf(text)).toContain(part);
    }
    await client.get('update-template', { template_id: made.id, operations: [{ op: 'delete', id: button }] });
    const [orphan] = (await client.get('list-comments', { template_id: made.id })).items;
    expect(orphan.block_missing).toBe(true);
  });

  test('what cannot be done is refused with what to do instead', async () => {
    const root = await sayAsPerson({ body: 'root' });
    const reply = await sayAsPerson({ body: 'reply', parent_id: root });
    const cases: [string, object, RegExp][] = [
      ['create-comment', { body: ' ' }, /^body must not be empty/],
      ['create-comment', { body: 'x'.repeat(10_001) }, /at most 10000 characters/],
      ['create-comment', { body: 'x', parent_id: reply }, new RegExp(`parent_id "${root}"`)],
      ['create-comment', { body: 'x', parent_id: 'gone' }, /reply to was not found/],
      ['create-comment', { body: 'x', user_id: 'u-ada' }, /^user_id is not an argument/],
      ['create-comment', { body: 'x', answer: 'full' }, /^answer is not an argument/],
      ['update-comment', { comment_id: 'gone', body: 'x' }, /^Comment not found\.$/],
      ['delete-comment', { comment_id: 'gone' }, /^Comment not found\.$/],
      ['resolve-comment', { comment_id: reply, resolved: true }, new RegExp(`comment_id "${root}"`)],
      ['list-comments', { status: 'closed' }, /status/],
      ['list-comments', { cursor: 'forged' }, /cursor/],
    ];
    for (const [name, args, message] of cases) {
      await expectRefused(app, client, name, { template_id, ...args }, message);
    }
  });

  test('results are what the schemas promise', async () => {
    const root = await sayAsPerson({ body: 'root', block_id: 'unsaved' });
    await say('reply', { parent_id: root });
    await asPerson('POST', `/${root}/resolve`);
    const { id: comment_id } = await say('mine', { block_id: 'b1' });
    const calls: [string, object][] = [
      ['list-comments', {}],
      ['create-comment', { body: 'x' }],
      ['update-comment', { comment_id, body: 'y' }],
      ['resolve-comment', { comment_id }],
      ['delete-comment', { comment_id }],
    ];
    for (const [name, args] of calls) {
      const validate = new AjvJsonSchemaValidator().getValidator(resultSchemaOf(name) as never);
      const result = await client.get(name, { template_id, ...args });
      expect([name, validate(result).errorMessage]).toEqual([name, undefined]);
    }
  });
});

describe('long lists', () => {
  const walk = async (client: Client, args: object = {}) => {
    const pages: { items: { id: string; replies?: { id: string }[] }[] }[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await client.get('list-comments', { template_id, ...args, ...(cursor && { cursor }) });
      pages.push(page);
      cursor = page.next_cursor;
      if (pages.length > 200) throw new Error('it does not end');
    }
    return pages;
  };
  /** Every comment in the order in which it is shown first. */
  const idsOf = (items: { id: string; replies?: { id: string }[] }[]) => [
    ...new Set(items.flatMap((item) => [item.id, ...(item.replies ?? []).map((reply) => reply.id)])),
  ];

  test('come in pages of 25 threads', async () => {
    for (let i = 0; i < 60; i += 1) await sayAsPerson({ body: `${i}` });
    const pages = await walk(connect(app));
    expect(pages.map((page) => page.items.length)).toEqual([25, 25, 10]);
    expect(idsOf(pages.flatMap((page) => page.items))).toEqual(idsOf(await listAsPerson()));
  });

  test('of long texts come in shorter pages; a thread goes on where it was left, nothing is lost', async () => {
    for (const size of [10_000, 3_000, 10_000]) {
      const parent_id = await sayAsPerson({ body: 'r'.repeat(size) });
      for (let i = 0; i < 7; i += 1) await sayAsPerson({ body: 'x'.repeat(3_000 + i), parent_id });
    }
    await sayAsPerson({ body: 'last' });
    const pages = await walk(connect(app));
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(35_000);
    expect(idsOf(pages.flatMap((page) => page.items))).toEqual(idsOf(await listAsPerson()));
    const replies = pages.flatMap((page) => page.items.flatMap((item) => item.replies ?? []));
    expect(replies).toHaveLength(21);
  });

  test('a cursor holds for the same list only', async () => {
    for (let i = 0; i < 30; i += 1) await sayAsPerson({ body: `${i}` });
    const client = connect(app);
    const { next_cursor: cursor } = await client.get('list-comments', { template_id });
    await expectRefused(app, client, 'list-comments', { template_id, cursor, status: 'open' }, /cursor/);
    const other = await client.get('create-template', { content: smallContent() });
    await expectRefused(app, client, 'list-comments', { template_id: other.id, cursor }, /cursor/);
    const rest = await tenant.request('GET', `/templates/${template_id}/comments?cursor=${cursor}`);
    expect([rest.status, Object.keys(rest.body.errors)]).toEqual([422, ['cursor']]);
  });
});

test('without the feature every one of them says so, word for word', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-plans-'));
  const plans_file = join(folder, 'plans.json');
  writeFileSync(plans_file, JSON.stringify({ scale: { features: { commenting: false } } }));
  const poor = await createTestApp({ ...UNLIMITED_CALLS, plans_file });
  try {
    for (const era of ERAS) {
      const client = connect(poor, era);
      const made = await client.get('create-template', { content: smallContent() });
      const dump = await dumpData(poor);
      for (const name of TOOLS) {
        const { isError, texts } = await client.call(name, { template_id: made.id });
        const message = "Feature 'commenting' is not available on your current plan.";
        expect([name, isError, texts]).toEqual([name, true, [message]]);
      }
      expect(await dumpData(poor)).toBe(dump);
    }
  } finally {
    await poor.stop();
    rmSync(folder, { recursive: true });
  }
});
