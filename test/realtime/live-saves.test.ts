import { afterAll, beforeAll, expect, test } from 'bun:test';
import { testOfOneProcess } from '../support/engine.ts';
import {
  type Block,
  changeByAgent,
  EditorPage,
  openPair,
  openThree,
  settleAll,
  storedText,
  typeAndSave,
  update,
} from './editor-page.ts';
import { dataOf, passTime, type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

test('a page without collaboration and a live one do not overwrite each other', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const off = await new EditorPage(template, 'off', false).open();
  ann.setText('a', 'A');
  await ann.settle();
  await ann.save();
  await settleAll(ann, off);
  off.setText('b', 'B');
  const merged = await off.save();
  expect(merged.body.data.content.blocks.map(({ content }: Block) => content).join(' ')).toBe('A B c');
  await settleAll(ann, off);
  expect(ann.text).toBe('A B c');
  expect(off.text).toBe('a B c');
  off.setText('c', 'C');
  await off.save();
  await settleAll(ann, off);
  expect(await storedText(template)).toBe('A B C');
  expect(ann.text).toBe('A B C');
  // The same block: neither is overwritten.
  ann.setText('c', 'by Ann');
  await ann.settle();
  expect((await ann.save()).status).toBe(200);
  off.setText('c', 'by Off');
  const refused = await off.save();
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain('ann changed the same parts');
  expect(await storedText(template)).toBe('A B by Ann');
});

testOfOneProcess('live pages save in turn, over refreshed tokens, without a conflict', async () => {
  const { template, ann, bob } = await openPair(rig);
  for (let round = 0; round < 6; round += 1) {
    const [one, other] = round % 2 === 0 ? [ann, bob] : [bob, ann];
    one.setText('a', `by ${one.name} ${round}`);
    await settleAll(ann, bob);
    expect((await one.save()).status).toBe(200);
    await settleAll(ann, bob);
    expect(other.text).toBe(one.text);
    expect(await storedText(template).catch(() => one.text)).toBe(one.text);
    rig.clock.advance(9.2 * 60_000);
    await one.refresh();
    await other.refresh();
    template.tenant = await rig.openTenant('default');
  }
  expect(dataOf(ann.socket as TestSocket, 'mcp-operation')).toEqual([]);
});

test('a save that was sent before a change arrived does not undo the change', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('c', 'C');
  await ann.save();
  await settleAll(ann);
  ann.setText('b', 'B');
  const sent = structuredClone(ann.model.content);
  await changeByAgent(template, update('a', 'A'));
  await settleAll(ann);
  // The request was under way while the change arrived and was confirmed.
  const late = await ann.save(sent);
  expect(late.status).toBe(200);
  await settleAll(ann);
  expect(await storedText(template)).toBe('A B C');
  expect(ann.text).toBe('A B C');
});

test('a save after another member has undone a change does not bring the change back', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', ann, bob);
  const before = structuredClone(ann.model.content);
  ann.add('n');
  await settleAll(ann, bob);
  await ann.save();
  await settleAll(ann, bob);
  ann.edit({ operation: 'set_content', data: { content: before } });
  await settleAll(ann, bob);
  expect((await bob.save()).body.data.merged).toBeUndefined();
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(['a b bob', 'a b bob']);
  expect(await storedText(template)).toBe('a b bob');
});

test('a block that another member has deleted stays deleted for a page that has confirmed several versions', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', ann, bob);
  await ann.cut();
  bob.add('n');
  await bob.settle();
  await bob.save();
  await bob.settle();
  bob.edit({ operation: 'delete_block', data: { block_id: 'n' } });
  bob.add('m');
  await bob.settle();
  await ann.join();
  await ann.settle();
  ann.setText('b', 'B');
  await ann.save();
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill('a B bob m'));
  expect(await storedText(template)).toBe('a B bob m');
});

test('a save does not count for what its page received after sending it, although the page announced something between', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', ann, bob);
  await passTime(rig, 2000);
  bob.setText('a', 'A');
  await bob.settle();
  // Before her page handles it.
  ann.setText('b', 'B');
  expect(ann.text).toBe('a B bob');
  const { content } = structuredClone(ann.model);
  // Her page confirms what it has received while the save is on its way.
  await settleAll(ann, bob);
  const { status } = await ann.save(content);
  expect(status).toBe(200);
  await settleAll(ann, bob);
  const cid = await new EditorPage(template, 'cid').open();
  expect([ann.text, bob.text, cid.text]).toEqual(Array(3).fill('A B bob'));
});
