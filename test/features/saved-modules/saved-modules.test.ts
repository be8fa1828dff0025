import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { BLOCKS, moduleRequests, type Tenant } from './modules.ts';

let app: TestApp;
let tenant: Tenant;
beforeEach(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
});
afterEach(() => app.stop());

const { post, put, remove, list, namesOf, save } = moduleRequests(() => tenant);

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
    const dump = await dumpDatabase(app);
    for (const answer of [await post({ name: 'y', content }), await put(id, { content })]) {
      // A field that is not sent stays, so a change without it is another refusal.
      expectError(answer, 422, 'validation_failed');
      if (content !== undefined) expect(Object.keys(answer.body.errors)[0]).toStartWith(field);
    }
    expect(await dumpDatabase(app)).toBe(dump);
  });

  test('refused: more than a template may have', async () => {
    const large = [{ id: 'a', type: 'html', content: 'x'.repeat(2 * 1024 * 1024) }];
    expectError(await post({ name: 'x', content: large }), 413, 'too_large');
    const many = Array.from({ length: 20_001 }, () => ({ type: 'divider' }));
    expectError(await post({ name: 'x', content: many }), 413, 'too_large');
    expect(await countRows(app, 'saved_modules')).toBe(0);
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
  const dump = await dumpDatabase(app);
  const answers = [await post({ name: 'y', content: BLOCKS, ...change })];
  if (Object.values(change)[0] !== undefined) answers.push(await put(id, change));
  for (const answer of answers) {
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  }
  expect(await dumpDatabase(app)).toBe(dump);
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
    const dump = await dumpDatabase(app);
    const events = app.events.length;
    expect((await put(id, { name: 'Old', category: 'Legal', content: BLOCKS })).status).toBe(200);
    expect([(await dumpDatabase(app)) === dump, app.events.length]).toEqual([true, events]);
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
