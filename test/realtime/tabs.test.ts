import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createEditor } from './editor-model.ts';
import { changeByAgent, EditorPage, openThree, settleAll, storedText, update } from './editor-page.ts';
import { type OpenTemplate, type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

/** Another tab with the token of a page: some products put it into the page, and browsers copy pages. */
async function openTab(template: OpenTemplate, page: EditorPage): Promise<EditorPage> {
  const tab = new EditorPage(template, page.name, page.isCollaborating);
  tab.token = page.token;
  const { body } = await template.tenant.request('GET', `/templates/${template.id}`, { token: tab.token });
  tab.model = createEditor(tab.name, body.data.content, []);
  await tab.join();
  return tab;
}

async function openTwo(isCollaborating = true) {
  const template = await openThree(rig);
  const one = await new EditorPage(template, 'ann', isCollaborating).open();
  const other = await openTab(template, one);
  await settleAll(one, other);
  return { template, one, other };
}

describe('two tabs with one token and connections of their own', () => {
  test('show the same, and what either saves is stored', async () => {
    const { template, one, other } = await openTwo();
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
  });

  test('without collaboration, neither overwrites what the other one has saved', async () => {
    const { template, one, other } = await openTwo(false);
    one.setText('a', 'A');
    expect((await one.save()).status).toBe(200);
    await settleAll(one, other);
    other.setText('b', 'B');
    const refused = await other.save();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('in another window'),
    ]);
    expect(await storedText(template)).toBe('A b c');
  });

  test('one that is cut off does not overwrite what the other one has saved', async () => {
    const { template, one, other } = await openTwo();
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
    const { status } = await other.save();
    expect([status, await storedText(template)]).toEqual([409, 'A b C']);
    await other.join();
    await settleAll(one, other);
    expect([(await other.save()).status, await storedText(template)]).toEqual([409, 'A b C']);
    one.setText('c', 'CC');
    await settleAll(one, other);
    expect([(await one.save()).status, await storedText(template)]).toEqual([200, 'A b CC']);
  });
});
