import { describe, expect, test } from 'bun:test';
import { openAgentScope } from '../../../src/features/access/index.ts';
import { deleteComment, resolveComment, updateComment } from '../../../src/features/comments/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { processCount, testOfOneProcess } from '../../support/engine.ts';
import { expectError } from '../../support/expect-error.ts';
import { readRows } from '../../support/read-rows.ts';
import { adminScope } from '../../support/test-app.ts';
import {
  ada,
  app,
  bob,
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

const now = () => (processCount > 0 ? expect.stringMatching(/Z$/) : new Date(app.clock.now()).toISOString());

/** Other processes do not tell what they publish. */
function expectLastEvent(event: object): void {
  if (processCount === 0) expect(app.events.at(-1)).toMatchObject(event);
}

test('a comment has exactly the fields editors read', async () => {
  const answer = await post({ body: 'Too red', block_id: 'b1' });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    data: {
      id: expect.any(String),
      template_id: id,
      block_id: 'b1',
      parent_id: null,
      body: 'Too red',
      author_identifier: 'u-ada',
      author_name: 'Ada',
      author_type: 'user',
      resolved_at: null,
      resolved_by_identifier: null,
      resolved_by_name: null,
      created_at: now(),
      updated_at: now(),
      replies: [],
    },
  });
  expect((await list()).data).toEqual([answer.body.data]);
  const payload = { templateId: id, comment: answer.body.data };
  expectLastEvent({ type: 'comment.created', payload });
  expect(answer.text).not.toContain(ada.user_signature);
});

test('threads are listed in the order of creation, replies inside theirs, the oldest first', async () => {
  const first = await say('first', { block_id: 'b1' });
  const second = await say('second');
  await say('first 1', { parent_id: first }, bob);
  await say('second 1', { parent_id: second });
  await say('first 2', { parent_id: first, block_id: 'ignored' });
  const { data, meta } = await list();
  const outline = data.map((root: { body: string; replies: { body: string }[] }) => [
    root.body,
    ...root.replies.map((reply) => reply.body),
  ]);
  expect(outline).toEqual([
    ['first', 'first 1', 'first 2'],
    ['second', 'second 1'],
  ]);
  expect(meta).toEqual({ open: 2, resolved: 0, comments: 5, next_cursor: null });
  const [reply] = data[0].replies;
  expect(reply).toMatchObject({ parent_id: first, block_id: 'b1', author_name: 'Bob', replies: [] });
});

describe('editing', () => {
  test('sets another updated_at, also within the same millisecond, and nothing else', async () => {
    const comment = await say('Too red');
    const before = (await list()).data[0];
    const answer = await put(comment, { body: 'Too blue' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ ...before, body: 'Too blue', updated_at: expect.any(String) });
    expect(answer.body.data.updated_at).not.toBe(before.created_at);
    expectLastEvent({
      type: 'comment.updated',
      payload: { templateId: id, comment: answer.body.data },
    });
  });

  testOfOneProcess('the same text again is no edit', async () => {
    const comment = await say('Too red');
    app.clock.advance(1000);
    const dump = await dumpDatabase(app);
    const events = app.events.length;
    const answer = await put(comment, { body: 'Too red' });
    expect([answer.status, answer.body.data.updated_at]).toEqual([200, answer.body.data.created_at]);
    expect([(await dumpDatabase(app)) === dump, app.events.length]).toEqual([true, events]);
  });

  test('of a root answers its replies, which editors put in the place of what they had', async () => {
    const root = await say('root');
    await say('reply', { parent_id: root }, bob);
    const answer = await put(root, { body: 'changed' });
    expect(answer.body.data.replies).toMatchObject([{ body: 'reply', author_name: 'Bob' }]);
    expect((await resolve(root)).body.data.replies).toHaveLength(1);
  });
});

describe('deleting', () => {
  test('answers 204 to a call with a body; a root takes its replies along, a reply nothing', async () => {
    const root = await say('root');
    const reply = await say('reply', { parent_id: root });
    await say('reply 2', { parent_id: root }, bob);
    const answer = await remove(reply);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await list()).data[0].replies).toHaveLength(1);
    expect((await remove(root)).status).toBe(204);
    expect((await list()).data).toEqual([]);
    await tenant.request('POST', '/trash/empty');
    expect(await countComments()).toBe(0);
    expectLastEvent({
      type: 'comment.deleted',
      payload: { comment: { id: root, body: 'root', replies: [{ body: 'reply 2' }] } },
    });
    expectError(await remove(root), 404, 'not_found');
  });

  test('a template takes its comments along', async () => {
    const root = await say('root');
    await say('reply', { parent_id: root });
    await tenant.request('DELETE', `/templates/${id}`);
    await tenant.request('POST', '/trash/empty');
    const totals = `SELECT 1 FROM comment_totals WHERE template_id = '${id}'`;
    expect([await countComments(), (await readRows(app, totals)).length]).toEqual([0, 0]);
  });
});

describe('resolving', () => {
  test('says who and when, is anybody’s to do, and is no edit', async () => {
    const root = await say('root');
    if (processCount === 0) app.clock.advance(5000);
    const { status, body } = await resolve(root, {}, bob);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      resolved_at: now(),
      resolved_by_identifier: 'u-bob',
      resolved_by_name: 'Bob',
      author_name: 'Ada',
    });
    expect(body.data.updated_at).toBe(body.data.created_at);
    expectLastEvent({
      type: 'comment.resolved',
      payload: { templateId: id, comment: body.data },
    });
    expect((await list()).meta).toMatchObject({ open: 0, resolved: 1 });
  });

  testOfOneProcess('without a wanted state it toggles', async () => {
    const root = await say('root');
    const states: boolean[] = [];
    for (let i = 0; i < 3; i += 1) states.push((await resolve(root)).body.data.resolved_at !== null);
    expect(states).toEqual([true, false, true]);
    expect(app.events.slice(-2).map((event) => event.type)).toEqual([
      'comment.unresolved',
      'comment.resolved',
    ]);
  });

  test('of two who want it resolved at once both are told so, and the first one did it', async () => {
    const root = await say('root');
    const answers = await Promise.all([
      resolve(root, { resolved: true }, bob),
      resolve(root, { resolved: true }, ada),
    ]);
    // Of several servers, either may be first.
    const names = processCount === 0 ? ['Bob'] : ['Ada', 'Bob'];
    const [first] = answers;
    expect(names).toContain(first?.body.data.resolved_by_name);
    for (const { status, body } of answers)
      expect([status, body.data.resolved_by_name]).toEqual([200, first?.body.data.resolved_by_name]);
    if (processCount === 0)
      expect(app.events.filter((event) => event.type === 'comment.resolved')).toHaveLength(1);
  });

  test('of two who toggle at once each does, one after the other', async () => {
    const root = await say('root');
    const answers = await Promise.all([resolve(root, {}, bob), resolve(root, {}, ada)]);
    const states = answers.map((answer) => answer.body.data.resolved_at !== null).sort();
    expect(states).toEqual([false, true]);
    expect((await list()).data[0].resolved_by_name).toBeNull();
  });

  test('an open thread stays open if that is what is wanted, without a trace', async () => {
    const root = await say('root');
    const dump = await dumpDatabase(app);
    const events = app.events.length;
    expect((await resolve(root, { resolved: false })).body.data.resolved_at).toBeNull();
    expect([(await dumpDatabase(app)) === dump, app.events.length]).toEqual([true, events]);
  });

  test('a reply is no thread', async () => {
    const root = await say('root');
    const reply = await say('reply', { parent_id: root });
    const answer = await resolve(reply);
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.message).toContain(root);
  });
});

describe('replies', () => {
  test('to a reply are refused, with the thread to reply to', async () => {
    const root = await say('root');
    const reply = await say('reply', { parent_id: root });
    const dump = await dumpDatabase(app);
    const answer = await post({ body: 'deeper', parent_id: reply });
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.errors.parent_id[0]).toContain(`parent_id "${root}"`);
    expect(await dumpDatabase(app)).toBe(dump);
  });

  test('to another template’s comment, a deleted or an unknown one are not found', async () => {
    const root = await say('root');
    await remove(root);
    const other = await createTemplate();
    const theirs = await tenant.request('POST', `/templates/${other}/comments`, {
      body: { body: 'theirs', ...ada },
    });
    for (const parent_id of [root, theirs.body.data.id, 'nothing', id]) {
      const answer = await post({ body: 'reply', parent_id });
      expectError(answer, 404, 'not_found');
      expect(answer.body.message).toBe('The comment to reply to was not found.');
    }
  });
});

test('only the author edits and deletes; others learn whose it is', async () => {
  const root = await say('root');
  const reply = await say('reply', { parent_id: root }, bob);
  const dump = await dumpDatabase(app);
  for (const [comment, user, author] of [
    [root, bob, 'Ada'],
    [reply, ada, 'Bob'],
  ] as const) {
    for (const answer of [await put(comment, { body: 'x' }, user), await remove(comment, user)]) {
      expectError(answer, 403, 'forbidden');
      expect(answer.body.message).toContain(author);
    }
  }
  expect(await dumpDatabase(app)).toBe(dump);
});

test('the operator edits, resolves and deletes anybody’s, without a signature', async () => {
  const root = await say('root');
  const place = { project_id: app.first.project_id, tenant: 'default', agent: 'x' };
  const { name, id: adminId } = adminScope.actor;
  const actor = { kind: 'admin' as const, id: adminId, name };
  const scope = { ...(await openAgentScope(app.deps, place)), actor };
  const about = { template_id: id, comment_id: root };
  await perform(updateComment, app.deps, scope, { ...about, body: 'moderated' });
  await perform(resolveComment, app.deps, scope, { ...about, resolved: true });
  expect((await list()).data[0]).toMatchObject({
    body: 'moderated',
    author_name: 'Ada',
    resolved_by_identifier: 'admin:test',
  });
  await perform(deleteComment, app.deps, scope, about);
  expect((await list()).data).toEqual([]);
});

test('comments of another template are not found under this one', async () => {
  const root = await say('root');
  const other = await createTemplate();
  const path = `/templates/${other}/comments/${root}`;
  for (const [method, at] of [
    ['PUT', path],
    ['DELETE', path],
    ['POST', `${path}/resolve`],
  ] as const) {
    const text = method === 'PUT' ? { body: 'x' } : {};
    const answer = await tenant.request(method, at, { body: { ...text, ...ada } });
    expectError(answer, 404, 'not_found');
    expect(answer.body.message).toBe('Comment not found.');
  }
});
