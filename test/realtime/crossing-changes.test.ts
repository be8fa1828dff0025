import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeRepeatable } from '../../src/realtime/send-operations.ts';
import { translateChange } from '../../src/realtime/wire-operations.ts';
import { processCount, testOfOneProcess } from '../support/engine.ts';
import { applyOperation, createEditor } from './editor-model.ts';
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
import { type OpenTemplate, type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

test('blocks that two add in the same moment are in the order that is saved last', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('a', ann, bob);
  for (const [page, id] of [
    [ann, 'x'],
    [bob, 'y'],
  ] as const)
    page.edit({ operation: 'add_block', data: { block: paragraph(id, id), index: 1 } });
  await settleAll(ann, bob);
  for (const page of [bob, ann]) {
    await page.save();
    await settleAll(ann, bob);
  }
  expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
});

/** A whole content gets what its sender had not received. Otherwise the first save decides. */
test.each<[string, object, object, isEqualAtOnce: boolean]>([
  [
    'a setting and a whole content',
    { operation: 'update_settings', data: { updates: { preheaderText: 'mine' } } },
    {
      operation: 'set_content',
      data: { content: { blocks: [paragraph('a', 'x')], settings: { preheaderText: 'old' } } },
    },
    true,
  ],
  [
    'a block and a whole content',
    { operation: 'add_block', data: { block: paragraph('n', 'N'), index: 0 } },
    { operation: 'set_content', data: { content: { blocks: [paragraph('a', 'x')], settings: {} } } },
    true,
  ],
  [
    'the whole content',
    {
      operation: 'set_content',
      data: { content: { blocks: [paragraph('a', 'x'), paragraph('n', 'N')], settings: {} } },
    },
    { operation: 'set_content', data: { content: { blocks: [paragraph('a', 'y')], settings: {} } } },
    false,
  ],
  [
    'the text of a block',
    { operation: 'update_block', data: { block_id: 'b', updates: { content: 'of ann' } } },
    { operation: 'update_block', data: { block_id: 'b', updates: { content: 'of bob' } } },
    false,
  ],
])(
  'two members who change %s in the same moment show what is saved',
  async (_name, one, other, isEqualAtOnce) => {
    const { template, ann, bob } = await openPair(rig);
    await settleAll(ann, bob);
    ann.edit(one);
    bob.edit(other);
    await settleAll(ann, bob);
    // At another server than the other one, either may come first.
    if (processCount === 0) expect(Bun.deepEquals(ann.model.content, bob.model.content)).toBe(isEqualAtOnce);
    await bob.save();
    await settleAll(ann, bob);
    expect(ann.text).toBe(await storedText(template));
    expect(bob.text).toBe(ann.text);
    expect(ann.model.content.settings).toEqual(bob.model.content.settings);
  },
);

testOfOneProcess(
  'a block that an agent and one that a page adds in the same moment are in the order that the page saves first',
  async () => {
    const { template, ann, bob } = await openPair(rig);
    const add = (id: string) => ({ data: { block: paragraph(id, id), index: 1 } });
    await changeByAgent(template, { op: 'add', block: paragraph('n', 'n'), index: 1 });
    // Before her page handles the change.
    ann.edit({ operation: 'add_block', ...add('x') });
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(['a n x b c', 'a x n b c']);
    expect((await ann.save()).status).toBe(200);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(Array(2).fill('a n x b c'));
  },
);

test('a block that an undo brings back while a program adds it again is there once', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  await changeByAgent(template, { op: 'delete', id: 'b' });
  await ann.settle();
  const { blocks, settings } = ann.model.content;
  const content = { settings, blocks: [blocks[0], paragraph('b', 'b'), blocks[1]] };
  await changeByAgent(template, { op: 'add', block: paragraph('b', 'b'), index: 1 });
  // Before her page handles the change.
  ann.edit({ operation: 'set_content', data: { content } });
  await ann.settle();
  expect(ann.text).toBe('a b c');
});

test.each(['ann', 'bob'])(
  'a block that only one shows after changes that crossed is there for both when %s saves',
  async (saver) => {
    const template = await openThree(rig);
    const pages = ['ann', 'bob'].map((name) => new EditorPage(template, name));
    for (const page of pages) await page.open();
    await typeAndSave('a', ...pages);
    const [ann, bob] = pages as [EditorPage, EditorPage];
    // As if a whole content had come late to the other page.
    applyOperation(bob.model, { operation: 'add_block', data: { block: paragraph('n', 'n'), index: 0 } });
    const page = saver === 'ann' ? ann : bob;
    expect((await page.save()).status).toBe(200);
    await settleAll(...pages);
    if (saver === 'ann') await bob.save();
    await settleAll(...pages);
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
  },
);

test('two members who replace the content while one of them saves show what is saved next', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', ann, bob);
  const replace = (page: EditorPage, text: string) =>
    page.edit({
      operation: 'set_content',
      data: { content: { blocks: [paragraph('a', text)], settings: {} } },
    });
  (bob.socket as TestSocket).answersPings = false;
  replace(ann, 'x');
  await ann.save();
  await settleAll(ann);
  // Before his page handles what Ann's has announced.
  replace(bob, 'y');
  (bob.socket as TestSocket).answersPings = true;
  bob.socket?.send({ event: 'pusher:pong', data: {} });
  await settleAll(ann, bob);
  await bob.save();
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
});

const SAVED_SINCE: [what: string, change: (template: OpenTemplate) => Promise<unknown>, text: string][] = [
  [
    'puts a whole content',
    ({ save }) =>
      save({ blocks: [paragraph('a', 'bob'), paragraph('n', 'N'), paragraph('c', 'C')], settings: {} }),
    'ann N C',
  ],
  ['changes a text', (template) => changeByAgent(template, update('b', 'B')), 'ann B c'],
  ['deletes a block', (template) => changeByAgent(template, { op: 'delete', id: 'b' }), 'ann c'],
  ['moves a block', (template) => changeByAgent(template, { op: 'move', id: 'c', index: 0 }), 'c ann b'],
];

test.each(SAVED_SINCE)('an undo keeps what a program %s in the same moment', async (_what, change, text) => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('a', ann, bob);
  ann.setText('a', 'ann');
  ann.setText('a', 'typed');
  await settleAll(ann, bob);
  ann.pause();
  await change(template);
  // Before her page handles the change.
  ann.undo();
  ann.continue();
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual([text, text]);
  for (const page of [bob, ann]) expect((await page.save()).status).toBe(200);
  await settleAll(ann, bob);
  expect([ann.text, bob.text, await storedText(template)]).toEqual(Array(3).fill(text));
});

testOfOneProcess.each([false, true])(
  'a block that a page adds while an agent deletes one is where the page saves it (the save is merged: %s)',
  async (isMerged) => {
    const { template, ann, bob } = await openPair(rig);
    await typeAndSave('a', ann, bob);
    bob.pause();
    await changeByAgent(template, { op: 'delete', id: 'b' });
    // Before his page handles the change.
    bob.edit({ operation: 'add_block', data: { block: paragraph('x', 'x'), index: 2 } });
    bob.continue();
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(['bob c x', 'bob x c']);
    await ann.cut();
    if (isMerged) {
      bob.pause();
      await changeByAgent(template, update('c', 'C'));
    }
    expect((await bob.save()).status).toBe(200);
    bob.continue();
    await settleAll(bob);
    await ann.join();
    await settleAll(ann, bob);
    expect((await ann.save()).status).toBe(200);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
    expect(ann.text).toBe(isMerged ? 'bob x C' : 'bob x c');
  },
);

test('operations that make a page complete can be applied twice', () => {
  const styles = { padding: { top: 10, right: 10, bottom: 10, left: 10 } };
  const contentOf = (ids: string) => ({
    blocks: [...ids].map((id) => ({ ...paragraph(id, id), styles })),
    settings: {},
  });
  const [before, after] = [contentOf('labcxy') as never, contentOf('abnclyx') as never];
  const change = translateChange(before, after);
  expect(change).toBeDefined();
  const operations = makeRepeatable(change ?? [], after);
  const page = createEditor('ann', before, []);
  for (let time = 0; time < 2; time += 1) {
    for (const operation of operations) applyOperation(page, structuredClone(operation));
    expect(page.content.blocks.map(({ id }) => id).join('')).toBe('abnclyx');
  }
});

test.each([true, false])(
  'a page whose save was merged, and that got an undo of what it saved meanwhile, shows what the others do (it has received it: %s)',
  async (hasReceived) => {
    const { template, ann, bob } = await openPair(rig);
    await typeAndSave('a', ann, bob);
    ann.setText('b', 'typed');
    await settleAll(ann, bob);
    bob.add('n');
    await settleAll(ann, bob);
    const sent = structuredClone(bob.model.content);
    bob.pause();
    const { body } = await template.tenant.request('GET', `/templates/${template.id}`);
    const { content } = body.data;
    await template.save({ ...content, blocks: [...content.blocks.slice(0, 2), paragraph('c', 'C')] });
    ann.undo();
    await ann.settle();
    if (hasReceived) bob.continue();
    // It was sent before.
    const saved = await bob.save(sent);
    expect([saved.status, saved.body.data.merged]).toEqual([200, true]);
    bob.continue();
    await ann.cut();
    await ann.open();
    await settleAll(ann, bob);
    for (const page of [ann, bob]) {
      expect((await page.save()).status).toBe(200);
      await settleAll(ann, bob);
    }
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
  },
);
