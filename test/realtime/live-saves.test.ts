import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { makeRepeatable } from '../../src/realtime/send-operations.ts';
import { translateChange } from '../../src/realtime/wire-operations.ts';
import { applyOperation, createEditor } from './editor-model.ts';
import {
  type Block,
  changeByAgent,
  EditorPage,
  openThree,
  paragraph,
  settleAll,
  storedText,
  update,
} from './editor-page.ts';
import { dataOf, openTemplate, type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

test('a page without collaboration and a live one do not overwrite each other', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const off = await new EditorPage(template, 'off', false).open();
  ann.setText('a', 'A');
  await ann.settle();
  await ann.save();
  await settleAll(ann, off);
  off.setText('b', 'B');
  const merged = await off.save();
  expect(merged.body.data.content.blocks.map(({ content }: Block) => content).join(' ')).toBe('A B c');
  await settleAll(ann, off);
  expect(ann.text).toBe('A B c');
  expect(off.text).toBe('a B c');
  off.setText('c', 'C');
  await off.save();
  await settleAll(ann, off);
  expect(await storedText(template)).toBe('A B C');
  expect(ann.text).toBe('A B C');
  // The same block: neither is overwritten.
  ann.setText('c', 'by Ann');
  await ann.settle();
  expect((await ann.save()).status).toBe(200);
  off.setText('c', 'by Off');
  const refused = await off.save();
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain('ann changed the same parts');
  expect(await storedText(template)).toBe('A B by Ann');
});

test('live pages save in turn, over refreshed tokens, without a conflict', async () => {
  const template = await openThree(rig);
  const [ann, bob] = [
    await new EditorPage(template, 'ann').open(),
    await new EditorPage(template, 'bob').open(),
  ];
  for (let round = 0; round < 6; round += 1) {
    const [one, other] = round % 2 === 0 ? [ann, bob] : [bob, ann];
    one.setText('a', `by ${one.name} ${round}`);
    await settleAll(ann, bob);
    expect((await one.save()).status).toBe(200);
    await settleAll(ann, bob);
    expect(other.text).toBe(one.text);
    expect(await storedText(template).catch(() => one.text)).toBe(one.text);
    rig.clock.advance(9.2 * 60_000);
    await one.refresh();
    await other.refresh();
    template.tenant = await rig.openTenant('default');
  }
  expect(dataOf(ann.socket as TestSocket, 'mcp-operation')).toEqual([]);
});

test('blocks that two add in the same moment are in the order that is saved last', async () => {
  const template = await openThree(rig);
  const [ann, bob] = [
    await new EditorPage(template, 'ann').open(),
    await new EditorPage(template, 'bob').open(),
  ];
  for (const page of [ann, bob]) {
    page.setText('a', page.name);
    await settleAll(ann, bob);
    await page.save();
    await settleAll(ann, bob);
  }
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

test('a block that all show already is not added again by a save of a page of which nothing is known', async () => {
  const template = await openThree(rig);
  const [ann, bob] = [
    await new EditorPage(template, 'ann').open(),
    await new EditorPage(template, 'bob').open(),
  ];
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

test('a save that was sent before a change arrived does not undo the change', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('c', 'C');
  await ann.save();
  await settleAll(ann);
  ann.setText('b', 'B');
  const sent = structuredClone(ann.model.content);
  await changeByAgent(template, update('a', 'A'));
  await settleAll(ann);
  // The request was under way while the change arrived and was confirmed.
  const late = await template.save(sent, { origin: 'https://app.example.com' }, ann.token);
  expect(late.status).toBe(200);
  await settleAll(ann);
  expect(await storedText(template)).toBe('A B C');
  expect(ann.text).toBe('A B C');
});

test('a save after another member has undone a change does not bring the change back', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob').open();
  for (const page of [ann, bob]) {
    page.setText('c', page.name);
    await settleAll(ann, bob);
    await page.save();
    await settleAll(ann, bob);
  }
  const before = structuredClone(ann.model.content);
  ann.add('n');
  await settleAll(ann, bob);
  await ann.save();
  await settleAll(ann, bob);
  ann.edit({ operation: 'set_content', data: { content: before } });
  await settleAll(ann, bob);
  expect((await bob.save()).body.data.merged).toBeUndefined();
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(['a b bob', 'a b bob']);
  expect(await storedText(template)).toBe('a b bob');
});

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
  await socket.settle();
  await socket.settle();
  const operations = socket.received.slice(lost).filter(({ event }) => event === 'mcp-operation');
  expect(operations.map(({ data }) => [data.data.block_id, data.data.updates])).toEqual([
    ['a', { content: 'A' }],
  ]);
});

test.each<[string, object, object]>([
  [
    'a setting and a whole content',
    { operation: 'update_settings', data: { updates: { preheaderText: 'mine' } } },
    {
      operation: 'set_content',
      data: { content: { blocks: [paragraph('a', 'x')], settings: { preheaderText: 'old' } } },
    },
  ],
  [
    'a block and a whole content',
    { operation: 'add_block', data: { block: paragraph('n', 'N'), index: 0 } },
    { operation: 'set_content', data: { content: { blocks: [paragraph('a', 'x')], settings: {} } } },
  ],
  [
    'the whole content',
    {
      operation: 'set_content',
      data: { content: { blocks: [paragraph('a', 'x'), paragraph('n', 'N')], settings: {} } },
    },
    { operation: 'set_content', data: { content: { blocks: [paragraph('a', 'y')], settings: {} } } },
  ],
  [
    'the text of a block',
    { operation: 'update_block', data: { block_id: 'b', updates: { content: 'of ann' } } },
    { operation: 'update_block', data: { block_id: 'b', updates: { content: 'of bob' } } },
  ],
])('two members who change %s in the same moment show what is saved', async (_name, one, other) => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob').open();
  await settleAll(ann, bob);
  ann.edit(one);
  bob.edit(other);
  await settleAll(ann, bob);
  expect(ann.model.content).not.toEqual(bob.model.content);
  await bob.save();
  await settleAll(ann, bob);
  expect(ann.text).toBe(await storedText(template));
  expect(bob.text).toBe(ann.text);
  expect(ann.model.content.settings).toEqual(bob.model.content.settings);
});

test.each(['ann', 'bob'])(
  'what an agent and a member change in the same moment is settled when %s saves',
  async (saver) => {
    const template = await openThree(rig);
    const ann = await new EditorPage(template, 'ann').open();
    const bob = await new EditorPage(template, 'bob').open();
    for (const page of [ann, bob]) {
      page.setText('c', page.name);
      await settleAll(ann, bob);
      await page.save();
      await settleAll(ann, bob);
    }
    (ann.socket as TestSocket).answersPings = false;
    await changeByAgent(template, update('a', 'A'));
    // Before it handles the change.
    ann.setText('a', 'typed');
    (ann.socket as TestSocket).answersPings = true;
    ann.socket?.send({ event: 'pusher:pong', data: {} });
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(['A b bob', 'typed b bob']);
    expect((await (saver === 'ann' ? ann : bob).save()).status).toBe(200);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
  },
);

describe('what completes a page whose save was merged', () => {
  /** Ann's save was on its way when an agent's change arrived and was confirmed. */
  const openWithLateSave = async () => {
    const template = await openThree(rig);
    const ann = await new EditorPage(template, 'ann').open();
    const bob = await new EditorPage(template, 'bob').open();
    ann.setText('c', 'C');
    await settleAll(ann, bob);
    await ann.save();
    await settleAll(ann, bob);
    ann.setText('b', 'B');
    const sent = structuredClone(ann.model.content);
    await changeByAgent(template, update('a', 'A'));
    await settleAll(ann, bob);
    const saveLate = () => template.save(sent, { origin: 'https://app.example.com' }, ann.token);
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

test('two members who replace the content while one of them saves show what is saved next', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob').open();
  for (const page of [ann, bob]) {
    page.setText('c', page.name);
    await settleAll(ann, bob);
    await page.save();
    await settleAll(ann, bob);
  }
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

test('a block that a page adds and saves is there once, also if the save overtakes the operation and is merged', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob').open();
  for (const page of [ann, bob]) {
    page.setText('c', page.name);
    await settleAll(ann, bob);
    await page.save();
    await settleAll(ann, bob);
  }
  (ann.socket as TestSocket).answersPings = false;
  await changeByAgent(template, update('a', 'A'));
  const content = structuredClone(ann.model.content);
  content.blocks.splice(1, 0, paragraph('n', 'N'));
  expect((await template.save(content, { origin: 'https://app.example.com' }, ann.token)).status).toBe(200);
  ann.edit({ operation: 'add_block', data: { block: paragraph('n', 'N'), index: 1 } });
  (ann.socket as TestSocket).answersPings = true;
  ann.socket?.send({ event: 'pusher:pong', data: {} });
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
});

test('a block that another member has deleted stays deleted for a page that has confirmed several versions', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob').open();
  for (const page of [ann, bob]) {
    page.setText('c', page.name);
    await settleAll(ann, bob);
    await page.save();
    await settleAll(ann, bob);
  }
  await ann.cut();
  bob.add('n');
  await bob.settle();
  await bob.save();
  await bob.settle();
  bob.edit({ operation: 'delete_block', data: { block_id: 'n' } });
  bob.add('m');
  await bob.settle();
  await ann.join();
  await ann.settle();
  ann.setText('b', 'B');
  await ann.save();
  await settleAll(ann, bob);
  expect([ann.text, bob.text]).toEqual(Array(2).fill('a B bob m'));
  expect(await storedText(template)).toBe('a B bob m');
});

describe('a setting that is removed', () => {
  const openWithPreheader = async () => {
    const template = await openTemplate(rig, 'default', {
      blocks: ['a', 'b', 'c'].map((id) => paragraph(id, id)),
      settings: { preheaderText: 'old' },
    });
    const ann = await new EditorPage(template, 'ann').open();
    const bob = await new EditorPage(template, 'bob').open();
    for (const page of [ann, bob]) {
      page.setText('c', page.name);
      await settleAll(ann, bob);
      await page.save();
      await settleAll(ann, bob);
    }
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
    expect(ann.model.content.settings).not.toEqual(bob.model.content.settings);
    await (saver === 'ann' ? ann : bob).save();
    await settleAll(ann, bob);
    const { settings } = (await template.tenant.request('GET', `/templates/${template.id}`)).body.data
      .content;
    expect([ann.model.content.settings, bob.model.content.settings]).toEqual([settings, settings]);
  });
});

test('what a page changes in a block while it is cut off and afterwards reaches the others when it saves', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob').open();
  for (const page of [ann, bob]) {
    page.setText('c', page.name);
    await settleAll(ann, bob);
    await page.save();
    await settleAll(ann, bob);
  }
  await ann.cut();
  ann.setText('a', 'A');
  await ann.join();
  ann.edit({ operation: 'update_block', data: { block_id: 'a', updates: { className: 'wide' } } });
  await settleAll(ann, bob);
  await ann.save();
  await settleAll(ann, bob);
  expect(bob.model.content).toEqual(ann.model.content);
  expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
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
});
