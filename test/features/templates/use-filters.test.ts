import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Client, connect, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';

/** The filters `block_type` and `link_domain`, over REST, in the backend API and as arguments of the tool. */

type Query = Record<string, string>;

/** Templates by their names. The order is that of their creation. */
const CONTENTS: Record<string, object[]> = {
  button: [{ type: 'button', text: 'Go', url: 'https://Shop.Example/a' }],
  image: [
    { type: 'image', src: 'https://cdn.example/x.png', alt: 'x', linkUrl: 'https://shop.example:8443/' },
  ],
  inside: [
    {
      type: 'section',
      columns: '2',
      children: [[{ type: 'paragraph', content: '<p><a href="https://news.example/1">x</a></p>' }], []],
    },
  ],
  menu: [{ type: 'menu', items: [{ text: 'Home', url: 'https://shop.example/menu' }] }],
  merge: [{ type: 'button', text: 'Go', url: 'https://{{ host }}/a' }],
  none: [{ type: 'divider' }],
};

const CASES: [query: Query, names: string[]][] = [
  [{ block_type: 'button' }, ['button', 'merge']],
  [{ block_type: 'section' }, ['inside']],
  [{ block_type: 'paragraph' }, ['inside']],
  [{ block_type: 'divider' }, ['none']],
  [{ block_type: 'countdown' }, []],
  [{ link_domain: 'shop.example' }, ['button', 'image', 'menu']],
  [{ link_domain: 'SHOP.example' }, ['button', 'image', 'menu']],
  [{ link_domain: 'news.example' }, ['inside']],
  [{ link_domain: 'example' }, []],
  [{ link_domain: 'cdn.example' }, []],
  [{ link_domain: 'button' }, []],
  [{ link_domain: '%' }, []],
  [{ block_type: 'button', link_domain: 'shop.example' }, ['button']],
  [{ block_type: 'button', link_domain: 'news.example' }, []],
  [{ link_domain: 'shop.example', search: 'home' }, ['menu']],
  [{ link_domain: 'shop.example', sort: 'name_desc' }, ['menu', 'image', 'button']],
];

let app: TestApp;
let agent: Client;
let tenant: Awaited<ReturnType<typeof openTenantForever>>;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  tenant = await openTenantForever(app, 'uses');
  agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant: 'uses' });
  for (const [name, blocks] of Object.entries(CONTENTS)) {
    await agent.get('create-template', { name, content: { blocks } });
  }
  const other = connect(app, 'modern', { ...tenantAccessOf(app), tenant: 'other uses' });
  await openTenantForever(app, 'other uses');
  await other.get('create-template', { name: 'foreign', content: { blocks: CONTENTS.button } });
});
afterAll(() => app.stop());

const namesOf = (items: { name: string }[], { sort }: Query) => {
  const names = items.map(({ name }) => name);
  return sort === undefined ? names.sort() : names;
};

async function askBackend(query: Query): Promise<Answer> {
  const { client_id, client_secret } = app.first;
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  return app.request('GET', `/api/v1/server/tenants/uses/templates?${new URLSearchParams(query)}`, {
    headers: { authorization: `Basic ${basic}` },
  });
}

describe('templates by what is in them', () => {
  test.each(CASES)('%j', async (query, names) => {
    const rest = await tenant.request('GET', `/templates?${new URLSearchParams(query)}`);
    expect([rest.status, namesOf(rest.body.data, query)]).toEqual([200, names]);
    expect(namesOf((await askBackend(query)).body.data, query)).toEqual(names);
    expect(namesOf((await agent.get('list-templates', query)).items, query)).toEqual(names);
  });

  test.each([
    [{ block_type: 'Button' }, 422, /^block_type must be one of: "section", .*"button"/],
    [{ block_type: 'unheard-of' }, 422, /^block_type must be one of: /],
    [{ block_type: 'shop.example' }, 422, /^block_type must be one of: /],
    [{ uses_media: 'gone' }, 404, /^File not found\.$/],
  ] as [Query, number, RegExp][])('%j is refused everywhere', async (query, status, message) => {
    const rest = await tenant.request('GET', `/templates?${new URLSearchParams(query)}`);
    const backend = await askBackend(query);
    expect([rest.status, backend.status]).toEqual([status, status]);
    const { text } = await agent.call('list-templates', query);
    for (const said of [rest.body.message, backend.body.message, text]) expect(said).toMatch(message);
  });

  test('follow changes of the content, the trash and archiving', async () => {
    const find = async (query: Query) => (await agent.get('list-templates', query)).items.map(idOf);
    const idOf = ({ id }: { id: string }) => id;
    const blocks = [{ type: 'button', text: 'x', url: 'https://moving.example/' }];
    const { id: template_id } = await agent.get('create-template', { name: 'moving', content: { blocks } });
    expect(await find({ link_domain: 'moving.example' })).toEqual([template_id]);
    const content = { blocks: [{ type: 'video', url: 'https://moved.example/' }] };
    await agent.get('update-template', { template_id, content });
    expect(await find({ link_domain: 'moving.example' })).toEqual([]);
    expect(await find({ link_domain: 'moved.example' })).toEqual([template_id]);
    expect(await find({ block_type: 'video' })).toEqual([template_id]);
    await agent.get('change-templates', { ids: [template_id], archived: true });
    expect(await find({ block_type: 'video' })).toEqual([]);
    expect(await find({ block_type: 'video', archived: 'all' })).toEqual([template_id]);
    await agent.get('delete-template', { template_id });
    expect(await find({ block_type: 'video', archived: 'all' })).toEqual([]);
    await agent.get('restore-from-trash', { trash_id: template_id });
    expect(await find({ block_type: 'video', archived: 'true' })).toEqual([template_id]);
  });

  test('go over several pages, each template once', async () => {
    const blocks = [{ type: 'spacer', height: 10 }];
    for (let i = 0; i < 30; i += 1) await agent.get('create-template', { name: `${i}`, content: { blocks } });
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await agent.get('list-templates', { block_type: 'spacer', ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ name }: { name: string }) => name));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, i) => `${29 - i}`));
  });

  test.each(['block_type', 'link_domain'])('%s: values that are too long are refused', async (field) => {
    const answer = await tenant.request('GET', `/templates?${field}=${'x'.repeat(256)}`);
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    expect((await agent.call('list-templates', { [field]: 'x'.repeat(256) })).isError).toBe(true);
  });
});
