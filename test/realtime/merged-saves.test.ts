import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
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
import { dataOf, passTime, type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

test('a page whose save was merged gets what it lacks at once', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('c', 'C');
  await ann.save();
  await settleAll(ann);
  const socket = ann.socket as TestSocket;
  // The change is lost on its way, and the page saves.
  socket.answersPings = false;
  await changeByAgent(template, update('a', 'A'));
  await socket.settle();
  const lost = socket.received.length;
  ann.setText('b', 'B');
  await ann.save();
  socket.answersPings = true;
  socket.send({ event: 'pusher:pong', data: {} });
  // Once for each of the server's questions.
  for (let round = 0; round < 4; round += 1) await socket.settle();
  const operations = socket.received.slice(lost).filter(({ event }) => event === 'mcp-operation');
  expect(operations[0]?.data.data).toEqual({ block_id: 'a', updates: { content: 'A' } });
  // Again as a whole, because another change of it may be on its way.
  expect(operations.slice(1).map(({ data }) => [data.data.block_id, data.data.updates.content])).toEqual([
    ['a', 'A'],
  ]);
});

describe('what completes a page whose save was merged', () => {
  /** Ann's save was on its way when an agent's change arrived and was confirmed. */
  const openWithLateSave = async () => {
    const { template, ann, bob } = await openPair(rig);
    ann.setText('c', 'C');
    await settleAll(ann, bob);
    await ann.save();
    await settleAll(ann, bob);
    ann.setText('b', 'B');
    const sent = structuredClone(ann.model.content);
    await changeByAgent(template, update('a', 'A'));
    await settleAll(ann, bob);
    const saveLate = () => ann.save(sent);
    return { template, ann, bob, saveLate };
  };

  test('and what was typed before it are settled by the next save', async () => {
    const { template, ann, bob, saveLate } = await openWithLateSave();
    ann.setText('a', 'typed');
    await settleAll(ann, bob);
    expect((await saveLate()).status).toBe(200);
    // The save was made before the page typed over what the agent has stored.
    expect(await storedText(template)).toBe('A B C');
    await settleAll(ann, bob);
    await ann.save();
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
  });

  test('leaves what was typed in another block before it', async () => {
    const { template, ann, bob, saveLate } = await openWithLateSave();
    ann.setText('c', 'typed');
    await settleAll(ann, bob);
    expect((await saveLate()).status).toBe(200);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(Array(2).fill('A B typed'));
    await ann.save();
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
  });

  test('and what is typed at the same time are settled by the next save', async () => {
    const { template, ann, bob, saveLate } = await openWithLateSave();
    const socket = ann.socket as TestSocket;
    const known = dataOf(socket, 'mcp-operation').length;
    expect((await saveLate()).status).toBe(200);
    socket.answersPings = false;
    while (dataOf(socket, 'mcp-operation').length === known) await Bun.sleep(5);
    // Before the page has handled what completes it.
    ann.setText('a', 'typed');
    socket.answersPings = true;
    socket.send({ event: 'pusher:pong', data: {} });
    await settleAll(ann, bob);
    await ann.save();
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
  });
});

test('a block that a page adds and saves is there once, also if the save overtakes the operation and is merged', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', ann, bob);
  (ann.socket as TestSocket).answersPings = false;
  await changeByAgent(template, update('a', 'A'));
  const content = structuredClone(ann.model.content);
  content.blocks.splice(1, 0, paragraph('n', 'N'));
  expect((await ann.save(content)).status).toBe(200);
  ann.edit({ operation: 'add_block', data: { block: paragraph('n', 'N'), index: 1 } });
  (ann.socket as TestSocket).answersPings = true;
  ann.socket?.send({ event: 'pusher:pong', data: {} });
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
});

test('a save between the cut and the return is merged, and the return completes the page', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('c', 'C');
  await ann.save();
  await settleAll(ann);
  await ann.cut();
  await changeByAgent(template, update('a', 'A'));
  ann.setText('b', 'B');
  const merged = await ann.save();
  expect(merged.status).toBe(200);
  expect(await storedText(template)).toBe('A B C');
  expect(ann.text).toBe('a B C');
  await ann.join();
  expect(ann.text).toBe('A B C');
  ann.setText('a', 'AA');
  await ann.settle();
  expect((await ann.save()).status).toBe(200);
  expect(await storedText(template)).toBe('AA B C');
});

test('a page whose save was merged, and that answers late, does not conflict with itself', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('c', 'C');
  await ann.save();
  await settleAll(ann);
  const socket = ann.socket as TestSocket;
  socket.answersPings = false;
  await changeByAgent(template, update('a', 'A'));
  ann.setText('b', 'B');
  await ann.save();
  await settleAll(ann);
  // The answer to what was sent before the save.
  socket.send({ event: 'pusher:pong', data: {} });
  await settleAll(ann);
  ann.setText('b', 'BB');
  expect((await ann.save()).status).toBe(200);
  expect(await storedText(template)).toBe('A BB C');
});

test.each([
  ['', []],
  [' and is merged', [update('c', 'by agent')]],
  // Its operations change nothing in a content that lacks the block.
  [' and is merged with a new block', [{ op: 'add', block: paragraph('n', 'N'), index: 0 }]],
  [' and is merged with another order', [{ op: 'move', id: 'c', index: 0 }]],
])(
  'a save that was sent before what another member announced arrived%s does not take that for saved',
  async (_, changes) => {
    const { template, ann, bob } = await openPair(rig);
    await typeAndSave('c', ann, bob);
    const sent = structuredClone(bob.model.content);
    ann.setText('a', 'typed');
    await passTime(rig, 2000);
    ann.edit({ operation: 'update_settings', data: { updates: { width: 640 } } });
    await settleAll(ann, bob);
    if (changes.length > 0) await changeByAgent(template, ...changes);
    await settleAll(ann, bob);
    const { status } = await bob.save(sent);
    expect(status).toBe(200);
    await settleAll(ann, bob);
    const cid = await new EditorPage(template, 'cid').open();
    await settleAll(ann, bob, cid);
    expect(ann.text).toContain('typed b');
    expect([bob.text, cid.text]).toEqual(Array(2).fill(ann.text));
    await bob.save();
    await settleAll(ann, bob, cid);
    expect([ann.text, bob.text, cid.text]).toEqual(Array(3).fill(await storedText(template)));
  },
);

test('a save that was sent before the last of several versions arrived undoes none of them', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('c', 'C');
  await settleAll(ann);
  await changeByAgent(template, update('a', 'A'));
  await settleAll(ann);
  ann.setText('c', 'CC');
  const sent = structuredClone(ann.model.content);
  await settleAll(ann);
  await changeByAgent(template, update('b', 'B'));
  await settleAll(ann);
  expect((await ann.save(sent)).status).toBe(200);
  expect(await storedText(template)).toBe('A B CC');
  await settleAll(ann);
  expect(ann.text).toBe('A B CC');
});

const title = (preheaderText: string) => ({
  operation: 'update_settings',
  data: { updates: { preheaderText } },
});

test.each<[string, (page: EditorPage, text: string) => void]>([
  ['a block', (page, text) => page.setText('b', text)],
  ['a setting', (page, text) => page.edit(title(text))],
])(
  'what another has saved of a page that changed %s is no conflict when that page is cut off and saves',
  async (_, change) => {
    const { template, ann, bob } = await openPair(rig);
    change(ann, 'announced');
    await bob.settle();
    await ann.cut();
    bob.setText('c', 'C');
    expect((await bob.save()).status).toBe(200);
    change(ann, 'more');
    const { status, body } = await ann.save();
    expect([status, body.data?.merged]).toEqual([200, true]);
    await ann.join();
    await settleAll(ann, bob);
    const { content } = (await template.tenant.request('GET', `/templates/${template.id}`)).body.data;
    expect(JSON.stringify(content)).toContain('more');
    expect([ann.model.content, bob.model.content]).toEqual([content, content]);
  },
);

test('what somebody else has saved in a block that a page has announced is a conflict still', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('b', 'announced');
  await ann.settle();
  await ann.cut();
  await changeByAgent(template, update('b', 'B'));
  ann.setText('b', 'more');
  expect((await ann.save()).status).toBe(409);
  expect(await storedText(template)).toBe('a B c');
});

describe('what a page shows of the typing of another is no change of its own', () => {
  const open = async () => {
    const { template, ann, bob } = await openPair(rig);
    ann.setText('b', 'first');
    await settleAll(ann, bob);
    return { template, ann, bob };
  };
  const saveCutOff = async (bob: EditorPage) => {
    await bob.cut();
    bob.setText('c', 'C');
    return (await bob.save()).status;
  };

  test('if it was cut off before the other typed more and saved', async () => {
    const { template, ann, bob } = await open();
    await bob.cut();
    ann.setText('b', 'second');
    await ann.settle();
    await ann.save();
    expect(await saveCutOff(bob)).toBe(200);
    expect(await storedText(template)).toBe('a second C');
  });

  test('if it was cut off before it confirmed what the other saved before typing more', async () => {
    const { template, ann, bob } = await open();
    if (bob.socket) bob.socket.answersPings = false;
    await ann.save();
    ann.setText('b', 'second');
    await ann.settle();
    bob.handleReceived();
    expect(await saveCutOff(bob)).toBe(200);
    expect(await storedText(template)).toBe('a second C');
  });

  test('unless it has typed the same itself', async () => {
    const { template, ann, bob } = await open();
    bob.setText('b', 'first');
    await settleAll(ann, bob);
    ann.setText('b', 'second');
    await bob.cut();
    await ann.settle();
    await ann.save();
    expect(await saveCutOff(bob)).toBe(409);
    expect(await storedText(template)).toBe('a second c');
  });
});
