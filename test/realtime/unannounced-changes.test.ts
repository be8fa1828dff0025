import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { processCount } from '../support/engine.ts';
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
import { openTemplate, passTime, type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

describe('a setting that is removed', () => {
  const openWithPreheader = async () => {
    const template = await openTemplate(rig, 'default', {
      blocks: ['a', 'b', 'c'].map((id) => paragraph(id, id)),
      settings: { preheaderText: 'old' },
    });
    const ann = await new EditorPage(template, 'ann').open();
    const bob = await new EditorPage(template, 'bob').open();
    await typeAndSave('c', ann, bob);
    return { template, ann, bob };
  };
  const without = ({ model }: EditorPage) => {
    const content = structuredClone(model.content);
    delete content.settings.preheaderText;
    return { operation: 'set_content', data: { content } };
  };

  test('by a page while it was cut off is removed for the others when it saves', async () => {
    const { template, ann, bob } = await openWithPreheader();
    await bob.cut();
    bob.edit(without(bob));
    await bob.join();
    ann.setText('a', 'A');
    await settleAll(ann, bob);
    await bob.save();
    await settleAll(ann, bob);
    expect(ann.model.content.settings).toEqual(bob.model.content.settings);
    expect([ann.text, bob.text]).toEqual(Array(2).fill('A b bob'));
    expect(await storedText(template)).toBe('A b bob');
  });

  test.each(['ann', 'bob'])('while another member changes it is settled when %s saves', async (saver) => {
    const { template, ann, bob } = await openWithPreheader();
    ann.edit({ operation: 'update_settings', data: { updates: { preheaderText: 'new' } } });
    bob.edit(without(bob));
    await settleAll(ann, bob);
    if (processCount === 0) expect(ann.model.content.settings).toEqual(bob.model.content.settings);
    await (saver === 'ann' ? ann : bob).save();
    await settleAll(ann, bob);
    const { settings } = (await template.tenant.request('GET', `/templates/${template.id}`)).body.data
      .content;
    expect([ann.model.content.settings, bob.model.content.settings]).toEqual([settings, settings]);
  });
});

describe('what others announced and a page takes back while it is cut off', () => {
  const takeBack = (page: EditorPage, way: string) => {
    const content = structuredClone(page.model.content);
    content.blocks = content.blocks.filter(({ id }) => id !== 'x');
    page.edit(
      way === 'undo'
        ? { operation: 'set_content', data: { content } }
        : { operation: 'delete_block', data: { block_id: 'x' } },
    );
  };

  test.each([
    ['undo', true],
    ['undo', false],
    ['delete', true],
    ['delete', false],
  ])(
    'by %s is gone for the others when it saves, with a change by an agent meanwhile: %p',
    async (way, isChanged) => {
      const { template, ann, bob } = await openPair(rig);
      await typeAndSave('c', ann, bob);
      // Then the pages are asked again what they have received.
      await passTime(rig, 1_000);
      bob.add('x', 'X');
      await settleAll(ann, bob);
      await ann.cut();
      takeBack(ann, way);
      if (isChanged) await changeByAgent(template, update('a', 'A'));
      await bob.settle();
      await ann.join();
      await settleAll(ann, bob);
      await ann.save();
      await settleAll(ann, bob);
      await bob.save();
      await settleAll(ann, bob);
      expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
      expect(bob.text).toBe(isChanged ? 'A b bob' : 'a b bob');
    },
  );
});

describe('a room with more announced changes than are kept', () => {
  const flood = (page: EditorPage) => {
    const text = 'x'.repeat(600_000);
    for (const id of ['m', 'n']) page.add(id, text);
    for (const block_id of ['m', 'n']) page.edit({ operation: 'delete_block', data: { block_id } });
  };
  const openFlooded = async () => {
    const template = await openThree(rig);
    const ann = await new EditorPage(template, 'ann').open();
    ann.setText('c', 'C');
    await ann.settle();
    await ann.save();
    ann.setText('a', 'A');
    flood(ann);
    await ann.settle();
    const cid = await new EditorPage(template, 'cid').open();
    return { template, ann, cid };
  };

  test('brings a newcomer up to date with the next save', async () => {
    const { template, ann, cid } = await openFlooded();
    expect(cid.text).toBe('a b C');
    cid.setText('b', 'by Cid');
    await settleAll(ann, cid);
    await ann.save();
    await settleAll(ann, cid);
    expect([ann.text, cid.text]).toEqual(Array(2).fill('A by Cid C'));
    expect(await storedText(template)).toBe('A by Cid C');
  });

  test('loses nothing if the newcomer saves first', async () => {
    const { template, ann, cid } = await openFlooded();
    cid.setText('b', 'by Cid');
    await settleAll(ann, cid);
    await cid.save();
    await settleAll(ann, cid);
    expect(ann.text).toBe('A by Cid C');
    await ann.save();
    await settleAll(ann, cid);
    expect([ann.text, cid.text]).toEqual(Array(2).fill('A by Cid C'));
    cid.setText('c', 'C by Cid');
    await settleAll(ann, cid);
    await cid.save();
    expect(await storedText(template)).toBe('A by Cid C by Cid');
  });

  test('loses nothing if it forgets them while it settles a save that was made before', async () => {
    const template = await openThree(rig);
    const ann = await new EditorPage(template, 'ann').open();
    const bob = await new EditorPage(template, 'bob').open();
    ann.setText('c', 'C');
    await settleAll(ann, bob);
    // The server waits for her answer before it settles her save.
    ann.pause();
    await ann.save();
    ann.setText('a', 'A');
    flood(ann);
    await ann.socket?.settle();
    ann.continue();
    await settleAll(ann, bob);
    const cid = await new EditorPage(template, 'cid').open();
    expect(cid.text).toBe('a b C');
    await ann.save();
    await settleAll(ann, bob, cid);
    expect([ann.text, bob.text, cid.text]).toEqual(Array(3).fill('A b C'));
  });
});

test('a block that an agent changes after a member has deleted it, and before that is saved, is there again', async () => {
  const { template, ann, bob } = await openPair(rig);
  await typeAndSave('c', ann, bob);
  ann.edit({ operation: 'delete_block', data: { block_id: 'b' } });
  await settleAll(ann, bob);
  await changeByAgent(template, { op: 'update', id: 'b', fields: { content: 'by agent' } });
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill('a by agent bob'));
  const cid = await new EditorPage(template, 'cid').open();
  await bob.save();
  await settleAll(ann, bob, cid);
  expect(await storedText(template)).toBe('a by agent bob');
  expect([ann.text, bob.text, cid.text]).toEqual(Array(3).fill('a by agent bob'));
});

test.each<[string, object, string]>([
  ['a text', { operation: 'update_block', data: { block_id: 'a', updates: { content: 'AA' } } }, 'AA b c'],
  [
    'everything',
    { operation: 'set_content', data: { content: { blocks: [paragraph('a', 'AA')], settings: {} } } },
    'AA',
  ],
])(
  'what a page changes while its first save is on its way stays changed at the others: %s',
  async (_, later, text) => {
    const { ann, bob } = await openPair(rig);
    bob.setText('a', 'A');
    bob.edit({ operation: 'update_settings', data: { updates: { preheaderText: 'Hello' } } });
    await settleAll(ann, bob);
    const sent = structuredClone(bob.model.content);
    bob.edit(later);
    if (text !== 'AA')
      bob.edit({ operation: 'update_settings', data: { updates: { preheaderText: 'Later' } } });
    await settleAll(ann, bob);
    expect((await bob.save(sent)).status).toBe(200);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual([text, text]);
    expect(ann.model.content.settings).toEqual(bob.model.content.settings);
  },
);
