import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { testOfOneProcess } from '../support/engine.ts';
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
import { dataOf, type OpenTemplate, type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

test('a page that was cut off gets what an agent changed meanwhile, and keeps its own changes', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('c', 'C');
  await ann.save();
  await settleAll(ann);
  await ann.cut();
  await changeByAgent(template, update('a', 'A'), {
    op: 'add',
    block: { type: 'paragraph', id: 'n', content: 'N' },
  });
  ann.setText('b', 'B');
  await ann.join();
  expect(ann.text).toBe('A B C N');
  expect((await ann.save()).status).toBe(200);
  expect(await storedText(template)).toBe('A B C N');
});

test.each([true, false])(
  'a page that saves and types on while it is cut off keeps what it typed last (others changed the template: %s)',
  async (isMerged) => {
    const { template, ann, bob } = await openPair(rig);
    await typeAndSave('c', ann, bob);
    await ann.cut();
    if (isMerged) await changeByAgent(template, update('b', 'B'));
    ann.setText('a', 'one');
    expect((await ann.save()).status).toBe(200);
    await settleAll(bob);
    ann.setText('a', 'two');
    await ann.join();
    const text = `two ${isMerged ? 'B' : 'b'} bob`;
    expect(ann.text).toBe(text);
    expect((await ann.save()).status).toBe(200);
    await settleAll(ann, bob);
    expect([ann.text, bob.text, await storedText(template)]).toEqual([text, text, text]);
  },
);

test('messages that were written to a dead connection count as not received', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('c', 'C');
  await ann.save();
  await settleAll(ann);
  // The cable is cut: nothing arrives, and nobody knows.
  const dead = ann.socket as TestSocket;
  dead.answersPings = false;
  ann.socket = undefined;
  await changeByAgent(template, update('a', 'A'));
  await dead.settle();
  ann.setText('b', 'B');
  expect((await ann.save()).status).toBe(200);
  expect(await storedText(template)).toBe('A B C');
  dead.close();
  await dead.closed;
  await ann.join();
  expect(ann.text).toBe('A B C');
});

test('a newcomer gets what others have not saved yet', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.add('button');
  ann.setText('a', 'A');
  await ann.settle();
  const cy = await new EditorPage(template, 'cy').open();
  expect(cy.text).toBe('A b c button');
  await ann.save();
  cy.setText('b', 'B');
  await settleAll(ann, cy);
  await cy.save();
  expect(await storedText(template)).toBe('A B c button');
  expect(ann.text).toBe('A B c button');
});

test('a newcomer who loads before a change and joins after it gets it', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const cy = await new EditorPage(template, 'cy').load();
  ann.add('button');
  await ann.settle();
  await changeByAgent(template, update('c', 'C'));
  await ann.settle();
  await cy.join();
  expect(cy.text).toBe('a b C button');
  expect(ann.text).toBe('a b C button');
  const after = await new EditorPage(template, 'dan').open();
  expect(after.text).toBe('a b C button');
});

test.each<[string, object]>([
  ['no data', {}],
  ['null', { data: null }],
  ['no blocks', { data: { operation: 'set_content', data: { content: { blocks: [null], settings: {} } } } }],
  [
    'no block in a column',
    {
      data: { operation: 'add_block', data: { block: { id: 'x', type: 'section', children: [[null], 5] } } },
    },
  ],
  [
    'no columns',
    {
      data: {
        operation: 'update_block',
        data: { block_id: 'a', updates: { type: 'section', children: [1] } },
      },
    },
  ],
  ['no updates', { data: { operation: 'update_settings', data: { updates: null } } }],
])('an operation with %s keeps no page from what an agent changed', async (_what, message) => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob', false).open();
  await ann.cut();
  await changeByAgent(template, update('b', 'B'));
  for (const operation of [message, { data: { operation: 'delete_block', data: { block_id: 'zz' } } }])
    bob.socket?.send({ event: 'client-operation', channel: template.channel, ...operation });
  await bob.settle();
  await ann.join();
  expect(ann.model.content.blocks.find(({ id }) => id === 'b')?.content).toBe('B');
});

describe('a member who sends what no editor sends', () => {
  const enterWithOperations = async (template: OpenTemplate, ...operations: object[]) => {
    const member = await new EditorPage(template, 'mallory', false).open();
    for (const data of operations)
      member.socket?.send({ event: 'client-operation', data, channel: template.channel });
    await member.settle();
    return member;
  };

  test('does not keep newcomers from what was saved', async () => {
    const template = await openThree(rig);
    const cy = await new EditorPage(template, 'cy').load();
    const updates = { type: 'section', children: [5] };
    await enterWithOperations(
      template,
      { operation: 'update_block', data: { block_id: 'a', updates } },
      { operation: 'delete_block', data: { block_id: 'none' } },
    );
    await changeByAgent(template, update('b', 'B'));
    await cy.join();
    expect(cy.text).toBe('a B c');
  });

  testOfOneProcess(
    'does not delay others for longer than one wait, by many saves without answers to pings',
    async () => {
      const template = await openThree(rig);
      const bob = await new EditorPage(template, 'bob').open();
      for (let index = 0; index < 12; index += 1) {
        const page = await new EditorPage(template, `mallory ${index}`).open();
        (page.socket as TestSocket).answersPings = false;
        page.setText('a', `${index}`);
        await page.settle();
        await page.save();
      }
      rig.clock.advance(1000);
      await changeByAgent(template, update('c', 'C'));
      const hasArrived = () =>
        dataOf(bob.socket as TestSocket, 'mcp-operation').some((data) =>
          JSON.stringify(data).includes('"C"'),
        );
      while (!hasArrived()) await Bun.sleep(20);
      await bob.settle();
      expect(bob.text).toBe('11 b C');
    },
    8_000,
  );
});

test('answers to pings do not use up the rate of events', async () => {
  const template = await openThree(rig);
  const bob = await new EditorPage(template, 'bob').open();
  for (let version = 0; version < 450; version += 1) {
    await template.save({ blocks: [paragraph('c', `${version}`)], settings: {} });
    await Bun.sleep(1);
  }
  await bob.settle();
  expect(dataOf(bob.socket as TestSocket, 'pusher:error')).toEqual([]);
});

test('a page that comes back with another token than that of its saves gets what it missed', async () => {
  const { template, ann, bob } = await openPair(rig);
  await ann.cut();
  await changeByAgent(template, update('a', 'A'));
  const own = ann.token;
  await ann.refresh();
  await ann.join(ann.token, own);
  expect(ann.text).toBe('A b c');
  ann.token = own;
  bob.setText('b', 'B');
  await settleAll(bob, ann);
  ann.setText('c', 'C');
  expect((await ann.save()).status).toBe(200);
  await settleAll(bob, ann);
  expect([ann.text, bob.text, await storedText(template)]).toEqual(['A B C', 'A B C', 'A B C']);
});

test('a page token of another person or that is none changes nothing', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob').load();
  await changeByAgent(template, update('a', 'A'));
  await bob.join(bob.token, ann.token);
  expect(bob.text).toBe('A b c');
  await bob.cut();
  await changeByAgent(template, update('b', 'B'));
  await bob.join(bob.token, 'none');
  expect(bob.text).toBe('A B c');
});

test.each(['ann', 'bob', undefined])(
  'a newcomer gets what an agent changed after an undo that crossed another change, also if %s saves once more',
  async (later) => {
    const { template, ann, bob } = await openPair(rig);
    await typeAndSave('c', ann, bob);
    const before = structuredClone(ann.model.content);
    ann.setText('c', 'typed');
    await settleAll(ann, bob);
    await ann.save();
    await settleAll(ann, bob);
    (ann.socket as TestSocket).answersPings = false;
    await changeByAgent(template, update('b', 'B'));
    // Before her page handles the change.
    ann.edit({ operation: 'set_content', data: { content: before } });
    (ann.socket as TestSocket).answersPings = true;
    ann.socket?.send({ event: 'pusher:pong', data: {} });
    await settleAll(ann, bob);
    await changeByAgent(template, update('a', 'A'));
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(['A B bob', 'A B bob']);
    expect((await ann.save()).status).toBe(200);
    await settleAll(ann, bob);
    const cid = await new EditorPage(template, 'cid').open();
    await settleAll(ann, bob, cid);
    const saver = [ann, bob].find(({ name }) => name === later);
    if (saver !== undefined) expect((await saver.save()).status).toBe(200);
    await settleAll(ann, bob, cid);
    expect([ann.text, bob.text, cid.text]).toEqual(Array(3).fill(await storedText(template)));
  },
);
