import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createProject, deleteTenant, setProjectPlan } from '../../../src/features/projects/index.ts';
import { listProjectModules, shareModules } from '../../../src/features/saved-modules/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeEach(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
});
afterEach(() => app.stop());

const BLOCKS = [{ id: 'b1', type: 'paragraph', content: '<p>Hello</p>' }];

const post = (body: object, by = tenant) => by.request('POST', '/saved-modules', { body });
const put = (id: string, body: object, by = tenant) => by.request('PUT', `/saved-modules/${id}`, { body });
const remove = (id: string, by = tenant) => by.request('DELETE', `/saved-modules/${id}`);
const list = async (query = '', by = tenant) => (await by.request('GET', `/saved-modules${query}`)).body.data;
const namesOf = async (query = '') => (await list(query)).map((one: { name: string }) => one.name);
async function save(name: string, more: object = {}, by = tenant): Promise<string> {
  const answer = await post({ name, content: BLOCKS, ...more }, by);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data.id;
}

/** A session that the backend lets share modules. */
const openTrusted = (slug: string) => app.openTenant(slug, { share_modules: true });

test('a module has exactly the fields both editors read', async () => {
  const answer = await post({ name: 'Footer', content: BLOCKS, category: 'Legal' });
  const now = new Date(app.clock.now()).toISOString();
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    data: {
      id: expect.any(String),
      name: 'Footer',
      category: 'Legal',
      content: BLOCKS,
      shared: false,
      canUpdate: true,
      canDelete: true,
      createdAt: now,
      updatedAt: now,
      created_at: now,
      updated_at: now,
    },
  });
  expect(await list()).toEqual([answer.body.data]);
  expect(app.events.at(-1)).toEqual({
    type: 'saved_module.created',
    payload: { moduleId: answer.body.data.id },
  });
  const without = await post({ name: 'Header', content: BLOCKS });
  expect('category' in without.body.data).toBe(false);
});

describe('content', () => {
  test.each<[string, unknown[]]>([
    ['of a real mail', sampleContent(7, 20_000).blocks],
    ['without ids and defaults, which are made when it is inserted', [{ type: 'title', content: 'x' }]],
    [
      'with unknown fields and an unknown block',
      [{ id: 'a', type: 'carousel', slides: [1, { z: 1, a: 2 }] }],
    ],
    ['with HTML', [{ id: 'a', type: 'html', content: '<script>alert("x")</script>' }]],
  ])('%s comes back as it was sent, byte for byte', async (_name, content) => {
    const json = JSON.stringify(content);
    const id = await save('x', { content });
    const { text } = await tenant.request('GET', '/saved-modules');
    expect(text).toContain(`"content":${json},`);
    const renamed = await put(id, { name: 'y' });
    expect(renamed.text).toContain(`"content":${json},`);
  });

  test.each<[string, unknown, string]>([
    ['no list', { blocks: [] }, 'content'],
    ['a text', 'x', 'content'],
    ['null', null, 'content'],
    ['nothing at all', undefined, 'content'],
    ['no block', [], 'content'],
    ['a number as block', [5], 'content.0'],
    ['a block without type', [{ id: 'a' }], 'content.0.type'],
    ['a missing field', [{ type: 'title' }], 'content.0.content'],
    [
      'a wrong field in a section',
      [{ type: 'section', columns: '1', children: [[{ type: 'title', level: 'x' }]] }],
      'content.0.children.0.0',
    ],
    ['the same id twice', [...BLOCKS, ...BLOCKS], 'content.1.id'],
    ['a NUL', [{ type: 'title', content: 'a\0' }], 'content'],
  ])('refused: %s', async (_name, content, field) => {
    const id = await save('x');
    const dump = dumpDatabase(app);
    for (const answer of [await post({ name: 'y', content }), await put(id, { content })]) {
      // A field that is not sent stays, so a change without it is another refusal.
      expectError(answer, 422, 'validation_failed');
      if (content !== undefined) expect(Object.keys(answer.body.errors)[0]).toStartWith(field);
    }
    expect(dumpDatabase(app)).toBe(dump);
  });

  test('refused: more than a template may have', async () => {
    const large = [{ id: 'a', type: 'html', content: 'x'.repeat(2 * 1024 * 1024) }];
    expectError(await post({ name: 'x', content: large }), 413, 'too_large');
    const many = Array.from({ length: 20_001 }, () => ({ type: 'divider' }));
    expectError(await post({ name: 'x', content: many }), 413, 'too_large');
    expect(countRows(app, 'saved_modules')).toBe(0);
  });
});

test.each<[string, object, string]>([
  ['no name', { name: undefined }, 'name'],
  ['an empty name', { name: '' }, 'name'],
  ['spaces as name', { name: ' \t' }, 'name'],
  ['256 characters of name', { name: 'x'.repeat(256) }, 'name'],
  ['a number as name', { name: 5 }, 'name'],
  ['null as name', { name: null }, 'name'],
  ['101 characters of category', { category: 'x'.repeat(101) }, 'category'],
  ['a list as category', { category: ['x'] }, 'category'],
])('refused: %s', async (_name, change, field) => {
  const id = await save('x');
  const dump = dumpDatabase(app);
  const answers = [await post({ name: 'y', content: BLOCKS, ...change })];
  if (Object.values(change)[0] !== undefined) answers.push(await put(id, change));
  for (const answer of answers) {
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  }
  expect(dumpDatabase(app)).toBe(dump);
});

describe('the list', () => {
  test('is in the order of names, without case', async () => {
    for (const name of ['beta', 'Alpha', 'ÄPFEL', 'alpha 2', 'Zeta', '10']) await save(name);
    expect(await namesOf()).toEqual(['10', 'Alpha', 'alpha 2', 'beta', 'Zeta', 'ÄPFEL']);
  });

  test('is narrowed by a text in the name and by category, alone and together', async () => {
    await save('Spring hero', { category: 'Hero' });
    await save('Summer HERO', { category: 'Hero' });
    await save('Hero footer', { category: 'Footer' });
    await save('100% wool');
    expect(await namesOf('?search=hero')).toEqual(['Hero footer', 'Spring hero', 'Summer HERO']);
    expect(await namesOf('?category=Hero')).toEqual(['Spring hero', 'Summer HERO']);
    expect(await namesOf('?category=Hero&search=summer')).toEqual(['Summer HERO']);
    expect(await namesOf('?search=%25')).toEqual(['100% wool']);
    expect(await namesOf('?search=nothing')).toEqual([]);
    expect(await namesOf('?category=hero')).toEqual([]);
    expect(await namesOf('?search=&category=')).toHaveLength(4);
  });
});

describe('changing', () => {
  test.each<[string, object, object]>([
    ['the name', { name: 'New' }, { name: 'New' }],
    ['the blocks', { content: [{ type: 'divider' }] }, { content: [{ type: 'divider' }] }],
    ['the category', { category: 'Other' }, { category: 'Other' }],
    ['no category, as editors clear it', { category: '' }, { category: undefined }],
    ['a null category', { category: null }, { category: undefined }],
    [
      'all three',
      { name: 'N', content: [{ type: 'divider' }], category: 'C' },
      { name: 'N', content: [{ type: 'divider' }], category: 'C' },
    ],
  ])('%s: what is not sent stays', async (_name, change, after) => {
    const before = (await post({ name: 'Old', content: BLOCKS, category: 'Legal' })).body.data;
    app.clock.advance(1000);
    const later = new Date(app.clock.now()).toISOString();
    const answer = await put(before.id, change);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ ...before, ...after, updatedAt: later, updated_at: later });
    expect(await list()).toEqual([answer.body.data]);
    expect(app.events.at(-1)?.type).toBe('saved_module.updated');
  });

  test('nothing is refused; the same again leaves no trace', async () => {
    const id = await save('Old', { category: 'Legal' });
    expectError(await put(id, {}), 422, 'validation_failed');
    app.clock.advance(1000);
    const dump = dumpDatabase(app);
    const events = app.events.length;
    expect((await put(id, { name: 'Old', category: 'Legal', content: BLOCKS })).status).toBe(200);
    expect([dumpDatabase(app) === dump, app.events.length]).toEqual([true, events]);
  });

  test('deleting answers 204, once', async () => {
    const id = await save('x');
    const answer = await remove(id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const again of [await remove(id), await put(id, { name: 'x' }), await remove('x')]) {
      expectError(again, 404, 'not_found');
      expect(again.body.message).toBe('Saved module not found.');
    }
  });
});

describe('who has what', () => {
  test('a module belongs to its tenant: the others of the project neither see nor change it', async () => {
    const other = await app.openTenant('other');
    const trusted = await openTrusted('other');
    const id = await save('Mine');
    await save('Theirs', {}, other);
    expect((await list('', other)).map(({ name }: { name: string }) => name)).toEqual(['Theirs']);
    expect((await list('?search=mine', trusted)).map(({ name }: { name: string }) => name)).toEqual([]);
    expect(await namesOf()).toEqual(['Mine']);
    const dump = dumpDatabase(app);
    for (const by of [other, trusted]) {
      for (const answer of [
        await put(id, { name: 'x' }, by),
        await put(id, { shared: true }, by),
        await remove(id, by),
      ]) {
        expectError(answer, 404, 'not_found');
        expect(answer.body.message).toBe('Saved module not found.');
      }
    }
    expect(dumpDatabase(app)).toBe(dump);
  });

  test('a module that the backend has shared is used by all tenants, and changed by the backend only', async () => {
    const other = await app.openTenant('other');
    const trusted = await openTrusted('acme');
    const id = await save('Footer');
    const shared = await put(id, { shared: true }, trusted);
    expect(shared.body.data).toMatchObject({
      name: 'Footer',
      shared: true,
      canUpdate: true,
      canDelete: true,
    });
    await save('Theirs', {}, other);
    await save('Zebra', { shared: true }, trusted);
    const seen = (await list('', other)).map((one: Record<string, unknown>) => [
      one.name,
      one.shared,
      one.canUpdate,
      one.canDelete,
    ]);
    expect(seen).toEqual([
      ['Footer', true, false, false],
      ['Theirs', false, true, true],
      ['Zebra', true, false, false],
    ]);
    const dump = dumpDatabase(app);
    // Not even by the editors of the tenant that saved it: a change would reach all others.
    for (const by of [tenant, other]) {
      for (const answer of [
        await put(id, { name: 'x' }, by),
        await put(id, { content: [{ type: 'divider' }] }, by),
        await put(id, { shared: false }, by),
        await remove(id, by),
      ]) {
        expectError(answer, 403, 'forbidden');
        expect(answer.body.message).toBe(
          'This module is shared with the whole project: you can use it, but not change or delete it.',
        );
      }
    }
    expect(dumpDatabase(app)).toBe(dump);
    // Of whatever tenant its token is.
    const elsewhere = await openTrusted('third');
    expect((await put(id, { name: 'Footer 2' }, elsewhere)).body.data).toMatchObject({ name: 'Footer 2' });
    expect((await put(id, { shared: false }, elsewhere)).body.data).toMatchObject({
      shared: false,
      canUpdate: false,
      canDelete: false,
    });
    expectError(await put(id, { name: 'x' }, elsewhere), 404, 'not_found');
    expect((await list('', other)).map(({ name }: { name: string }) => name)).toEqual(['Theirs', 'Zebra']);
    expect(await namesOf()).toEqual(['Footer 2', 'Zebra']);
    expect((await put(id, { name: 'Footer 3' })).status).toBe(200);
  });

  test('an editor cannot share: not when it saves, nor when it changes', async () => {
    const id = await save('Mine');
    const dump = dumpDatabase(app);
    for (const answer of [
      await post({ name: 'x', content: BLOCKS, shared: true }),
      await put(id, { shared: true }),
      await put(id, { name: 'y', shared: true }),
    ]) {
      expectError(answer, 403, 'forbidden');
      expect(answer.body.message).toStartWith('This session may not share saved modules.');
    }
    expect(dumpDatabase(app)).toBe(dump);
    expect((await put(id, { name: 'y', shared: false })).body.data.name).toBe('y');
    for (const shared of ['true', 1, null]) {
      expectError(await post({ name: 'x', content: BLOCKS, shared }), 422, 'validation_failed');
    }
  });

  test('the token says who may share, and it cannot be forged or asked for by the page', async () => {
    const { token } = await app.exchangeToken('acme', { share_modules: false });
    const base = `/api/v1/projects/${app.first.project_id}/tenants/acme/saved-modules`;
    const body = { name: 'x', content: BLOCKS, shared: true };
    expectError(await app.request('POST', base, { token, body }), 403, 'forbidden');
    expectError(
      await app.request('POST', base, { token, body: { ...body, share_modules: true } }),
      422,
      'validation_failed',
    );
  });

  test('the operator lists, shares and unshares modules of a project, some or all', async () => {
    const { project_id } = app.first;
    const ids = [await save('One'), await save('Two', {}, await app.openTenant('other'))];
    const run = (shared: boolean, module_ids?: string[]) =>
      perform(shareModules, app.deps, adminScope, { project_id, shared, ...(module_ids && { module_ids }) });
    const sharedNames = async () =>
      (await perform(listProjectModules, app.deps, adminScope, { project_id })).items
        .filter(({ shared }) => shared)
        .map(({ tenant, name }) => `${tenant}: ${name}`);
    expect((await run(true, [ids[1] as string])).changed).toBe(1);
    expect(await sharedNames()).toEqual(['other: Two']);
    expect(await namesOf()).toEqual(['One', 'Two']);
    expect([(await run(true)).changed, (await run(true)).changed]).toEqual([1, 0]);
    expect(await sharedNames()).toEqual(['acme: One', 'other: Two']);
    expect((await run(false)).changed).toBe(2);
    expect(await namesOf()).toEqual(['One']);
    const dump = dumpDatabase(app);
    await expect(run(true, [ids[0] as string, 'gone'])).rejects.toThrow('Saved module not found.');
    const nowhere = { project_id: 'gone', shared: true };
    await expect(perform(shareModules, app.deps, adminScope, nowhere)).rejects.toThrow('Project not found.');
    expect(dumpDatabase(app)).toBe(dump);
  });

  test('the list of the operator has pages', async () => {
    for (let i = 0; i < 101; i += 1) await save(`${i}`);
    const read = (cursor?: string) =>
      perform(listProjectModules, app.deps, adminScope, {
        project_id: app.first.project_id,
        ...(cursor !== undefined && { cursor }),
      });
    const first = await read();
    const second = await read(first.next_cursor as string);
    const all = [...first.items, ...second.items].map(({ name }) => name);
    expect([first.items.length, second.items.length, second.next_cursor, new Set(all).size]).toEqual([
      100,
      1,
      null,
      101,
    ]);
  });

  test('no more can be shared at once than a project can have', async () => {
    for (const slug of ['a', 'b']) {
      const by = await app.openTenant(slug);
      for (let i = 0; i < 251; i += 1) await save(`${i}`, {}, by);
    }
    const input = { project_id: app.first.project_id, shared: true };
    await expect(perform(shareModules, app.deps, adminScope, input)).rejects.toThrow(
      'The project has 500 shared modules, the most it can have.',
    );
    expect(await namesOf()).toEqual([]);
  });

  test('another project sees nothing of them', async () => {
    const project = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'scale' });
    const { client_id, client_secret } = project;
    const { token } = await app.exchangeToken('acme', { client_id, client_secret });
    const id = await save('Mine');
    const base = `/api/v1/projects/${project.id}/tenants/acme/saved-modules`;
    expect((await app.request('GET', base, { token })).body).toEqual({ data: [] });
    for (const [method, body] of [
      ['PUT', { name: 'x' }],
      ['DELETE', {}],
    ] as const) {
      const answer = await app.request(method, `${base}/${id}`, { token, body });
      expectError(answer, 404, 'not_found');
    }
  });

  test('a deleted tenant takes its modules along', async () => {
    const other = await app.openTenant('other');
    await save('Mine');
    await save('Theirs', {}, other);
    await perform(deleteTenant, app.deps, adminScope, { project_id: app.first.project_id, tenant: 'other' });
    expect(await namesOf()).toEqual(['Mine']);
  });

  test('without the feature nothing of it is there', async () => {
    const id = await save('Mine');
    const plan = { project_id: app.first.project_id, plan: 'starter' };
    await perform(setProjectPlan, app.deps, adminScope, plan);
    const reading = await tenant.request('GET', '/saved-modules');
    for (const answer of [
      reading,
      await post({ name: 'x', content: BLOCKS }),
      await put(id, { name: 'x' }),
      await remove(id),
    ]) {
      expectError(answer, 403, 'feature_unavailable');
      expect(answer.body.message).toBe("Feature 'saved_modules' is not available on your current plan.");
    }
  });
});

describe('how much a tenant and a project take', () => {
  test('a tenant does not use up the room of another, nor that of shared modules', async () => {
    const block = [{ id: 'a', type: 'html', content: 'x'.repeat(2_000_000) }];
    for (let i = 0; i < 8; i += 1) await save(`${i}`, { content: block });
    expectError(await post({ name: 'x', content: block }), 409, 'conflict');
    const other = await app.openTenant('other');
    const id = await save('x', { content: block }, other);
    const trusted = await openTrusted('acme');
    for (let i = 0; i < 8; i += 1) await save(`shared ${i}`, { content: block, shared: true }, trusted);
    const refused = await post({ name: 'x', content: block, shared: true }, trusted);
    expectError(refused, 409, 'conflict');
    expect(refused.body.message).toStartWith('The project has 16 MB of shared modules');
    const moved = await put(id, { shared: true }, await openTrusted('other'));
    expectError(moved, 409, 'conflict');
    expect(moved.body.message).toStartWith('The project has 16 MB of shared modules');
  });

  test('500 modules, also if many come at once', async () => {
    for (let i = 0; i < 498; i += 1) await save(`${i}`);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => post({ name: `more ${i}`, content: BLOCKS })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    const refused = answers.find((answer) => answer.status === 409);
    expect(refused?.body).toMatchObject({ code: 'conflict', limit: 500 });
    expect(refused?.body.message).toContain('500 saved modules');
    // A module that is no longer shared needs room at its tenant, whoever ends that.
    const shared = await save('shared', { shared: true }, await openTrusted('acme'));
    const returned = await put(shared, { shared: false }, await openTrusted('other'));
    expectError(returned, 409, 'conflict');
    expect(returned.body).toMatchObject({ limit: 500, message: refused?.body.message });
  });

  test('16 MB of blocks', async () => {
    const block = (size: number) => [{ id: 'a', type: 'html', content: 'x'.repeat(size) }];
    for (let i = 0; i < 8; i += 1) await save(`${i}`, { content: block(2_000_000) });
    const small = await save('small');
    for (const answer of [
      await post({ name: 'x', content: block(1_000_000) }),
      await put(small, { content: block(1_000_000) }),
    ]) {
      expectError(answer, 409, 'conflict');
      expect(answer.body.message).toContain('16 MB');
    }
    expect((await put(small, { name: 'renamed' })).status).toBe(200);
  });
});
