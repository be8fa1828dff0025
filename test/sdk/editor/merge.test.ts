import { expect, test } from 'bun:test';
import { describeInBrowser } from '../../browser/browser.ts';
import { useEditorPages } from './editor-pages.ts';

const BLOCKS = [
  { id: 'head', type: 'title', content: '<p>Spring</p>' },
  { id: 'go', type: 'button', text: 'Go' },
];

describeInBrowser('saves from an older version', () => {
  const pages = useEditorPages();

  /** Two pages that hear nothing of each other, because their tokens name no user. */
  async function openTwo(tenant: string) {
    const template = await pages.create(tenant, BLOCKS);
    const ada = await pages.open({ tenant, template, user: null, autosave: false });
    const bob = await pages.open({ tenant, template, user: null, autosave: false });
    await bob.select('go');
    await bob.fill('Text', 'Of Bob');
    await bob.save();
    const stored = async () => (await pages.stored(tenant, template)).content.blocks;
    return { ada, bob, stored };
  }

  test('are merged by block, and the editor shows both changes', async () => {
    const { ada, stored } = await openTwo('merge');
    await ada.select('head');
    await ada.fill('Level', '4');
    await ada.save();
    expect(await stored()).toMatchObject([{ level: 4 }, { text: 'Of Bob' }]);
    expect(await ada.blocks()).toMatchObject([{ level: 4 }, { text: 'Of Bob' }]);
    await ada.untilShown('Of Bob');
    await ada.press('Undo');
    await ada.save();
    expect(await stored()).toMatchObject([{ level: 2 }, { text: 'Of Bob' }]);
  });

  test('that change the same block are refused in words, until the person chooses', async () => {
    const { ada, bob, stored } = await openTwo('conflict');
    await ada.select('go');
    await ada.fill('Text', 'Of Ada');
    await ada.click('[data-save]');
    await ada.untilState('Not saved');
    await ada.screenshot('conflict');
    expect(await stored()).toMatchObject([{}, { text: 'Of Bob' }]);
    await ada.press('Keep my version');
    await ada.untilState('Saved');
    expect(await stored()).toMatchObject([{}, { text: 'Of Ada' }]);
    await bob.fill('Text', 'Of Bob again');
    await bob.click('[data-save]');
    await bob.untilState('Not saved');
    await bob.press('Take their version');
    await bob.untilState('Saved');
    expect(await bob.blocks()).toMatchObject([{}, { text: 'Of Ada' }]);
    await bob.fill('Text', 'Of both');
    await bob.save();
    expect(await stored()).toMatchObject([{}, { text: 'Of both' }]);
  });

  test('after a cut connection lose nothing of either side', async () => {
    const tenant = 'cut-merge';
    const template = await pages.create(tenant, BLOCKS);
    const ada = await pages.open({ tenant, template, autosave: false });
    const { request } = await pages.app.openTenant(tenant, { user: { id: 'shop', name: 'Shop' } });
    await pages.goAway();
    const body = { operations: [{ op: 'update', id: 'go', fields: { text: 'While away' } }] };
    expect((await request('PUT', `/templates/${template}`, { body })).status).toBe(200);
    await ada.select('head');
    await ada.fill('Level', '3');
    await ada.click('[data-save]');
    await ada.untilState('Not saved');
    pages.comeBack();
    await ada.click('[data-save]');
    await ada.untilState('Saved');
    await ada.untilShown('While away');
    await ada.save();
    expect((await pages.stored(tenant, template)).content.blocks).toMatchObject([
      { level: 3 },
      { text: 'While away' },
    ]);
  });
});
