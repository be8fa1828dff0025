import { describe, expect, test } from 'bun:test';
import { openAgentScope } from '../../../src/features/access/index.ts';
import { listAllActivity } from '../../../src/features/activity/index.ts';
import { deleteTenant, updateTenant } from '../../../src/features/projects/index.ts';
import { updateTemplate } from '../../../src/features/templates/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { connect } from '../../mcp/tool-client.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope, smallContent } from '../../support/test-app.ts';
import {
  app,
  bob,
  createTemplate,
  id,
  put,
  remove,
  resolve,
  say,
  tenant,
  useCommentedTemplate,
} from '../comments/commented-template.ts';
import { feed, typesOf } from './activity-feed.ts';

useCommentedTemplate();

const rows = async () =>
  (await feed()).map((item) => [item.type, item.actor.name, item.subject_id, item.version, item.summary]);

const change = (body: object) => tenant.request('PUT', `/templates/${id}`, { body });

test('says of each change who, when, through what, and what', async () => {
  await change({ name: 'Summer', content: smallContent() });
  expect(await feed()).toEqual([
    {
      id: expect.any(Number),
      at: new Date(app.clock.now()).toISOString(),
      actor: { kind: 'user', id: 'default', name: 'default' },
      surface: 'rest',
      type: 'template.updated',
      template_id: id,
      subject_id: null,
      version: 2,
      summary: 'Summer',
    },
    expect.objectContaining({ type: 'template.created', template_id: id, version: 1, summary: 'Spring' }),
  ]);
});

test('covers everything that changes something, and nothing else', async () => {
  await change({ content: smallContent('a') });
  await change({ name: 'Summer' });
  const snapshot = (await tenant.request('POST', `/templates/${id}/snapshots`, { body: { label: 'L' } })).body
    .data.id;
  await change({ content: smallContent('b') });
  await tenant.request('POST', `/templates/${id}/versions/${snapshot}/restore`);
  const root = await say('Too red');
  const reply = await say('It is', { parent_id: root }, bob);
  await put(root, { body: 'Too blue' });
  await resolve(root, {}, bob);
  await resolve(root);
  await remove(reply, bob);
  const module = (
    await tenant.request('POST', '/saved-modules', {
      body: { name: 'Footer', content: smallContent().blocks },
    })
  ).body.data.id;
  await tenant.request('PUT', `/saved-modules/${module}`, { body: { name: 'Header' } });
  await tenant.request('DELETE', `/saved-modules/${module}`);
  const imported = await tenant.request('POST', '/templates/import/from-html', {
    body: { source: '<p>x</p>', name: 'Imported' },
  });
  const me = 'default';
  expect((await rows()).reverse()).toEqual([
    ['template.created', me, null, 1, 'Spring'],
    ['template.updated', me, null, 2, 'Spring'],
    ['template.renamed', me, null, 3, 'Spring → Summer'],
    ['snapshot.created', me, snapshot, null, 'L'],
    ['template.updated', me, null, 4, 'Summer'],
    ['snapshot.restored', me, snapshot, 5, 'L'],
    ['comment.created', 'Ada', root, null, 'Too red'],
    ['comment.created', 'Bob', reply, null, null],
    ['comment.updated', 'Ada', root, null, 'Too blue'],
    ['comment.resolved', 'Bob', root, null, 'Too blue'],
    ['comment.unresolved', 'Ada', root, null, 'Too blue'],
    ['comment.deleted', 'Bob', reply, null, null],
    ['saved_module.created', me, module, null, 'Footer'],
    ['saved_module.updated', me, module, null, 'Header'],
    ['saved_module.deleted', me, module, null, 'Header'],
    ['template.created', me, null, 1, 'Imported'],
  ]);
  expect(imported.status).toBe(201);
  await tenant.request('DELETE', `/templates/${id}`);
  expect((await rows())[0]).toEqual(['template.deleted', me, null, 5, 'Summer']);
  await tenant.request('POST', '/trash/empty');
  const [newest, ...others] = await rows();
  expect(newest?.slice(0, 2)).toEqual([expect.stringContaining('.purged'), me]);
  expect(others.filter(([, , , , summary]) => summary !== null)).toEqual([
    ['template.created', me, null, 1, 'Imported'],
  ]);
});

test('no text of a comment that was deleted for good, or of its replies, stays in the feed', async () => {
  const root = await say('Secret of the root');
  await say('Secret of the reply', { parent_id: root }, bob);
  await put(root, { body: 'Secret of the edit' });
  await resolve(root);
  const other = await say('Kept');
  await remove(root);
  await tenant.request('POST', '/trash/empty');
  const all = await feed();
  expect(JSON.stringify(all)).not.toContain('Secret');
  expect(all.find((item) => item.subject_id === other)?.summary).toBe('Kept');
  expect(await dumpDatabase(app)).not.toContain('Secret');
});

test('what is refused, read, tried or as it was before is no activity', async () => {
  const root = await say('root');
  const before = await typesOf();
  const dump = await dumpDatabase(app);
  await tenant.request('GET', `/templates/${id}`);
  await tenant.request('GET', '/templates');
  await tenant.request('GET', `/templates/${id}/comments`);
  await change({ name: 'Spring' });
  await change({ name: 'New', dry_run: true });
  await change({ content: { blocks: [5] } });
  await put(root, { body: 'x' }, bob);
  await put(root, { body: 'root' });
  await resolve(root, { resolved: false });
  await tenant.request('GET', '/activity');
  expect([await typesOf(), (await dumpDatabase(app)) === dump]).toEqual([before, true]);
});

test('names the agent and the surface', async () => {
  const agent = connect(app);
  await agent.get('update-template', { template_id: id, name: 'By a key' });
  await agent.get('create-comment', { template_id: id, body: 'Done' });
  const { project_id } = app.first;
  const scope = await openAgentScope(app.deps, { project_id, tenant: 'default', agent: 'local' });
  await perform(updateTemplate, app.deps, scope, { template_id: id, name: 'By the operator’s agent' });
  const { token } = await app.exchangeToken('default', { user: { id: 'u-eve', name: 'Eve' } });
  await tenant.request('PUT', `/templates/${id}`, { token, body: { name: 'By Eve' } });
  const seen = (await feed()).map(({ actor, surface, type }) => [actor.kind, actor.name, surface, type]);
  expect(seen.slice(0, 4)).toEqual([
    ['user', 'Eve', 'rest', 'template.renamed'],
    ['agent', 'local', 'cli', 'template.renamed'],
    ['agent', 'First key', 'mcp', 'comment.created'],
    ['agent', 'First key', 'mcp', 'template.renamed'],
  ]);
});

describe('a template’s own feed', () => {
  test('has what is about it, also when it is gone', async () => {
    const other = await createTemplate();
    await say('root');
    await tenant.request('DELETE', `/templates/${id}`);
    expect(await typesOf(`/templates/${id}/activity`)).toEqual([
      'template.deleted',
      'comment.created',
      'template.created',
    ]);
    expect(await typesOf(`/templates/${other}/activity`)).toEqual(['template.created']);
    expect(await typesOf(`/templates/${id}/activity?type=snapshot`)).toEqual([]);
  });

  test('is not found where there has never been one, nor for another tenant', async () => {
    const other = await app.openTenant('other');
    const gone = await tenant.request('GET', '/templates/x/activity');
    const theirs = await other.request('GET', `/templates/${id}/activity`);
    await tenant.request('DELETE', `/templates/${id}`);
    const deleted = await other.request('GET', `/templates/${id}/activity?type=nothing`);
    for (const answer of [gone, theirs, deleted]) {
      expectError(answer, 404, 'not_found');
      expect(answer.body.message).toBe('Template not found.');
    }
    expect(await feed('/activity', other)).toEqual([]);
  });
});

test('names and texts that would disturb a terminal are made harmless', async () => {
  const evil = `\u001b[2J\u202e\n${'x'.repeat(250)}`;
  await change({ name: evil });
  await say(`${evil}<b>`);
  for (const { summary } of await feed()) {
    expect(summary ?? '').toMatch(/^[^\p{Cc}\p{Cs}\u202e]{1,200}$/u);
  }
});

describe('the operator', () => {
  const ask = (input: object = {}) => perform(listAllActivity, app.deps, adminScope, input);

  test('sees all tenants, or one', async () => {
    const other = await app.openTenant('other');
    await other.request('POST', '/templates', { body: { name: 'Theirs', content: smallContent() } });
    const { project_id } = app.first;
    await perform(updateTenant, app.deps, adminScope, { project_id, tenant: 'other', name: 'Other Inc.' });
    const seen = (items: { tenant: string; summary: string | null }[]) =>
      items.map((item) => [item.tenant, item.summary]);
    const all = (await ask()).items;
    expect(seen(all)).toEqual([
      ['other', 'Theirs'],
      ['default', 'Spring'],
    ]);
    expect(all[0]).toMatchObject({ project_id, surface: 'rest', type: 'template.created' });
    expect(all.map(({ tenant_name }) => tenant_name)).toEqual(['Other Inc.', null]);
    expect(seen((await ask({ project_id, tenant: 'other' })).items)).toEqual([['other', 'Theirs']]);
    expect(seen((await ask({ project_id })).items)).toHaveLength(2);
    expect(seen((await ask({ template_id: id })).items)).toEqual([['default', 'Spring']]);
  });

  test('deleting a tenant deletes its feed', async () => {
    const { project_id } = app.first;
    await perform(deleteTenant, app.deps, adminScope, { project_id, tenant: 'default', now: true });
    expect((await ask()).items).toEqual([]);
  });

  test('refuses an unknown project or tenant, and an invalid search', async () => {
    const { project_id } = app.first;
    const refusal = (input: object) => ask(input).catch((error) => error.code);
    expect(await refusal({ project_id: 'nobody' })).toBe('not_found');
    expect(await refusal({ project_id, tenant: 'nobody' })).toBe('not_found');
    expect(await refusal({ tenant: 'default' })).toBe('validation_failed');
    expect(await refusal({ since: 'yesterday' })).toBe('validation_failed');
  });
});
