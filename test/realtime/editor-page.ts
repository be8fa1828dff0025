import { expect } from 'bun:test';
import { untilIdle } from '../support/test-database.ts';
import { applyOperation, createEditor, type EditorModel, hear } from './editor-model.ts';
import { callTool, type OpenTemplate, openTemplate, type Rig, type TestSocket } from './rig.ts';

// biome-ignore lint/suspicious/noExplicitAny: blocks of any type
export type Block = Record<string, any>;

export const paragraph = (id: string, text: string): Block => ({ id, type: 'paragraph', content: text });

/** A page with the published editor: its canvas, and a connection that can be cut. */
export class EditorPage {
  socket: TestSocket | undefined;
  model!: EditorModel;
  token = '';
  #heard = 0;
  #isBusy = false;
  /** What it showed before each of its own edits. */
  readonly #history: EditorModel['content'][] = [];

  constructor(
    readonly template: OpenTemplate,
    readonly name: string,
    readonly isCollaborating = true,
  ) {}

  async load(): Promise<this> {
    await this.refresh();
    const { tenant, id } = this.template;
    const { body } = await tenant.request('GET', `/templates/${id}`, { token: this.token });
    this.model = createEditor(this.name, body.data.content, []);
    return this;
  }

  async refresh(): Promise<void> {
    ({ token: this.token } = await this.template.rig.exchangeToken('default', {
      user: { id: this.name, name: this.name },
    }));
  }

  async join(token = this.token, pageToken?: string): Promise<void> {
    await this.connect(token, pageToken);
    await this.settle();
  }

  /** Joins without handling what the server sends then. A page that is paused does not answer its questions either. */
  async connect(token = this.token, pageToken?: string): Promise<void> {
    const { rig } = this.template;
    rig.answersPings = !this.#isBusy;
    this.socket = await this.template.enter(this.name, this.name, {}, 'old', token, pageToken);
    rig.answersPings = true;
    this.#heard = 0;
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

  edit(operation: object): void {
    this.#history.push(structuredClone(this.model.content));
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
    this.handleReceived();
  }

  /** Handles what has arrived. The socket has answered the server's pings already, so call it before a person's next step. */
  handleReceived(): void {
    if (this.#isBusy) return;
    const received = this.socket?.received ?? [];
    if (this.isCollaborating)
      for (const { event, data } of received.slice(this.#heard)) hear(this.model, event, data);
    this.#heard = received.length;
  }

  /** `content`: another one, such as that of a save that is long on its way. */
  save(content = this.model.content) {
    return this.template.save(content, { origin: 'https://app.example.com' }, this.token);
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
export async function openPair(rig: Rig) {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob').open();
  return { template, ann, bob };
}
