import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { setProjectPlan } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { testOfOneProcess } from '../../support/engine.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope } from '../../support/test-app.ts';
import {
  ada,
  app,
  countComments,
  createTemplate,
  id,
  list,
  post,
  put,
  remove,
  resolve,
  say,
  tenant,
  useCommentedTemplate,
} from './commented-template.ts';

useCommentedTemplate();

describe('kept as sent', () => {
  test.each([
    ['<script>alert(1)</script><img src=x onerror=alert(2)>'],
    ['</script><b>"&amp;\'`{{ 7*7 }}'],
    ['  leading, trailing and\n\ttabs  '],
    ["'; DROP TABLE comments; --"],
    ['👩‍👩‍👧 Ünïcödé \u202e مرحبا'],
    ['x'],
    ['x'.repeat(10_000)],
    ['ü'.repeat(10_000)],
  ])('%s', async (body) => {
    const comment = await say('first');
    expect((await put(comment, { body })).body.data.body).toBe(body);
    const second = await post({ body });
    expect([second.status, second.body.data.body]).toEqual([201, body]);
    expect(second.headers.get('content-type')).toBe('application/json');
    expect((await list()).data.map((root: { body: string }) => root.body)).toEqual([body, body]);
  });
});

describe('refused', () => {
  test.each<[string, unknown, string]>([
    ['no text', undefined, 'is required'],
    ['an empty text', '', 'not be empty'],
    ['spaces and lines', ' \n\t\u00a0\u3000', 'not be empty'],
    ['10,001 characters', 'x'.repeat(10_001), 'at most 10000 characters'],
    ['100 KB', 'x'.repeat(100 * 1024), 'at most 10000 characters'],
    ['3 MB', 'x'.repeat(3 * 1024 * 1024), 'at most 10000 characters'],
    ['a number', 5, 'a string'],
    ['null', null, 'a string'],
    ['a list', ['x'], 'a string'],
    ['an object', { html: 'x' }, 'a string'],
    ['a NUL', 'a\0b', 'NUL'],
    ['half a surrogate pair', 'a\ud83d', 'surrogate'],
  ])('%s', async (_name, body, says) => {
    const comment = await say('first');
    const dump = await dumpDatabase(app);
    for (const answer of [await post({ body }), await put(comment, { body })]) {
      expectError(answer, 422, 'validation_failed');
      expect(answer.body.errors.body[0]).toContain(says);
    }
    expect(await dumpDatabase(app)).toBe(dump);
  });

  test.each<[string, object, string]>([
    ['a number as block', { block_id: 5 }, 'block_id'],
    ['an empty block', { block_id: '' }, 'block_id'],
    ['a block of 256 characters', { block_id: 'x'.repeat(256) }, 'block_id'],
    ['a list as parent', { parent_id: [] }, 'parent_id'],
    ['an empty parent', { parent_id: '' }, 'parent_id'],
    ['another form of answer', { answer: 'html' }, 'answer'],
  ])('%s', async (_name, more, field) => {
    const answer = await post({ body: 'x', ...more });
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test('a wanted state that is none', async () => {
    const root = await say('root');
    for (const resolved of ['yes', 1, null]) {
      expectError(await resolve(root, { resolved }), 422, 'validation_failed');
    }
  });

  test('a body that is no JSON, or no object', async () => {
    const path = `/templates/${id}/comments`;
    for (const [body, status, code] of [
      ['{', 400, 'invalid_json'],
      ['[]', 422, 'validation_failed'],
      ['"x"', 422, 'validation_failed'],
    ] as const) {
      expectError(await tenant.request('POST', path, { body }), status, code);
      const root = await say('root');
      expectError(await tenant.request('DELETE', `${path}/${root}`, { body }), status, code);
    }
  });

  test.each([['sideways'], ['OPEN'], ['']])('the status "%s" of a list', async (status) => {
    const answer = await tenant.request('GET', `/templates/${id}/comments?status=${status}`);
    expectError(answer, 422, 'validation_failed');
  });
});

test('fields of a body cannot say what is not theirs to say', async () => {
  const answer = await post({
    body: 'x',
    id: 'x',
    template_id: 'x',
    tenant_id: 5,
    author_name: 'x',
    author_identifier: 'x',
    author_type: 'agent',
    resolved_at: 'x',
    created_at: 'x',
  });
  expectError(answer, 422, 'validation_failed');
  const named = Object.keys(answer.body.errors);
  expect(named).toEqual(expect.arrayContaining(['id', 'author_name', 'author_identifier', 'author_type']));
});

testOfOneProcess('without the feature nothing of it is there, and nothing is lost', async () => {
  const root = await say('root');
  const { project_id } = app.first;
  await perform(setProjectPlan, app.deps, adminScope, { project_id, plan: 'starter' });
  const dump = await dumpDatabase(app);
  const reading = await tenant.request('GET', `/templates/${id}/comments`);
  for (const answer of [
    reading,
    await post({ body: 'x' }),
    await put(root, { body: 'x' }),
    await resolve(root),
    await remove(root),
  ]) {
    expectError(answer, 403, 'feature_unavailable');
    expect(answer.body.message).toBe("Feature 'commenting' is not available on your current plan.");
  }
  expect(await dumpDatabase(app)).toBe(dump);
  await perform(setProjectPlan, app.deps, adminScope, { project_id, plan: 'growth' });
  expect((await list()).data).toHaveLength(1);
});

/** Comments written by one statement, with the triggers that count them. */
async function fill(template: string, count: number, body: string): Promise<void> {
  await app.deps.db.transaction(async (db) => {
    await db.run(sql`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO comments (id, tenant_id, template_id, body, author_kind, author_id, author_name, created_at, updated_at)
      SELECT ${template} || CAST(100000 + i AS text), (SELECT tenant_id FROM templates WHERE id = ${template}), ${template}, ${body},
        'user', 'u-ada', 'Ada', 1, 1 FROM n`);
  });
}

describe('how much one template takes', () => {
  test('of 10,000 comments 5,000 are taken; the next is told why and what to do', async () => {
    await fill(id, 4_990, 'x');
    const answers = [];
    for (let i = 0; i < 5_010; i += 501) answers.push(await post({ body: `${i}` }));
    answers.push(await post({ body: 'one too many' }));
    expect(answers.map((answer) => answer.status)).toEqual([...Array(10).fill(201), 409]);
    const last = answers.at(-1);
    if (last === undefined) throw new Error('nothing was answered');
    expectError(last, 409, 'conflict');
    expect(last.body).toMatchObject({ limit: 5_000 });
    expect(last.body.message).toContain('5,000 comments');
    expect(last.body.message).toContain('Delete threads');
    const { data, meta } = await list();
    expect([data.length, meta.comments]).toEqual([5_000, 5_000]);
    // Others are not concerned, editing is no comment more, and deleting makes room.
    const other = await createTemplate();
    const body = { body: 'x', ...ada };
    expect((await tenant.request('POST', `/templates/${other}/comments`, { body })).status).toBe(201);
    expect((await put(`${id}100001`, { body: 'edited' })).status).toBe(200);
    expect((await remove(`${id}100001`)).status).toBe(204);
    expect((await post({ body: 'x' })).status).toBe(201);
  });

  test('simultaneous ones do not slip through', async () => {
    await fill(id, 4_998, 'x');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ body: 'x' })));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(2);
    expect(await countComments()).toBe(5_000);
  });

  test('4 MB of text, counted in bytes; an edit may not go beyond either', async () => {
    await fill(id, 139, 'ü'.repeat(15_000));
    const long = 'ü'.repeat(10_000);
    const root = await say('short');
    const answer = await post({ body: long });
    expect(answer.status).toBe(201);
    for (const refused of [await post({ body: long }), await put(root, { body: long })]) {
      expectError(refused, 409, 'conflict');
      expect(refused.body.message).toContain('4 MB');
    }
    expect((await put(answer.body.data.id, { body: 'short' })).status).toBe(200);
    expect((await put(root, { body: long })).status).toBe(200);
  });

  test('what is noted of it is right after any mixture', async () => {
    const root = await say('root äöü');
    for (let i = 0; i < 5; i += 1) await say(`reply ${i}`, { parent_id: root });
    await put(root, { body: 'longer than it was before' });
    const reply = await say('reply', { parent_id: root });
    await remove(reply);
    await say('second');
    const check = () => perform(checkIntegrity, app.deps, adminScope, {});
    expect((await check()).faults).toEqual([]);
    await remove(root);
    expect((await check()).faults).toEqual([]);
    await app.deps.db.transaction(async (db) => {
      await db.run(sql`UPDATE comment_totals SET comments = 7`);
    });
    expect((await check()).faults[0]).toContain('the totals of its comments are wrong');
  });
});
