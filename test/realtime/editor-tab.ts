import { expect } from 'bun:test';
import { untilIdle } from '../support/test-database.ts';
import { applyOperation, createEditor, type EditorModel, hear } from './editor-model.ts';
import { callTool, type Data, type OpenTemplate, openTemplate, type Rig, type TestSocket } from './rig.ts';

// biome-ignore lint/suspicious/noExplicitAny: blocks of any type
export type Block = Record<string, any>;

/** In full form, as editors have it. */
export const paragraph = (id: string, text: string): Block => ({
  id,
  type: 'paragraph',
  content: text,
  styles: { padding: { top: 10, right: 10, bottom: 10, left: 10 } },
});

/**
 * A page with the published editor: its canvas, and a connection that can be cut. It tells what it shows, as the client does, unless it
 * is `plain`.
 */
export class EditorPage {
  socket: TestSocket | undefined;
  model!: EditorModel;
  token = '';
  readonly member = crypto.randomUUID();
  turn = 0;
  version = 0;
  received = 0;
  sent = 0;
  own = new Set<string>();
  /** The version that it shows once it has received a message. */
  #stored: { version: number; received: number }[] = [];
  #heard = 0;
  #isBusy = false;
  /** What it showed before each of its own edits. */
  readonly #history: EditorModel['content'][] = [];

  constructor(
    readonly template: OpenTemplate,
    readonly name: string,
    readonly isPlain = false,
  ) {}

  async load(): Promise<this> {
    await this.refresh();
    const { tenant, id } = this.template;
    const { body } = await tenant.request('GET', `/templates/${id}`, { token: this.token });
    this.model = createEditor(this.name, body.data.content, []);
    this.version = body.data.version;
    return this;
  }

  async refresh(): Promise<void> {
    ({ token: this.token } = await this.template.rig.exchangeToken('default', {
      user: { id: this.name, name: this.name },
    }));
  }

  async join(token = this.token): Promise<void> {
    await this.connect(token);
    await this.settle();
  }

  /** Joins without handling what the server sends then. A page that is paused does not answer its questions either. */
  async connect(token = this.token): Promise<void> {
    const { rig } = this.template;
    rig.answersPings = !this.#isBusy;
    const onJoined = (socket: TestSocket) => this.#tellShown(socket);
    this.socket = await this.template.enter(this.name, this.name, {}, 'old', token, onJoined);
    rig.answersPings = true;
    this.#heard = 0;
  }

  /** Before it answers the server's first ping. */
  #tellShown(socket: TestSocket): void {
    if (this.isPlain) return;
    this.turn += 1;
    const { member, turn, version, received, sent, own, model } = this;
    const data = { member, turn, version, received, sent, own: [...own], content: model.content };
    socket.send({ event: 'client-shown', data, channel: this.template.channel });
  }

  async open(): Promise<this> {
    await this.load();
    await this.join();
    return this;
  }

  async cut(): Promise<void> {
    this.#isBusy = false;
    this.socket?.close();
    await this.socket?.closed;
    this.handleReceived();
    this.socket = undefined;
  }

  /** From now on it handles nothing, as a page whose script is busy, until it continues. */
  pause(): void {
    if (this.#isBusy) return;
    this.handleReceived();
    this.#isBusy = true;
    if (this.socket) this.socket.answersPings = false;
  }

  continue(): void {
    if (!this.#isBusy) return;
    this.#isBusy = false;
    const { socket } = this;
    const waiting = socket?.received.slice(this.#heard) ?? [];
    this.handleReceived();
    if (socket === undefined) return;
    socket.answersPings = true;
    for (const { event } of waiting)
      if (event === 'pusher:ping') socket.send({ event: 'pusher:pong', data: {} });
  }

  /** Shows again what it showed before its last edit, as editors do: everything, also what others have changed since. */
  undo(): void {
    const content = this.#history.pop();
    if (content === undefined) return;
    this.edit({ operation: 'set_content', data: { content } });
    this.#history.pop();
  }

  edit(operation: { operation: string; data: Data }): void {
    this.#history.push(structuredClone(this.model.content));
    applyOperation(this.model, structuredClone(operation));
    const { operation: name, data } = operation;
    if (name === 'update_block') this.own.add(data.block_id);
    if (name === 'add_block') this.own.add(data.block.id);
    this.sent += 1;
    const progress = this.isPlain ? {} : { received: this.received, sent: this.sent };
    this.socket?.send({
      event: 'client-operation',
      data: { ...operation, timestamp: 1, ...progress },
      channel: this.template.channel,
    });
  }

  setText(id: string, text: string): void {
    this.edit({ operation: 'update_block', data: { block_id: id, updates: { content: text } } });
  }

  add(id: string, text = id): void {
    this.edit({ operation: 'add_block', data: { block: paragraph(id, text) } });
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 3; round += 1) await this.socket?.settle();
    this.handleReceived();
  }

  /** Handles what has arrived. The socket has answered the server's pings already, so call it before a person's next step. */
  handleReceived(): void {
    if (this.#isBusy) return;
    const received = this.socket?.received ?? [];
    for (const { event, data } of received.slice(this.#heard)) {
      hear(this.model, event, data);
      if (typeof data?.serial === 'number') this.received = data.serial;
    }
    this.#heard = received.length;
    for (const { version, received: upTo } of this.#stored)
      if (upTo <= this.received) this.version = Math.max(this.version, version);
    this.#stored = this.#stored.filter(({ received: upTo }) => upTo > this.received);
  }

  /** What it sends when it saves now. */
  makeSave() {
    const { member, turn, version, received, sent, own, model } = this;
    this.own = new Set();
    const page = this.isPlain ? undefined : { member, turn, version, received, sent, own: [...own] };
    return { content: structuredClone(model.content), page, own };
  }

  /** `made`: another save, which was long on its way. */
  async save({ content, page, own } = this.makeSave()) {
    const answer = await this.template.save(content, { origin: 'https://app.example.com' }, this.token, page);
    if (answer.status !== 200) this.own = new Set([...own, ...this.own]);
    const stored = answer.body.data?.page;
    if (stored?.received !== undefined) this.#stored.push(stored);
    this.handleReceived();
    return answer;
  }

  get text(): string {
    return this.model.content.blocks.map(({ content }) => content).join(' ');
  }
}

/** A template of three paragraphs. */
export const openThree = (rig: Rig) =>
  openTemplate(rig, 'default', { blocks: ['a', 'b', 'c'].map((id) => paragraph(id, id)), settings: {} });

export async function storedText({ tenant, id }: OpenTemplate): Promise<string> {
  const { body } = await tenant.request('GET', `/templates/${id}`);
  return body.data.content.blocks.map(({ content }: Block) => content).join(' ');
}

export async function changeByAgent({ rig, id }: OpenTemplate, ...operations: object[]): Promise<void> {
  const answer = await callTool(rig, 'update-template', { template_id: id, operations });
  expect(answer.isError).toBeFalsy();
  // The embedded engine has sent it to the pages by now.
  await untilIdle(rig.data);
}

export const update = (id: string, content: string) => ({ op: 'update', id, fields: { content } });

export async function settleAll(...pages: EditorPage[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) for (const page of pages) await page.settle();
}

/** Each in turn types its name into a block and saves, so that both have announced and stored something. */
export async function typeAndSave(id: string, ...pages: EditorPage[]): Promise<void> {
  for (const page of pages) {
    page.setText(id, page.name);
    await settleAll(...pages);
    await page.save();
    await settleAll(...pages);
  }
}

/** Two pages with a template of three paragraphs. */
export async function openPair(rig: Rig, isPlain = false) {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann', isPlain).open();
  const bob = await new EditorPage(template, 'bob', isPlain).open();
  return { template, ann, bob };
}
