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
} from './editor-tab.ts';
import { dataOf, type OpenTemplate, type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

/** In full form, as editors have it. */
const settings = { width: 600, backgroundColor: '#ffffff', fontFamily: 'Arial', locale: 'en' };
const whole = (...blocks: object[]) => ({
  operation: 'set_content',
  data: { content: { blocks, settings } },
});
const setText = (content: string) => ({
  operation: 'update_block',
  data: { block_id: 'b', updates: { content } },
});

/** Of two that cross, the one that comes later counts. A whole content takes back only what its page had seen. */
test.each<[string, Parameters<EditorPage['edit']>[0], Parameters<EditorPage['edit']>[0], string]>([
  [
    'a block at the same place',
    { operation: 'add_block', data: { block: paragraph('x', 'x'), index: 1 } },
    { operation: 'add_block', data: { block: paragraph('y', 'y'), index: 1 } },
    'a y x b c',
  ],
  [
    'a block and a whole content',
    { operation: 'add_block', data: { block: paragraph('n', 'N'), index: 0 } },
    whole(paragraph('a', 'x')),
    'N x',
  ],
  ['the whole content', whole(paragraph('a', 'x'), paragraph('n', 'N')), whole(paragraph('a', 'y')), 'y N'],
  ['the text of a block', setText('of ann'), setText('of bob'), 'a of bob c'],
])(
  'two members who change %s in the same moment show and store the same',
  async (_what, one, other, text) => {
    const { template, ann, bob } = await openPair(rig);
    ann.edit(one);
    bob.edit(other);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual([text, text]);
    await bob.save();
    await settleAll(ann, bob);
    expect([ann.text, bob.text, await storedText(template)]).toEqual(Array(3).fill(text));
    expect(ann.model.content.settings).toEqual(bob.model.content.settings);
  },
);

test('the page whose text another has replaced without seeing it is told once, and the history has both', async () => {
  const { template, ann, bob } = await openPair(rig);
  ann.setText('b', 'of ann');
  const made = ann.makeSave();
  bob.setText('b', 'of bob');
  await settleAll(ann, bob);
  expect((await ann.save(made)).status).toBe(200);
  await settleAll(ann, bob);
  const told = dataOf(ann.socket as TestSocket, 'content-replaced');
  expect(told).toEqual([{ blocks: ['b'], user: { id: 'bob', name: 'bob' } }]);
  expect(dataOf(bob.socket as TestSocket, 'content-replaced')).toEqual([]);
  const { body } = await template.tenant.request('GET', `/templates/${template.id}/snapshots`);
  expect(JSON.stringify(body.data)).toContain('of ann');
  expect(await storedText(template)).toBe('a of bob c');
});

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
