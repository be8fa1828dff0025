import {
  type ClientOperation,
  type EditorContent,
  WHOLE,
} from '../../../src/realtime/room/editor-content.ts';
import type { Message } from '../../../src/realtime/room/entry.ts';
import type { LiveTemplate, Save, SaveAnswer, Shown } from '../../../src/realtime/room/live-template.ts';
import { applyOperation, createEditor, type EditorModel, hear } from '../editor-model.ts';
import type { Versions } from './versions.ts';

export const paragraph = (id: string, content: string) => ({
  id,
  type: 'paragraph',
  content,
  styles: { padding: { top: 10, right: 10, bottom: 10, left: 10 } },
});

export const setText = (block_id: string, content: string): ClientOperation => ({
  operation: 'update_block',
  data: { block_id, updates: { content } },
});

/** The texts of the blocks in order, and the settings. */
export const describeContent = ({ blocks, settings }: EditorContent): string =>
  `${blocks.map(({ content }) => content).join(' ')} ${JSON.stringify(settings)}`;

type Sent =
  | { shown: Shown }
  | { op: ClientOperation; received: number; sent: number }
  | { lock: string; isLocked: boolean }
  | { confirmed: number };

interface SaveOnItsWay {
  request: Save;
  own: Set<string>;
  machine?: PageServer;
  generation?: number;
  answer?: SaveAnswer;
  fault?: unknown;
}

/** A server to which pages connect. */
export interface PageServer {
  server: LiveTemplate;
  /** How often it was started. */
  generation: number;
  readonly pages: Set<Page>;
}

/** A page with the published editor and the wrapper around it, which counts what it receives and sends. */
export class Page {
  readonly name: string;
  /** Its id. */
  member: string;
  readonly user: string;
  model: EditorModel;
  version: number;
  received = 0;
  sent = 0;
  turn = 0;
  /** Blocks that it has changed since its last confirmed save. */
  readonly own = new Set<string>();
  machine: PageServer | undefined;
  connection = '';
  /** Messages on their way. */
  up: Sent[] = [];
  down: Message[] = [];
  /** Its editor handles nothing. */
  isBusy = false;
  saves: SaveOnItsWay[] = [];
  readonly answers: { answer: SaveAnswer; request: Save }[] = [];
  conflicts = 0;
  /** Notices that others have replaced its values. */
  replaced = 0;
  /** Contents before its changes, for undo. */
  readonly past: EditorContent[] = [];
  /** Versions that it shows when it has received a message. */
  #stored: SaveAnswer[] = [];
  joined: Promise<void> = Promise.resolve();

  constructor(versions: Versions, name: string, user = name) {
    this.name = name;
    this.member = name;
    this.user = user;
    this.version = versions.last.version;
    this.model = createEditor(user, versions.last.content, ['ann', 'bob', 'cid']);
  }

  get content(): EditorContent {
    return this.model.content as EditorContent;
  }

  get isOnline(): boolean {
    return this.machine !== undefined;
  }

  connect(machine: PageServer): void {
    if (this.isOnline) return;
    this.machine = machine;
    machine.pages.add(this);
    this.turn += 1;
    this.connection = `${this.name}.${this.turn}`;
    this.model.locks.clear();
    const { member, user, turn, version, received, sent, content } = this;
    const own = [...this.own, ...this.saves.flatMap((save) => [...save.own])];
    this.up.push({ shown: { member, user, turn, version, received, sent, content, own } });
  }

  cut(): void {
    const { machine, connection } = this;
    if (machine === undefined) return;
    machine.pages.delete(this);
    const { server } = machine;
    this.joined.then(() => server.exit(connection)).catch(() => {});
    this.machine = undefined;
    this.up = [];
    this.down = [];
  }

  #tell(message: Sent): void {
    if (this.isOnline) this.up.push(message);
  }

  edit(op: ClientOperation): void {
    if (op.operation !== WHOLE) this.past.push(this.content);
    applyOperation(this.model, structuredClone(op));
    const { block_id = Object(op.data.block).id } = op.data;
    if (op.operation === 'update_block' || op.operation === 'add_block') this.own.add(block_id as string);
    this.sent += 1;
    this.#tell({ op: structuredClone(op), received: this.received, sent: this.sent });
  }

  /** What an editor changes without announcing it. */
  editSilently(op: ClientOperation): void {
    applyOperation(this.model, op);
  }

  undo(): void {
    const content = this.past.pop();
    if (content !== undefined) this.edit({ operation: WHOLE, data: { content } });
  }

  select(block: string | null): void {
    const before = this.model.selected;
    this.model.selected = block;
    if (block !== null) this.#tell({ lock: block, isLocked: true });
    else if (before !== null) this.#tell({ lock: before, isLocked: false });
  }

  confirm(): void {
    this.#tell({ confirmed: this.received });
  }

  /** Its next message reaches the server. */
  sendNext(): boolean {
    const message = this.machine === undefined ? undefined : this.up.shift();
    if (message === undefined) return false;
    const { server } = this.machine as PageServer;
    const { member, connection } = this;
    if ('shown' in message) {
      this.#join(message.shown);
      return true;
    }
    const told = () => {
      if ('confirmed' in message)
        return server.tell({ kind: 'received', member, connection, received: message.confirmed });
      if ('lock' in message) {
        const { lock: block, isLocked } = message;
        return server.tell({ kind: 'lock', member, connection, block, isLocked });
      }
      return server.tell({ kind: 'operation', member, connection, ...message });
    };
    this.joined.then(told).catch(() => {});
    return true;
  }

  #join(shown: Shown): void {
    const { connection } = this;
    const isSame = () => this.connection === connection && this.isOnline;
    const close = () => {
      if (isSame()) this.cut();
    };
    const send = (message: Message) => {
      if (isSame()) this.down.push(structuredClone(message));
    };
    this.joined = (this.machine as PageServer).server.join(connection, { send, close }, shown);
    this.joined.catch(close);
  }

  /** The next message reaches the page. */
  receiveNext(): boolean {
    const message = this.isBusy ? undefined : this.down.shift();
    if (message === undefined) return false;
    if ('op' in message) hear(this.model, 'mcp-operation', message.op);
    else if ('lock' in message)
      hear(this.model, 'client-block_locked', { blockId: message.lock, userId: message.user });
    else if ('unlock' in message) hear(this.model, 'client-block_unlocked', { blockId: message.unlock });
    else this.replaced += 1;
    if (message.serial !== undefined) {
      this.received = message.serial;
      this.#recordVersion();
    }
    return true;
  }

  #recordVersion(): void {
    const isReceived = ({ received = 0 }: SaveAnswer) => received <= this.received;
    for (const answer of this.#stored.filter(isReceived))
      this.version = Math.max(this.version, answer.version);
    this.#stored = this.#stored.filter((answer) => !isReceived(answer));
  }

  save(): void {
    if (this.saves.length > 0) return;
    const { member, turn, version, received, sent, content } = this;
    const own = [...this.own];
    const request = { member, version, content, tab: { turn, received, sent, own } };
    this.saves.push({ request, own: new Set(this.own) });
    this.own.clear();
  }

  /** Its save reaches a server. */
  sendSave(machine: PageServer): boolean {
    const save = this.saves.find((one) => one.machine === undefined);
    if (save === undefined) return false;
    const { generation } = machine;
    Object.assign(save, { machine, generation });
    machine.server.save(structuredClone(save.request)).then(
      (answer) => {
        if (machine.generation === generation) save.answer = answer;
      },
      (fault) => {
        save.fault = fault;
      },
    );
    return true;
  }

  /** The answer to its save reaches the page, or an error if the server is killed. */
  receiveAnswer(): boolean {
    const [save] = this.saves;
    if (save?.machine === undefined) return false;
    const { answer, fault, own, request } = save;
    const isKilled = save.machine.generation !== save.generation;
    if (answer === undefined && fault === undefined && !isKilled) return false;
    this.saves.shift();
    if (answer?.status === 200) {
      if (answer.received !== undefined) this.#stored.push(answer);
      this.#recordVersion();
    } else for (const id of own) this.own.add(id);
    if (answer?.status === 409) this.conflicts += 1;
    if (answer !== undefined) this.answers.push({ answer, request });
    return true;
  }
}
