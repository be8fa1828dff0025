import { afterAll, beforeAll, expect, test } from 'bun:test';

import {
  changeByAgent,
  EditorPage,
  openPair,
  openThree,
  paragraph,
  settleAll,
  storedText,
  typeAndSave,
  update,
} from './editor-page.ts';
import { passTime, type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

test.each(['ann', 'bob'])(
  'what a page types while it is brought up to date is settled when %s saves',
  async (saver) => {
    const { template, ann, bob } = await openPair(rig);
    bob.setText('c', 'C');
    await settleAll(ann, bob);
    await bob.save();
    await ann.cut();
    await changeByAgent(template, update('a', 'A'));
    await settleAll(bob);
    ann.pause();
    await ann.connect();
    // Before it handles what it missed.
    ann.setText('a', 'typed');
    ann.continue();
    await settleAll(ann, bob);
    expect((await (saver === 'ann' ? ann : bob).save()).status).toBe(200);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
  },
);

test.each(['ann', 'bob'])(
  'a page that was cut off between an operation and its undoing by another shows what is stored when %s saves last',
  async (last) => {
    const { template, ann, bob } = await openPair(rig);
    await typeAndSave('c', ann, bob);
    const before = structuredClone(bob.model.content);
    bob.setText('a', 'typed');
    await settleAll(ann, bob);
    expect(ann.text).toBe('typed b bob');
    (ann.socket as TestSocket).answersPings = false;
    bob.edit({ operation: 'set_content', data: { content: before } });
    await bob.settle();
    await ann.cut();
    ann.edit({ operation: 'update_settings', data: { updates: { preheaderText: 'mine' } } });
    await ann.join();
    expect(ann.text).toBe('a b bob');
    expect((await ann.save()).status).toBe(200);
    await settleAll(ann, bob);
    if (last === 'bob') expect((await bob.save()).status).toBe(200);
    await settleAll(ann, bob);
    const { content } = (await template.tenant.request('GET', `/templates/${template.id}`)).body.data;
    expect(content.settings.preheaderText).toBe('mine');
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
    expect([ann.model.content.settings, bob.model.content.settings]).toEqual(Array(2).fill(content.settings));
  },
);

const setting = (preheaderText: string) => ({
  operation: 'update_settings',
  data: { updates: { preheaderText } },
});
const text = (content: string) => ({
  operation: 'update_block',
  data: { block_id: 'a', updates: { content } },
});
const move = (index: number) => ({ operation: 'move_block', data: { block_id: 'a', index } });

test.each<[string, object, object]>([
  ['types and types back', text('typed'), text('a')],
  ['changes a setting and changes it back', setting('new'), setting('old')],
  [
    'adds a block and deletes it',
    { operation: 'add_block', data: { block: paragraph('n', 'N'), index: 0 } },
    { operation: 'delete_block', data: { block_id: 'n' } },
  ],
  ['moves a block and moves it back', move(2), move(0)],
])('a member who %s leaves no trace at one who was cut off in between', async (_name, change, back) => {
  const { template, ann, bob } = await openPair(rig);
  bob.edit(setting('old'));
  await typeAndSave('c', ann, bob);
  // Her page receives the change, but its answer to the next question does not reach the server.
  (ann.socket as TestSocket).answersPings = false;
  bob.edit(change);
  await settleAll(bob, ann);
  await ann.cut();
  bob.edit(back);
  await bob.settle();
  ann.setText('b', 'mine');
  await ann.join();
  await settleAll(ann, bob);
  expect((await ann.save()).status).toBe(200);
  await settleAll(ann, bob);
  const { content } = (await template.tenant.request('GET', `/templates/${template.id}`)).body.data;
  expect([ann.model.content, bob.model.content]).toEqual(Array(2).fill(content));
  expect([bob.text, content.settings.preheaderText]).toEqual(['a mine bob', 'old']);
});

test('a page that waits for what it missed is not taken to have it, while others work', async () => {
  const template = await openThree(rig);
  const pages = ['ann', 'bob', 'cid'].map((name) => new EditorPage(template, name));
  const [ann, bob, cid] = pages as [EditorPage, EditorPage, EditorPage];
  for (const page of pages) await page.open();
  cid.setText('c', 'c');
  await settleAll(...pages);
  await cid.cut();
  await changeByAgent(template, update('a', 'A'));
  await settleAll(ann, bob);
  // His page does not answer, so what follows his save waits.
  (bob.socket as TestSocket).answersPings = false;
  bob.setText('b', 'B');
  await bob.socket?.settle();
  expect((await bob.save()).status).toBe(200);
  await cid.connect();
  await passTime(rig, 2000);
  ann.setText('c', 'C');
  await settleAll(ann, cid);
  await waitForText(cid, 'A B C');
  expect((await cid.save()).status).toBe(200);
  expect(await storedText(template)).toBe('A B C');
});

test.each([true, false])(
  'an undo of a page that waits for what it missed keeps that (waits long: %p)',
  async (isLong) => {
    const template = await openThree(rig);
    const pages = ['ann', 'bob', 'cid'].map((name) => new EditorPage(template, name));
    const [ann, bob, cid] = pages as [EditorPage, EditorPage, EditorPage];
    for (const page of pages) await page.open();
    await typeAndSave('c', ...pages);
    ann.setText('c', 'typed');
    await settleAll(...pages);
    expect((await ann.save()).status).toBe(200);
    await settleAll(...pages);
    await ann.cut();
    await cid.cut();
    await changeByAgent(template, update('a', 'A'));
    await settleAll(bob);
    // His page does not answer, so what follows the merged save waits.
    if (isLong) bob.pause();
    cid.setText('b', 'B');
    expect((await cid.save()).status).toBe(200);
    ann.pause();
    await ann.connect();
    ann.undo();
    await ann.socket?.settle();
    ann.continue();
    bob.continue();
    await cid.join();
    for (const page of pages) await waitForText(page, /^A B/);
    expect((await cid.save()).status).toBe(200);
    await settleAll(...pages);
    expect(pages.map(({ text }) => text)).toEqual(Array(3).fill(await storedText(template)));
  },
);

test('what a page changes before it is brought up to date is not sent back to it', async () => {
  const template = await openThree(rig);
  const bob = await new EditorPage(template, 'bob').open();
  const ann = await new EditorPage(template, 'ann').open();
  bob.setText('b', 'B');
  await settleAll(ann, bob);
  // The server waits for his answer before it settles his save, and brings nobody up to date until then.
  bob.pause();
  expect((await bob.save()).status).toBe(200);
  ann.setText('c', 'C');
  const cid = await new EditorPage(template, 'cid').load();
  await cid.connect();
  cid.add('n', 'typed');
  cid.setText('n', 'typed on');
  await cid.socket?.settle();
  bob.continue();
  await settleAll(ann, bob, cid);
  const own = cid.socket?.received.filter(({ text }) => text.includes('operation') && text.includes('typed'));
  expect(own).toEqual([]);
  expect([ann.text, bob.text, cid.text]).toEqual(Array(3).fill('a B C typed on'));
});

test.each([false, true])(
  'a page whose answer to a change is on its way does not repeat that change after it was undone (own change: %p)',
  async (hasOwn) => {
    const { template, ann, bob } = await openPair(rig);
    await typeAndSave('c', bob, ann);
    (ann.socket as TestSocket).answersPings = false;
    await changeByAgent(template, update('a', 'A'));
    await settleAll(ann, bob);
    expect(ann.text).toBe('A b ann');
    if (hasOwn) ann.setText('b', 'B');
    const sent = structuredClone(ann.model.content);
    await changeByAgent(template, update('a', 'a'));
    const { status } = await ann.save(sent);
    expect(status).toBe(200);
    const wanted = hasOwn ? 'a B ann' : 'a b ann';
    expect(await storedText(template)).toBe(wanted);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual([wanted, wanted]);
  },
);

test('an operation without effect does not make a save that is long on its way a newer one', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', bob, ann);
  const sent = structuredClone(ann.model.content);
  await changeByAgent(template, update('a', 'A'));
  await settleAll(ann, bob);
  bob.edit({ operation: 'move_block', data: { block_id: 'a', index: 0 } });
  await settleAll(ann, bob);
  const { status } = await ann.save(sent);
  expect(status).toBe(200);
  expect(await storedText(template)).toBe('A b ann');
});

test('a save that is long on its way keeps what its page announced later and another has saved', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', bob, ann);
  ann.setText('a', 'typed');
  const sent = structuredClone(ann.model.content);
  ann.setText('a', 'typed on');
  await settleAll(ann, bob);
  bob.setText('b', 'B');
  expect((await bob.save()).status).toBe(200);
  await settleAll(ann, bob);
  const { status } = await ann.save(sent);
  expect(status).toBe(200);
  await settleAll(ann, bob);
  expect([ann.text, bob.text, await storedText(template)]).toEqual(Array(3).fill('typed on B ann'));
});

test('what a page types while its merged save is sent to the others is kept', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', bob, ann);
  ann.setText('b', 'B');
  const sent = structuredClone(ann.model.content);
  await changeByAgent(template, update('a', 'A'));
  await settleAll(ann, bob);
  // The server waits for her answer before it sends her save to the others.
  ann.pause();
  const { status } = await ann.save(sent);
  expect(status).toBe(200);
  ann.setText('b', 'typed on');
  await bob.settle();
  ann.continue();
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill('A typed on ann'));
  expect((await bob.save()).status).toBe(200);
  expect(await storedText(template)).toBe('A typed on ann');
});

/** Waits until a page shows a text: the server may wait for another page first. */
async function waitForText(page: EditorPage, text: string | RegExp): Promise<void> {
  const pattern = typeof text === 'string' ? new RegExp(`^${text}$`) : text;
  for (let tries = 0; tries < 100 && !pattern.test(page.text); tries += 1) {
    await Bun.sleep(20);
    await page.settle();
  }
  expect(page.text).toMatch(pattern);
}
