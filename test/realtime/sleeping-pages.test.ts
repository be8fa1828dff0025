import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Pages } from '../../src/features/templates/pages.ts';
import { changeByAgent, EditorPage, openThree, settleAll, storedText, update } from './editor-page.ts';
import { openTemplate, type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

/** `isKilled`: what pages showed is as it was stored last. */
async function restart(isKilled = false): Promise<void> {
  const { services } = rig.deps;
  if (!isKilled) await services.templates.pageStore.write();
  Object.assign(services.templates, { pages: new Pages(rig.deps) });
  await services.templates.pageStore.restore();
  rig.clock.advance(1000);
}

/** A page that sleeps while an agent changes the template and, long after that, the server starts again. */
async function sleepOver(isLive: boolean, isKilled = false) {
  const template = await openThree(rig);
  const ann = new EditorPage(template, 'ann', isLive);
  await ann.open();
  await rig.deps.services.templates.pageStore.write();
  await ann.cut();
  await changeByAgent(template, update('a', 'A'));
  rig.clock.advance(3_600_000);
  await restart(isKilled);
  // Tokens from before have expired.
  return { template: { ...template, tenant: await rig.openTenant('default') }, ann };
}

test.each([
  ['is stopped', false],
  ['is killed', true],
])(
  'a page that slept long before the server %s gets what it missed, and undoes nothing',
  async (_, isKilled) => {
    const { template, ann } = await sleepOver(true, isKilled);
    await ann.refresh();
    await ann.join();
    expect(ann.text).toBe('A b c');
    ann.setText('b', 'B');
    await settleAll(ann);
    expect((await ann.save()).status).toBe(200);
    expect(await storedText(template)).toBe('A B c');
  },
);

test('a page without collaboration that slept before the restart undoes nothing with its save', async () => {
  const { template, ann } = await sleepOver(false);
  await ann.refresh();
  ann.setText('b', 'B');
  const saved = await ann.save();
  expect([saved.status, saved.body.data.merged]).toEqual([200, true]);
  expect(await storedText(template)).toBe('A B c');
});

test('a page whose last save was merged before the restart undoes nothing', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann', false).open();
  await rig.deps.services.templates.pageStore.write();
  await changeByAgent(template, update('a', 'A'));
  ann.setText('b', 'B');
  expect((await ann.save()).body.data.merged).toBe(true);
  await ann.cut();
  await restart();
  ann.setText('b', 'BB');
  expect((await ann.save()).status).toBe(200);
  expect(await storedText(template)).toBe('A BB c');
});

test('a change that a page received but could not confirm any more is no conflict', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('c', 'C');
  await settleAll(ann);
  await ann.save();
  await settleAll(ann);
  (ann.socket as { answersPings: boolean }).answersPings = false;
  await changeByAgent(template, update('a', 'A'));
  await ann.socket?.settle();
  await ann.cut();
  expect(ann.text).toBe('A b C');
  await changeByAgent(template, update('a', 'AA'));
  ann.setText('b', 'B');
  expect((await ann.save()).status).toBe(200);
  expect(await storedText(template)).toBe('AA B C');
});

test('what programs read is not stored, and what pages show is deleted a day after their tokens have expired', async () => {
  const { pageStore, pages } = rig.deps.services.templates;
  const template = await openTemplate(rig, 'sweeping');
  await template.tenant.request('GET', `/templates/${template.id}`);
  const ann = await new EditorPage(await openThree(rig), 'ann').open();
  await pageStore.write();
  const list = () => [...pages.entries()].map(([id]) => id);
  expect(list()).toContain(template.id);
  await restart();
  expect(
    rig.deps.services.templates.pages
      .entries()
      .map(([id]) => id)
      .toArray(),
  ).toContain(ann.template.id);
  const restored = [...rig.deps.services.templates.pages.entries()].map(([id]) => id);
  expect(restored).not.toContain(template.id);
  rig.clock.advance(2 * 86_400_000);
  expect(await pageStore.sweep(() => false)).toBeGreaterThan(0);
  await restart(true);
  expect([...rig.deps.services.templates.pages.entries()]).toEqual([]);
});

test('what a page announced before the restart, and another has saved since, is no conflict', async () => {
  const template = await openThree(rig);
  const [ann, bob] = [new EditorPage(template, 'ann'), new EditorPage(template, 'bob')];
  for (const page of [ann, bob]) await page.open();
  ann.setText('b', 'first');
  await settleAll(ann, bob);
  for (const page of [ann, bob]) await page.cut();
  await restart();
  expect((await bob.save()).status).toBe(200);
  ann.setText('b', 'second');
  expect((await ann.save()).status).toBe(200);
  expect(await storedText(template)).toBe('a second c');
});
