import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createEditor } from './editor-model.ts';
import { changeByAgent, EditorPage, openThree, settleAll, storedText, update } from './editor-tab.ts';
import { type OpenTemplate, type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

/** Another tab with the token of a page: some products put it into the page, and browsers copy pages. */
async function openTab(template: OpenTemplate, page: EditorPage): Promise<EditorPage> {
  const tab = new EditorPage(template, page.name, page.isPlain);
  tab.token = page.token;
  const { body } = await template.tenant.request('GET', `/templates/${template.id}`, { token: tab.token });
  tab.model = createEditor(tab.name, body.data.content, []);
  tab.version = body.data.version;
  await tab.join();
  return tab;
}

async function openTwo(isPlain: boolean) {
  const template = await openThree(rig);
  const one = await new EditorPage(template, 'ann', isPlain).open();
  const other = await openTab(template, one);
  await settleAll(one, other);
  return { template, one, other };
}

test.each([false, true])(
  'two tabs with one token show the same, and what either saves is stored',
  async (isPlain) => {
    const { template, one, other } = await openTwo(isPlain);
    one.setText('a', 'A');
    await settleAll(one, other);
    expect((await one.save()).status).toBe(200);
    other.setText('b', 'B');
    await settleAll(one, other);
    expect((await other.save()).status).toBe(200);
    await changeByAgent(template, update('c', 'C'));
    await settleAll(one, other);
    one.add('n');
    await settleAll(one, other);
    expect((await one.save()).status).toBe(200);
    await settleAll(one, other);
    expect([one.text, other.text]).toEqual(Array(2).fill('A B C n'));
    expect(await storedText(template)).toBe('A B C n');
  },
);

test('a tab that is cut off does not overwrite what the other one has saved', async () => {
  const { template, one, other } = await openTwo(false);
  one.setText('c', 'C');
  await settleAll(one, other);
  expect((await one.save()).status).toBe(200);
  await settleAll(one, other);
  await other.cut();
  one.setText('a', 'A');
  await settleAll(one);
  expect((await one.save()).status).toBe(200);
  await settleAll(one);
  other.setText('b', 'B');
  expect([(await other.save()).status, await storedText(template)]).toEqual([200, 'A B C']);
  await other.join();
  await settleAll(one, other);
  expect([one.text, other.text]).toEqual(['A B C', 'A B C']);
});
