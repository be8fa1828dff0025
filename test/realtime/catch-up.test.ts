import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Pages } from '../../src/features/templates/pages.ts';
import { makeRepeatable } from '../../src/realtime/send-operations.ts';
import { translateChange } from '../../src/realtime/wire-operations.ts';
import { applyOperation, createEditor, type EditorModel, hear } from './editor-model.ts';
import {
  callTool,
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

// biome-ignore lint/suspicious/noExplicitAny: blocks of any type
type Block = Record<string, any>;

const paragraph = (id: string, text: string): Block => ({ id, type: 'paragraph', content: text });

/** A page with the published editor: its canvas, and a connection that can be cut. */
class EditorPage {
  socket: TestSocket | undefined;
  model!: EditorModel;
  token = '';
  #heard = 0;

  constructor(
    readonly template: OpenTemplate,
    readonly name: string,
    readonly isCollaborating = true,
    readonly server = rig,
  ) {}

  async load(): Promise<this> {
    await this.refresh();
    const { tenant, id } = this.template;
    const { body } = await tenant.request('GET', `/templates/${id}`, { token: this.token });
    this.model = createEditor(this.name, body.data.content, []);
    return this;
  }

  async refresh(): Promise<void> {
    ({ token: this.token } = await this.server.exchangeToken('default', {
      user: { id: this.name, name: this.name },
    }));
  }

  async join(token = this.token, pageToken?: string): Promise<void> {
    this.socket = await this.template.enter(this.name, this.name, {}, 'old', token, pageToken);
    this.#heard = 0;
    await this.settle();
  }

  async open(): Promise<this> {
    await this.load();
    await this.join();
    return this;
  }

  async cut(): Promise<void> {
    this.socket?.close();
    await this.socket?.closed;
    this.socket = undefined;
  }

  edit(operation: object): void {
    applyOperation(this.model, structuredClone(operation));
    const data = { ...operation, timestamp: 1 };
    if (this.isCollaborating)
      this.socket?.send({ event: 'client-operation', data, channel: this.template.channel });
  }

  setText(id: string, text: string): void {
    this.edit({ operation: 'update_block', data: { block_id: id, updates: { content: text } } });
  }

  add(id: string, text = id): void {
    this.edit({ operation: 'add_block', data: { block: paragraph(id, text) } });
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 3; round += 1) await this.socket?.settle();
    const received = this.socket?.received ?? [];
    if (this.isCollaborating)
      for (const { event, data } of received.slice(this.#heard)) hear(this.model, event, data);
    this.#heard = received.length;
  }

  save() {
    return this.template.save(this.model.content, { origin: 'https://app.example.com' }, this.token);
  }

  get text(): string {
    return this.model.content.blocks.map(({ content }) => content).join(' ');
  }
}

const openThree = () =>
  openTemplate(rig, 'default', { blocks: ['a', 'b', 'c'].map((id) => paragraph(id, id)), settings: {} });

async function storedText({ tenant, id }: OpenTemplate): Promise<string> {
  const { body } = await tenant.request('GET', `/templates/${id}`);
  return body.data.content.blocks.map(({ content }: Block) => content).join(' ');
}

async function changeByAgent({ id }: OpenTemplate, ...operations: object[]): Promise<void> {
  const answer = await callTool(rig, 'update-template', { template_id: id, operations });
  expect(answer.isError).toBeFalsy();
}

const update = (id: string, content: string) => ({ op: 'update', id, fields: { content } });

async function settleAll(...pages: EditorPage[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) for (const page of pages) await page.settle();
}

test('a page that was cut off gets what an agent changed meanwhile, and keeps its own changes', async () => {
  const template = await openThree();
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
  const template = await openThree();
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
  const template = await openThree();
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

test('messages that were written to a dead connection count as not received', async () => {
  const template = await openThree();
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
  const template = await openThree();
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
  const template = await openThree();
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
  const template = await openThree();
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

test('a page without collaboration and a live one do not overwrite each other', async () => {
  const template = await openThree();
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
  const template = await openThree();
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
  const template = await openThree();
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
  const template = await openThree();
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
  const template = await openThree();
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

test('a page whose save was merged gets what it lacks at once', async () => {
  const template = await openThree();
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
  await socket.settle();
  await socket.settle();
  const operations = socket.received.slice(lost).filter(({ event }) => event === 'mcp-operation');
  expect(operations.map(({ data }) => [data.data.block_id, data.data.updates])).toEqual([
    ['a', { content: 'A' }],
  ]);
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
  const template = await openThree();
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
    const template = await openThree();
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
    const template = await openThree();
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
  const template = await openThree();
  const bob = await new EditorPage(template, 'bob').open();
  for (let version = 0; version < 450; version += 1) {
    await template.save({ blocks: [paragraph('c', `${version}`)], settings: {} });
    await Bun.sleep(1);
  }
  await bob.settle();
  expect(dataOf(bob.socket as TestSocket, 'pusher:error')).toEqual([]);
});

test('a page that comes back with another token than that of its saves gets what it missed', async () => {
  const template = await openThree();
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
  const template = await openThree();
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
    const ann = await new EditorPage(template, 'ann', true, server).open();
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
    'the text of a block',
    { operation: 'update_block', data: { block_id: 'b', updates: { content: 'of ann' } } },
    { operation: 'update_block', data: { block_id: 'b', updates: { content: 'of bob' } } },
  ],
])('two members who change %s in the same moment show what is saved', async (_name, one, other) => {
  const template = await openThree();
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
