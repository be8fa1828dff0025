import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../support/property-runs.ts';
import {
  app,
  bob,
  id,
  list,
  put,
  remove,
  resolve,
  saveBlocks,
  say,
  tenant,
  useCommentedTemplate,
} from './commented-template.ts';

useCommentedTemplate();

interface Listed {
  id: string;
  body: string;
  parent_id: string | null;
  block_missing?: boolean;
  resolved_at: string | null;
  replies: Listed[];
}
const bodiesOf = async (query = '') => (await list(query)).data.map((root: Listed) => root.body);

describe('anchors', () => {
  const missing = async () =>
    Object.fromEntries((await list()).data.map((root: Listed) => [root.body, root.block_missing ?? false]));

  test('survive a moved block, and are reported once it is gone', async () => {
    await say('at b1', { block_id: 'b1' });
    await say('at b3', { block_id: 'b3' });
    await say('at s1', { block_id: 's1' });
    await say('at all');
    const nothingMissing = { 'at b1': false, 'at b3': false, 'at s1': false, 'at all': false };
    expect(await missing()).toEqual(nothingMissing);
    await saveBlocks(['b3', 'b2'], ['b1']);
    expect(await missing()).toEqual(nothingMissing);
    await saveBlocks(['b2', 'b3']);
    expect(await missing()).toEqual({ 'at b1': true, 'at b3': false, 'at s1': true, 'at all': false });
    await saveBlocks(['b1'], ['b2']);
    expect(await missing()).toEqual({ ...nothingMissing, 'at b3': true });
  });

  test('may be blocks an editor has not saved yet: missing until it does', async () => {
    const root = await say('at new', { block_id: 'new' });
    await say('reply', { parent_id: root });
    const [thread] = (await list()).data;
    expect([thread.block_missing, thread.replies[0].block_missing]).toEqual([true, true]);
    await saveBlocks(['new']);
    const [found] = (await list()).data;
    expect(['block_missing' in found, 'block_missing' in found.replies[0]]).toEqual([false, false]);
  });

  test('follow a restored snapshot', async () => {
    await say('at b1', { block_id: 'b1' });
    const snapshot = await tenant.request('POST', `/templates/${id}/snapshots`);
    await saveBlocks(['b2']);
    expect(await missing()).toEqual({ 'at b1': true });
    await tenant.request('POST', `/templates/${id}/snapshots/${snapshot.body.data.id}/restore`);
    expect(await missing()).toEqual({ 'at b1': false });
  });
});

test('status and block narrow the list; the counts stay those of the template', async () => {
  const first = await say('open b1', { block_id: 'b1' });
  const second = await say('resolved b1', { block_id: 'b1' });
  await say('open b2', { block_id: 'b2' });
  await say('reply', { parent_id: first });
  await resolve(second);
  expect(await bodiesOf('?status=open')).toEqual(['open b1', 'open b2']);
  expect(await bodiesOf('?status=resolved')).toEqual(['resolved b1']);
  expect(await bodiesOf('?status=all&block_id=b1')).toEqual(['open b1', 'resolved b1']);
  expect(await bodiesOf('?status=open&block_id=b1')).toEqual(['open b1']);
  expect(await bodiesOf('?block_id=b')).toEqual([]);
  const { meta } = await list('?status=resolved');
  expect(meta).toEqual({ open: 2, resolved: 1, comments: 4, next_cursor: null });
});

test('every change shows in the next list, also of those who have just read it', async () => {
  const root = await say('one');
  expect(await bodiesOf()).toEqual(['one']);
  await put(root, { body: 'two' });
  expect(await bodiesOf()).toEqual(['two']);
  const reply = await say('reply', { parent_id: root }, bob);
  expect((await list()).data[0].replies).toHaveLength(1);
  await put(reply, { body: 'changed' }, bob);
  expect((await list()).data[0].replies[0].body).toBe('changed');
  await remove(reply, bob);
  expect((await list()).data[0].replies).toEqual([]);
  await resolve(root);
  expect((await list()).data[0].resolved_by_name).toBe('Ada');
  await resolve(root);
  expect((await list()).data[0].resolved_by_name).toBeNull();
  await remove(root);
  expect(await bodiesOf()).toEqual([]);
  const again = await tenant.request('GET', `/templates/${id}/comments`);
  expect(again.text).toBe((await tenant.request('GET', `/templates/${id}/comments`)).text);
});

test('a list of one tenant is not remembered for another', async () => {
  await say('mine');
  await list();
  const other = await app.openTenant('other');
  expect((await other.request('GET', `/templates/${id}/comments`)).status).toBe(404);
});

/** A step of a user; `at` chooses one of the existing comments. */
const step = fc.record({
  what: fc.constantFrom('say', 'say', 'reply', 'reply', 'edit', 'remove', 'resolve'),
  at: fc.nat(1_000),
  body: fc
    .string({ minLength: 1, maxLength: 20 })
    .filter((text) => text.trim() !== '' && !text.includes('\0')),
});

test('a list equals a simple model after any sequence of steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      for (const root of (await list()).data) await remove(root.id);
      const model: {
        id: string;
        body: string;
        resolved: boolean;
        replies: { id: string; body: string }[];
      }[] = [];
      for (const { what, at, body } of steps) {
        const thread = model[at % Math.max(1, model.length)];
        if (what === 'say') model.push({ id: await say(body), body, resolved: false, replies: [] });
        else if (thread === undefined) continue;
        else if (what === 'reply')
          thread.replies.push({ id: await say(body, { parent_id: thread.id }), body });
        else if (what === 'edit') {
          const one = [thread, ...thread.replies][at % (thread.replies.length + 1)];
          if (one === undefined) continue;
          expect((await put(one.id, { body })).status).toBe(200);
          one.body = body;
        } else if (what === 'remove') {
          expect((await remove(thread.id)).status).toBe(204);
          model.splice(model.indexOf(thread), 1);
        } else {
          expect((await resolve(thread.id)).status).toBe(200);
          thread.resolved = !thread.resolved;
        }
        const { data, meta } = await list();
        const seen = data.map((root: Listed) => ({
          id: root.id,
          body: root.body,
          resolved: root.resolved_at !== null,
          replies: root.replies.map((reply) => ({ id: reply.id, body: reply.body })),
        }));
        expect(seen).toEqual(model);
        const resolved = model.filter((one) => one.resolved).length;
        const comments = model.reduce((sum, one) => sum + 1 + one.replies.length, 0);
        expect(meta).toEqual({ open: model.length - resolved, resolved, comments, next_cursor: null });
      }
    }),
    { numRuns: runs(20) },
  );
});
