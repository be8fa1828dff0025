import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  changeByAgent,
  EditorPage,
  openPair,
  settleAll,
  storedText,
  typeAndSave,
  update,
} from './editor-page.ts';
import { type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

/** A change that somebody has stored wins: the page of the member shows it too, because it handles it after its own. */
test.each<[what: string, stored: object, typed: object, text: string]>([
  ['a text', update('a', 'A'), { block_id: 'a', updates: { content: 'typed' } }, 'A b bob'],
  [
    'a setting',
    { op: 'update_settings', fields: { preheaderText: 'A' } },
    { updates: { preheaderText: 'typed' } },
    'a b bob',
  ],
])(
  '%s that an agent and a member change in the same moment is what the agent stored',
  async (what, stored, typed, text) => {
    const { template, ann, bob } = await openPair(rig);
    await typeAndSave('c', ann, bob);
    ann.pause();
    await changeByAgent(template, stored);
    // Before her page handles the change.
    const operation = what === 'a text' ? 'update_block' : 'update_settings';
    ann.edit({ operation, data: typed });
    await settleAll(bob);
    const cid = await new EditorPage(template, 'cid').open();
    ann.continue();
    const pages = [ann, bob, cid];
    await settleAll(...pages);
    expect(pages.map((page) => page.text)).toEqual(Array(3).fill(text));
    const { preheaderText } = ann.model.content.settings;
    expect(preheaderText).toBe(what === 'a text' ? undefined : 'A');
    for (const { model } of pages) expect(model.content).toEqual(ann.model.content);
    for (const page of [cid, ann]) expect((await page.save()).status).toBe(200);
    await settleAll(...pages);
    expect(await storedText(template)).toBe(text);
    for (const { model } of pages) expect(model.content).toEqual(ann.model.content);
  },
);

test('the styles of a block that an agent and a member change in the same moment are what the agent stored', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', ann, bob);
  ann.pause();
  await changeByAgent(template, {
    op: 'update',
    id: 'a',
    fields: { styles: { backgroundColor: '#aaaaaa' } },
  });
  ann.edit({
    operation: 'update_block_style',
    data: { block_id: 'a', styles: { backgroundColor: '#bbbbbb' } },
  });
  ann.continue();
  await settleAll(ann, bob);
  for (const { model } of [ann, bob])
    expect(model.content.blocks[0]?.styles).toMatchObject({ backgroundColor: '#aaaaaa' });
});

test('what a member changes after an agent’s change of other fields stays', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', ann, bob);
  ann.pause();
  await changeByAgent(template, update('a', 'A'));
  ann.edit({
    operation: 'update_block',
    data: { block_id: 'a', updates: { visibility: { desktop: false } } },
  });
  ann.continue();
  await settleAll(ann, bob);
  for (const { model } of [ann, bob])
    expect(model.content.blocks[0]).toMatchObject({ content: 'A', visibility: { desktop: false } });
});

test('what a page changes at once after it has joined wins over what was stored before', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', ann, bob);
  ann.setText('b', 'B');
  bob.pause();
  await changeByAgent(template, update('a', 'A'));
  const cid = new EditorPage(template, 'cid');
  await cid.load();
  await cid.connect();
  cid.setText('a', 'typed');
  bob.continue();
  await settleAll(ann, bob, cid);
  expect([ann.text, bob.text, cid.text]).toEqual(Array(3).fill('typed B bob'));
});

test('a late save does not take back what a member typed since, also if another one has dropped a block in its place', async () => {
  const { template, ann, bob } = await openPair(rig);
  const cid = await new EditorPage(template, 'cid').open();
  const pages = [ann, bob, cid];
  await typeAndSave('a', ann, bob);
  await settleAll(...pages);
  const sent = structuredClone(ann.model.content);
  bob.setText('b', 'typed');
  await settleAll(...pages);
  await changeByAgent(template, update('a', 'by agent'));
  cid.edit({ operation: 'move_block', data: { block_id: 'c', index: 2 } });
  await settleAll(...pages);
  expect((await ann.save(sent)).status).toBe(200);
  await settleAll(...pages);
  expect(pages.map(({ text }) => text)).toEqual(Array(3).fill('by agent typed c'));
  await bob.save();
  expect(await storedText(template)).toBe('by agent typed c');
});

test('a late save does not take back what an agent stored since, also if it is similar to what was stored before', async () => {
  const { template, ann, bob } = await openPair(rig);
  const cid = await new EditorPage(template, 'cid').open();
  const pages = [ann, bob, cid];
  await typeAndSave('b', cid);
  ann.setText('a', 'typed by Ann');
  await changeByAgent(template, update('c', 'by agent 1'));
  await settleAll(...pages);
  const sent = structuredClone(cid.model.content);
  await changeByAgent(template, update('c', 'by agent 2'));
  await settleAll(...pages);
  await ann.save();
  await settleAll(...pages);
  expect((await cid.save(sent)).status).toBe(200);
  await settleAll(...pages);
  const wanted = 'typed by Ann cid by agent 2';
  expect([...pages.map(({ text }) => text), await storedText(template)]).toEqual(Array(4).fill(wanted));
});

test('a late save of earlier text, which was never saved, does not take back what its author typed on', async () => {
  const { template, ann, bob } = await openPair(rig);
  const pages = [ann, bob];
  ann.setText('a', 'typed');
  await settleAll(...pages);
  const sent = structuredClone(bob.model.content);
  ann.setText('a', 'typed on');
  await settleAll(...pages);
  await changeByAgent(template, update('c', 'by agent'));
  await settleAll(...pages);
  expect((await bob.save(sent)).status).toBe(200);
  await settleAll(...pages);
  expect(pages.map(({ text }) => text)).toEqual(Array(2).fill('typed on b by agent'));
  await ann.save();
  expect(await storedText(template)).toBe('typed on b by agent');
});
