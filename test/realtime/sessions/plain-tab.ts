import { type ClientOperation, WHOLE } from '../../../src/realtime/room/editor-content.ts';
import type { Message } from '../../../src/realtime/room/entry.ts';
import { PlainTab as PlainPageAtServer } from '../../../src/realtime/room/plain-tab.ts';
import { applyOperation, createEditor, hear } from '../editor-model.ts';
import { Page, type PageServer } from './tab.ts';
import type { Versions } from './versions.ts';

/** A page with the published editor alone, which does not tell its progress. */
export class PlainTab extends Page {
  readonly #versions: Versions;
  #plain: PlainPageAtServer | undefined;
  #up: ('join' | (() => void) | ClientOperation)[] = [];
  /** A function: a ping, and what its answer calls. */
  #down: (Message | (() => void))[] = [];
  #loads = 0;

  constructor(versions: Versions, name: string) {
    super(versions, name);
    this.#versions = versions;
  }

  override connect(machine: PageServer): void {
    if (this.isOnline) return;
    this.machine = machine;
    machine.pages.add(this);
    this.turn += 1;
    this.connection = `${this.member}.${this.turn}`;
    const { connection, member, user } = this;
    const isSame = () => this.connection === connection && this.isOnline;
    this.#plain = new PlainPageAtServer({
      ...{ live: machine.server, connection, member, user },
      now: () => 0,
      whenArrived: (run) => {
        if (isSame()) this.#down.push(run);
      },
      send: (message) => {
        if (isSame()) this.#down.push(structuredClone(message));
      },
      close: () => {
        if (isSame()) this.cut();
      },
    });
    this.#up.push('join');
  }

  override cut(): void {
    super.cut();
    this.#up = [];
    this.#down = [];
  }

  override edit(op: ClientOperation): void {
    if (op.operation !== WHOLE) this.past.push(this.content);
    applyOperation(this.model, structuredClone(op));
    if (this.isOnline) this.#up.push(structuredClone(op));
  }

  override sendNext(): boolean {
    const message = this.#up.shift();
    const plain = this.#plain;
    if (message === undefined || plain === undefined) return false;
    if (typeof message === 'function') message();
    else if (message !== 'join') plain.tell(message).catch(() => {});
    else {
      this.joined = plain.join(async () => this.version).then(() => {});
      this.joined.catch(() => {
        if (this.#plain === plain) this.cut();
      });
    }
    return true;
  }

  override receiveNext(): boolean {
    const message = this.isBusy ? undefined : this.#down.shift();
    if (message === undefined) return false;
    if (typeof message === 'function') this.#up.push(message);
    else if ('op' in message) hear(this.model, 'mcp-operation', message.op);
    return true;
  }

  override save(): void {
    if (this.saves.length > 0) return;
    const { member, version, content } = this;
    this.saves.push({ request: { member, version, content }, own: new Set() });
  }

  override receiveAnswer(): boolean {
    const [save] = this.saves;
    const isDone = super.receiveAnswer();
    if (isDone && save?.answer?.status === 200) this.version = save.answer.version;
    if (isDone && save?.answer?.status === 409) this.#load();
    return isDone;
  }

  /** Told of a conflict, the person loads the page again. */
  #load(): void {
    const { machine } = this;
    this.cut();
    this.#loads += 1;
    this.member = `${this.name}-${this.#loads}`;
    const { version, content } = this.#versions.last;
    this.version = version;
    this.model = createEditor(this.user, content, []);
    if (machine !== undefined) this.connect(machine);
  }
}
