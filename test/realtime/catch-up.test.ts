import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Pages } from '../../src/features/templates/pages.ts';
import {
  changeByAgent,
  EditorPage,
  openThree,
  paragraph,
  settleAll,
  storedText,
  update,
} from './editor-page.ts';
import {
  dataOf,
  type OpenTemplate,
  openTemplate,
  type Rig,
  startRig,
  stopRig,
  type TestSocket,
} from './rig.ts';

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

test('a save between the cut and the return is merged, and the return completes the page', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('c', 'C');
  await ann.save();
  await settleAll(ann);
  await ann.cut();
  await changeByAgent(template, update('a', 'A'));
  ann.setText('b', 'B');
  const merged = await ann.save();
  expect(merged.status).toBe(200);
  expect(await storedText(template)).toBe('A B C');
  expect(ann.text).toBe('a B C');
  await ann.join();
  expect(ann.text).toBe('A B C');
  ann.setText('a', 'AA');
  await ann.settle();
  expect((await ann.save()).status).toBe(200);
  expect(await storedText(template)).toBe('AA B C');
});

test('a page whose save was merged, and that answers late, does not conflict with itself', async () => {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  ann.setText('c', 'C');
  await ann.save();
  await settleAll(ann);
  const socket = ann.socket as TestSocket;
  socket.answersPings = false;
  await changeByAgent(template, update('a', 'A'));
  ann.setText('b', 'B');
  await ann.save();
  await settleAll(ann);
  // The answer to what was sent before the save.
  socket.send({ event: 'pusher:pong', data: {} });
  await settleAll(ann);
  ann.setText('b', 'BB');
  expect((await ann.save()).status).toBe(200);
  expect(await storedText(template)).toBe('A BB C');
});

test.each(['ann', 'bob'])(
  'what a page types while it is brought up to date is settled when %s saves',
  async (saver) => {
    const template = await openThree(rig);
    const ann = await new EditorPage(template, 'ann').open();
    const bob = await new EditorPage(template, 'bob').open();
    bob.setText('c', 'C');
    await settleAll(ann, bob);
    await bob.save();
    await ann.cut();
    await changeByAgent(template, update('a', 'A'));
    await settleAll(bob);
    rig.answersPings = false;
    await ann.connect();
    rig.answersPings = true;
    // Before it handles what it missed.
    ann.setText('a', 'typed');
    ann.socket?.send({ event: 'pusher:pong', data: {} });
    (ann.socket as TestSocket).answersPings = true;
    await settleAll(ann, bob);
    expect((await (saver === 'ann' ? ann : bob).save()).status).toBe(200);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
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

test('what a page changed while it was cut off reaches the others with its next save', async () => {
  const template = await openThree(rig);
  const [ann, bob] = [
    await new EditorPage(template, 'ann').open(),
    await new EditorPage(template, 'bob').open(),
  ];
  ann.setText('a', 'typed');
  bob.setText('c', 'C');
  await settleAll(ann, bob);
  await ann.cut();
  ann.setText('a', 'typed on');
  ann.add('n');
  await ann.join();
  expect(ann.text).toBe('typed on b C n');
  await ann.save();
  await settleAll(ann, bob);
  expect(bob.text).toBe('typed on b C n');
  bob.setText('b', 'B');
  await settleAll(ann, bob);
  expect((await bob.save()).status).toBe(200);
  expect(await storedText(template)).toBe('typed on B C n');
  expect(ann.text).toBe('typed on B C n');
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

  test('does not delay others for longer than one wait, by many saves without answers to pings', async () => {
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
      dataOf(bob.socket as TestSocket, 'mcp-operation').some((data) => JSON.stringify(data).includes('"C"'));
    while (!hasArrived()) await Bun.sleep(20);
    await bob.settle();
    expect(bob.text).toBe('11 b C');
  }, 8_000);
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
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob').open();
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

test('a page that was open before the server started gets what was stored since then', async () => {
  const server = await startRig();
  try {
    const blocks = ['a', 'b', 'c'].map((id) => paragraph(id, id));
    const template = await openTemplate(server, 'default', { blocks, settings: {} });
    const ann = await new EditorPage(template, 'ann').open();
    await ann.cut();
    // As after a restart: nothing is known of pages.
    Object.assign(server.deps.services.templates, { pages: new Pages(server.clock) });
    server.clock.advance(1000);
    ann.setText('b', 'B');
    const changed = { blocks: [...blocks.slice(1), paragraph('n', 'N')], settings: {} };
    await template.tenant.request('PUT', `/templates/${template.id}`, { body: { content: changed } });
    await ann.join();
    expect(ann.text).toBe('B c N');
  } finally {
    await stopRig(server);
  }
});

test('all show what is stored after an undone content was taken for an old one, because the server has started again', async () => {
  const server = await startRig();
  try {
    const template = await openThree(server);
    const [ann, bob] = [
      await new EditorPage(template, 'ann').open(),
      await new EditorPage(template, 'bob').open(),
    ];
    const before = structuredClone(ann.model.content);
    ann.setText('c', 'C');
    await settleAll(ann, bob);
    await ann.save();
    await settleAll(ann, bob);
    await Promise.all([ann.cut(), bob.cut()]);
    Object.assign(server.deps.services.templates, { pages: new Pages(server.clock) });
    server.clock.advance(1000);
    await ann.join();
    await bob.join();
    ann.edit({ operation: 'set_content', data: { content: before } });
    await settleAll(ann, bob);
    expect((await ann.save()).status).toBe(200);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(Array(2).fill(await storedText(template)));
  } finally {
    await stopRig(server);
  }
});
