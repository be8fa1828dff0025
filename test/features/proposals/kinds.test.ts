import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createApiKey } from '../../../src/features/access/index.ts';
import { setTenantPlan } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { connect, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { signUser } from '../../support/signed-user.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await createTestApp({ ...UNLIMITED_CALLS, base_url: 'https://galley.example' });
  const input = { name: 'Proposer', mode: 'propose', project_ids: [app.first.project_id] };
  key = (await perform(createApiKey, app.deps, adminScope, input)).api_key;
});
afterAll(() => app.stop());

const CONTENT = {
  blocks: ['a', 'b'].map((id) => ({ id, type: 'paragraph', content: `<p>${id}</p>` })),
  settings: {},
};

async function prepare(slug: string) {
  const tenant = await app.openTenant(slug);
  const agent = connect(app, 'modern', { ...tenantAccessOf(app), key, tenant: slug });
  const person = signUser(app.first.signing_key);
  const post = (path: string, body: object = {}) => tenant.request('POST', path, { body });
  const get = async (path: string) => (await tenant.request('GET', path)).body.data;
  const template: string = (await post('/templates', { name: 'T', content: CONTENT })).body.data.id;
  const page = `https://galley.example/dashboard/projects/${app.first.project_id}/tenants/${slug}`;
  return {
    ...{ tenant, agent, post, get, template, page },
    decide: (id: string, what: string, body: object = {}) =>
      post(`/proposals/${id}/${what}`, { ...person, ...body }),
    change: (fields: object) => tenant.request('PUT', `/templates/${template}`, { body: fields }),
    names: async () => (await get('/templates')).map(({ name }: { name: string }) => name),
  };
}

describe('a new template', () => {
  test('is created when a person accepts it, with name, key, folder and tags', async () => {
    const { agent, decide, get, post, names, page } = await prepare('creates');
    const folder = (await post('/template-folders', { name: 'Mails' })).body.data.id;
    const input = {
      content: CONTENT,
      name: 'Welcome',
      key: 'welcome',
      folder_id: folder,
      tags: ['New', 'new'],
    };
    const dry = await agent.get('create-template', { ...input, dry_run: true });
    expect([dry.proposal_id, dry.diff]).toEqual([undefined, expect.stringContaining('paragraph "a"')]);
    const { proposal_id: id, ...made } = await agent.get('create-template', { ...input, note: 'For May' });
    expect(made).toMatchObject({ state: 'open', score_before: null, review_url: `${page}?tab=proposals` });
    expect(made.score_after).toBeNumber();
    expect(await names()).toEqual(['T']);
    expect(await get('/proposals?kind=create')).toEqual([
      expect.objectContaining({
        ...{ id, kind: 'create', template_id: null, note: 'For May' },
        changes: [
          { id: 'template.name', change: 'added', outline: 'name: "Welcome"' },
          { id: 'template.key', change: 'added', outline: 'key: "welcome"' },
          { id: 'template.folder_id', change: 'added', outline: `folder_id: "${folder}"` },
          { id: 'template.tags', change: 'added', outline: 'tags: ["New"]' },
        ],
      }),
    ]);
    const some = await decide(id, 'accept', { blocks: ['a'] });
    expect([some.status, some.text]).toEqual([422, expect.stringContaining('as a whole')]);
    const { data } = (await decide(id, 'accept')).body;
    expect(data).toMatchObject({ state: 'accepted', accepted_version: 1 });
    const created = await get(`/templates/${data.template_id}`);
    expect(created).toMatchObject({ name: 'Welcome', key: 'welcome', folder_id: folder, tags: ['New'] });
    expect(created.content.blocks.map((block: { id: string }) => block.id)).toEqual(['a', 'b']);
    expect((await agent.get('list-proposals')).items[0]).toMatchObject({ id, template_id: data.template_id });
    expect((await get('/activity?per_page=20')).map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['proposal.created', 'proposal.accepted', 'template.created']),
    );
  });

  test('can be a changed copy, a starter or an import, and is refused or withdrawn', async () => {
    const { agent, template, decide, names } = await prepare('origins');
    const operations = [{ op: 'delete', id: 'a' }];
    const copy = await agent.get('create-template', { copy_of: template, operations });
    const starter = await agent.get('create-template', { starter: 'welcome' });
    const imported = await agent.get('create-template', { source: { html: '<p>Hello</p>' } });
    expect([copy.diff, imported.report.kept > 0]).toEqual(['b paragraph "b"', true]);
    expect((await decide(copy.proposal_id, 'refuse', { reason: 'No' })).status).toBe(200);
    await agent.get('withdraw-proposal', { proposal_id: starter.proposal_id });
    expect((await decide(starter.proposal_id, 'accept')).status).toBe(409);
    expect((await decide(imported.proposal_id, 'accept')).status).toBe(200);
    expect((await names()).length).toBe(2);
  });

  test('whose key was taken or whose folder was deleted meanwhile stays undecided', async () => {
    const { agent, decide, post, tenant, names, change } = await prepare('late');
    const folder = (await post('/template-folders', { name: 'Gone' })).body.data.id;
    const keyed = await agent.get('create-template', { content: CONTENT, key: 'taken' });
    const placed = await agent.get('create-template', { content: CONTENT, folder_id: folder });
    await change({ key: 'taken' });
    await tenant.request('DELETE', `/template-folders/${folder}`);
    expect((await decide(keyed.proposal_id, 'accept')).status).toBe(409);
    expect((await decide(placed.proposal_id, 'accept')).status).toBe(404);
    expect([
      (await names()).length,
      (await agent.get('list-proposals', { state: 'open' })).items.length,
    ]).toEqual([1, 2]);
  });

  test('of another tenant is not found, and one’s own is not accepted', async () => {
    const { agent, post } = await prepare('owner');
    const { proposal_id: id } = await agent.get('create-template', { content: CONTENT });
    const stranger = await prepare('stranger');
    for (const what of ['accept', 'refuse', 'withdraw'])
      expect((await stranger.decide(id, what)).status).toBe(404);
    const body = { content: smallContent(), ...signUser(app.first.signing_key) };
    const own = (await post('/proposals', body)).body.data.proposal_id;
    const accepted = await post(`/proposals/${own}/accept`, signUser(app.first.signing_key));
    expect([accepted.status, accepted.text]).toEqual([
      403,
      expect.stringContaining('cannot accept a change that you have proposed'),
    ]);
  });

  test('needs room in the plan when it is accepted', async () => {
    const { agent, decide } = await prepare('full');
    const { proposal_id: id } = await agent.get('create-template', { content: CONTENT });
    const change = { limits: { max_templates: 1 } };
    const place = { project_id: app.first.project_id, tenant: 'full' };
    await perform(setTenantPlan, app.deps, adminScope, { ...place, change });
    const refused = await decide(id, 'accept');
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('plan_limit_reached')]);
    await perform(setTenantPlan, app.deps, adminScope, {
      ...place,
      change: { limits: { max_templates: 2 } },
    });
    expect((await decide(id, 'accept')).status).toBe(200);
  });
});

describe('a deletion', () => {
  test('puts the template into the trash when a person accepts it', async () => {
    const { agent, template, decide, get, names, page } = await prepare('deletes');
    const proposed = await agent.get('delete-template', { template_id: template, note: 'Old' });
    expect(proposed).toMatchObject({
      ...{ template_id: template, version: 1, state: 'open', diff: 'Delete the template.' },
      review_url: `${page}/templates/${template}?tab=proposals`,
    });
    expect(await names()).toEqual(['T']);
    const stale = await decide(proposed.proposal_id, 'accept', { expected_version: 7 });
    expect(stale.status).toBe(409);
    expect((await decide(proposed.proposal_id, 'accept')).body.data).toMatchObject({ state: 'accepted' });
    expect(await names()).toEqual([]);
    expect(await get('/trash')).toEqual([expect.objectContaining({ id: template })]);
    expect((await agent.get('list-proposals')).items).toMatchObject([{ kind: 'delete', state: 'accepted' }]);
  });

  test('that is refused deletes nothing', async () => {
    const { agent, template, decide, names } = await prepare('keeps');
    const { proposal_id: id } = await agent.get('delete-template', { template_id: template });
    await decide(id, 'refuse', { reason: 'We need it' });
    expect(await names()).toEqual(['T']);
    const both = await agent.call('delete-template', { template_id: template, name: 'x' });
    expect([both.isError, both.text]).toEqual([true, expect.stringContaining('is not an argument')]);
  });
});

describe('name, key, folder, tags and archive', () => {
  test('change when a person accepts them, with the content or without', async () => {
    const { agent, template, decide, get } = await prepare('fields');
    const operations = [{ op: 'update', id: 'a', fields: { content: '<p>A</p>' } }];
    const input = { template_id: template, name: 'New', tags: ['x'], archived: true, operations };
    const { proposal_id: id, diff } = await agent.get('update-template', input);
    expect(diff).toStartWith('name: "T" → "New"\ntags: [] → ["x"]\narchived: false → true\n');
    const [{ changes }] = await get('/proposals');
    expect(changes.map((change: { id: string }) => change.id)).toEqual([
      'template.name',
      'template.tags',
      'template.archived',
      'a',
    ]);
    expect((await decide(id, 'accept')).body.data).toMatchObject({ accepted_version: 2 });
    const after = await get(`/templates/${template}`);
    expect(after).toMatchObject({ name: 'New', tags: ['x'], archived_at: expect.any(String), version: 2 });
    expect(after.content.blocks[0].content).toBe('<p>A</p>');

    const rename = await agent.get('update-template', {
      template_id: template,
      name: 'Newer',
      archived: true,
    });
    expect(rename).toMatchObject({ diff: 'name: "New" → "Newer"', score_before: null, score_after: null });
    await decide(rename.proposal_id, 'accept');
    expect(await get(`/templates/${template}`)).toMatchObject({ name: 'Newer', version: 3 });
  });

  test('are accepted one by one, and conflict one by one', async () => {
    const { agent, template, decide, get, change } = await prepare('single');
    const operations = [{ op: 'delete', id: 'a' }];
    const input = { template_id: template, name: 'Theirs', key: 'theirs', operations };
    const { proposal_id: id } = await agent.get('update-template', input);
    await change({ name: 'Mine' });
    const refused = await decide(id, 'accept');
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('template.name')]);
    expect((await get('/proposals'))[0]).toMatchObject({
      state: 'conflicting',
      conflicts: ['template.name'],
    });
    expect((await decide(id, 'accept', { blocks: ['template.tags'] })).status).toBe(422);
    const some = (await decide(id, 'accept', { blocks: ['template.key'] })).body.data;
    expect(some).toMatchObject({ state: 'accepted', accepted_blocks: ['template.key'] });
    const after = await get(`/templates/${template}`);
    expect([after.name, after.key, after.content.blocks.length]).toEqual(['Mine', 'theirs', 2]);
  });
});
