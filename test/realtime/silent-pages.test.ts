import { afterAll, beforeAll, expect, test } from 'bun:test';
import { changeByAgent, EditorPage, openPair, settleAll, storedText, update } from './editor-page.ts';
import { type Rig, startRig, stopRig } from './rig.ts';

// Pages that have announced nothing: they show what others change, and save it.

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

test('a page that has announced nothing saves what the others show, also what one of them has taken back', async () => {
  const { template, ann, bob } = await openPair(rig);
  bob.setText('b', 'typed');
  bob.setText('a', 'typed');
  await settleAll(ann, bob);
  await changeByAgent(template, update('a', 'A'));
  await settleAll(ann, bob);
  bob.pause();
  await changeByAgent(template, update('c', 'C'));
  // He takes back what he typed over, before his page handles the change of another block.
  bob.undo();
  bob.continue();
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill('a typed C'));
  expect((await ann.save()).status).toBe(200);
  await settleAll(ann, bob);
  expect([ann.text, bob.text, await storedText(template)]).toEqual(Array(3).fill('a typed C'));
});

test('a page that has announced nothing, and whose late save is merged, shows what another one has typed since', async () => {
  const { template, ann, bob } = await openPair(rig);
  const sent = structuredClone(ann.model.content);
  await changeByAgent(template, update('a', 'A'));
  await settleAll(ann, bob);
  bob.setText('a', 'typed');
  await settleAll(ann, bob);
  expect((await ann.save(sent)).status).toBe(200);
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill('typed b c'));
  await bob.save();
  await settleAll(ann, bob);
  expect([ann.text, bob.text, await storedText(template)]).toEqual(Array(3).fill('typed b c'));
});

test('a page that has announced nothing saves a move that the others show, while another one is on its way', async () => {
  const { template, ann, bob } = await openPair(rig);
  const cid = await new EditorPage(template, 'cid').open();
  const pages = [ann, bob, cid];
  const move = (index: number) => ({ operation: 'move_block', data: { block_id: 'b', index } });
  bob.edit(move(2));
  await settleAll(...pages);
  ann.pause();
  cid.edit(move(0));
  await settleAll(bob, cid);
  expect((await ann.save()).status).toBe(200);
  ann.continue();
  await settleAll(...pages);
  expect(pages.map(({ text }) => text)).toEqual(Array(3).fill('b a c'));
  expect((await cid.save()).status).toBe(200);
  await settleAll(...pages);
  expect([...pages.map(({ text }) => text), await storedText(template)]).toEqual(Array(4).fill('b a c'));
});

test('a save that a page which has announced nothing sent before a change of an agent does not take it back', async () => {
  const { template, ann, bob } = await openPair(rig);
  const cid = await new EditorPage(template, 'cid').open();
  const pages = [ann, bob, cid];
  ann.setText('a', 'A');
  await settleAll(...pages);
  await ann.save();
  await settleAll(...pages);
  bob.setText('b', 'B');
  await settleAll(...pages);
  const sent = structuredClone(cid.model.content);
  await changeByAgent(template, update('c', 'by agent'));
  await settleAll(...pages);
  await bob.save();
  await settleAll(...pages);
  expect((await cid.save(sent)).status).toBe(200);
  await settleAll(...pages);
  expect([...pages.map(({ text }) => text), await storedText(template)]).toEqual(
    Array(4).fill('A B by agent'),
  );
});

test('a page with collaboration off does not take back what another one had not received when it undid', async () => {
  const { template, ann } = await openPair(rig);
  const cid = await new EditorPage(template, 'cid', false).open();
  ann.setText('b', 'typed');
  ann.pause();
  await changeByAgent(template, update('a', 'A'));
  ann.undo();
  await cid.settle();
  // The whole content of the undo is what cid still shows, until the server has sent the agent's change again.
  expect((await cid.save()).status).toBe(200);
  expect(await storedText(template)).toBe('A b c');
  ann.continue();
  await settleAll(ann);
  expect(ann.text).toBe('A b c');
});
