import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Pages } from '../../src/features/templates/pages.ts';
import {
  changeByAgent,
  EditorPage,
  openPair,
  paragraph,
  settleAll,
  storedText,
  typeAndSave,
  update,
} from './editor-page.ts';
import { openTemplate, type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

/** Two pages that have announced and saved changes. */
async function openLive() {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', ann, bob);
  return { template, ann, bob };
}

/** Nothing is known of pages afterwards. */
function restart(): void {
  Object.assign(rig.deps.services.templates, { pages: new Pages(rig.deps) });
  rig.clock.advance(1000);
}

test('a block that all show already is not added again by a save of a page of which nothing is known', async () => {
  const { ann, bob } = await openPair(rig);
  bob.add('n');
  await settleAll(ann, bob);
  // The channel and what was said in it are gone, as after a restart.
  await Promise.all([ann.cut(), bob.cut()]);
  await ann.join();
  await bob.join();
  await ann.save();
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(['a b c n', 'a b c n']);
});

test('a page that was open before the server started gets what was stored since then', async () => {
  const blocks = ['a', 'b', 'c'].map((id) => paragraph(id, id));
  const template = await openTemplate(rig, 'default', { blocks, settings: {} });
  const ann = await new EditorPage(template, 'ann').open();
  await ann.cut();
  restart();
  ann.setText('b', 'B');
  const changed = { blocks: [...blocks.slice(1), paragraph('n', 'N')], settings: {} };
  await template.tenant.request('PUT', `/templates/${template.id}`, { body: { content: changed } });
  await ann.join();
  expect(ann.text).toBe('B c N');
});

test('all show what is stored after an undone content was taken for an old one, because the server has started again', async () => {
  const { template, ann, bob } = await openPair(rig);
  const before = structuredClone(ann.model.content);
  ann.setText('c', 'C');
  await settleAll(ann, bob);
  await ann.save();
  await settleAll(ann, bob);
  await Promise.all([ann.cut(), bob.cut()]);
  restart();
  await ann.join();
  await bob.join();
  ann.edit({ operation: 'set_content', data: { content: before } });
  await settleAll(ann, bob);
  expect((await ann.save()).status).toBe(200);
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
});

test('a change that was stored while the server was stopping reaches the pages that come back', async () => {
  const { template, ann, bob } = await openLive();
  await Promise.all([ann.cut(), bob.cut()]);
  await changeByAgent(template, update('a', 'A'));
  restart();
  await ann.join();
  await bob.join();
  expect([ann.text, bob.text]).toEqual(['A b bob', 'A b bob']);
});

test('a page that never saved gets what changed in a new template while it was cut off before the restart', async () => {
  const blocks = ['a', 'b', 'c'].map((id) => paragraph(id, id));
  const template = await openTemplate(rig, 'default', { blocks, settings: {} });
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob').open();
  await bob.cut();
  await changeByAgent(template, update('a', 'A'));
  ann.setText('c', 'C');
  await ann.settle();
  await ann.save();
  await ann.cut();
  restart();
  await ann.join();
  await bob.join();
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill('A b C'));
});

test('a page that missed a change long before the restart keeps it, although it was taken to have it', async () => {
  const { template, ann, bob } = await openLive();
  await ann.cut();
  await changeByAgent(template, update('a', 'A'));
  await bob.settle();
  rig.clock.advance(60_000);
  await bob.cut();
  restart();
  await ann.join();
  await bob.join();
  expect(ann.text).toBe('a b bob');
  bob.add('n');
  await settleAll(ann, bob);
  await bob.save();
  await settleAll(ann, bob);
  ann.setText('b', 'B');
  await settleAll(ann, bob);
  await ann.save();
  await settleAll(ann, bob);
  expect(await storedText(template)).toBe('A B bob n');
  expect([ann.text, bob.text]).toEqual(['A B bob n', 'A B bob n']);
});

test.each([
  ['live pages', true],
  ['pages without collaboration', false],
])('many %s that had different versions before the restart undo nothing of each other', async (_, isLive) => {
  const names = Array.from({ length: 12 }, (_, n) => `p${n}`);
  const blocks = names.flatMap((name) => [paragraph(name, name), paragraph(`other-${name}`, '-')]);
  const template = await openTemplate(rig, 'default', { blocks, settings: {} });
  const pages: EditorPage[] = [];
  for (const name of names) {
    const page = new EditorPage(template, name, isLive);
    pages.push(isLive ? await page.open() : await page.load());
    await page.cut();
    rig.clock.advance(1000);
    await changeByAgent(template, update(`other-${name}`, '+'));
  }
  rig.clock.advance(1000);
  restart();
  // The one with the oldest version last.
  for (const page of pages.toReversed()) {
    if (isLive) await page.join();
    page.setText(page.name, page.name.toUpperCase());
    await page.settle();
    expect((await page.save()).status).toBe(200);
  }
  expect(await storedText(template)).toBe(names.map((name) => `${name.toUpperCase()} +`).join(' '));
});

test('a page of a template that was never saved gets what another has announced since the server started', async () => {
  const { template, ann, bob } = await openPair(rig);
  await Promise.all([ann.cut(), bob.cut()]);
  ann.setText('c', 'of ann');
  restart();
  await bob.join();
  bob.setText('a', 'of bob');
  await bob.settle();
  await ann.join();
  expect(ann.text).toBe('of bob b of ann');
  await ann.save();
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill('of bob b of ann'));
  expect(await storedText(template)).toBe('of bob b of ann');
});

test.each([0, 60_000])(
  'a page whose save was merged just before the restart gets what the merge added, %d ms after the other saves',
  async (pause) => {
    const { template, ann, bob } = await openLive();
    rig.clock.advance(pause);
    await bob.cut();
    await changeByAgent(template, update('a', 'A'));
    rig.clock.advance(1000);
    bob.setText('b', 'B');
    expect((await bob.save()).body.data.merged).toBe(true);
    await ann.cut();
    restart();
    await ann.join();
    await bob.join();
    expect([ann.text, bob.text]).toEqual(Array(2).fill('A B bob'));
    ann.setText('c', 'bob, ann');
    await settleAll(ann, bob);
    expect((await ann.save()).status).toBe(200);
    bob.setText('b', 'more');
    await settleAll(ann, bob);
    expect((await bob.save()).status).toBe(200);
    await settleAll(ann, bob);
    expect(await storedText(template)).toBe('A more bob, ann');
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
  },
);

test('a page whose own text another had saved before its merged save gets what the merge added', async () => {
  const { template, ann, bob } = await openLive();
  rig.clock.advance(60_000);
  bob.setText('b', 'B');
  await settleAll(ann, bob);
  expect((await ann.save()).status).toBe(200);
  await settleAll(ann, bob);
  await bob.cut();
  await changeByAgent(template, update('a', 'A'));
  bob.setText('b', 'BB');
  expect((await bob.save()).body.data.merged).toBe(true);
  await ann.cut();
  restart();
  await ann.join();
  await bob.join();
  expect([ann.text, bob.text]).toEqual(Array(2).fill('A BB bob'));
});
