import { sha256Hex } from '../../platform/security/crypto.ts';
import type { ClientOperation } from './editor-content.ts';
import type { Message } from './entry.ts';
import type { LiveTemplate } from './live-template.ts';

/** Ids of tabs that do not report what they show begin with it. */
export const PLAIN = 'plain.';

/** The usual id of the tab with a token. */
export const plainIdOf = ({
  tokenDigest,
  userId,
}: {
  tokenDigest: string | undefined;
  userId: string;
}): string => PLAIN + sha256Hex(`${tokenDigest} ${userId}`).slice(0, 32);

/** Messages and time after which the room is told what a tab that only reads has received. */
const TELL_AFTER_MESSAGES = 50;
const TELL_AFTER_MS = 10_000;

interface PlainTabOptions {
  live: LiveTemplate;
  connection: string;
  /** Id of the tab, made from its token. */
  member: string;
  user: string;
  /** Milliseconds since the Unix epoch. */
  now: () => number;
  send: (message: Message) => void;
  /** Calls a function when all has arrived that was sent until now. */
  whenArrived: (run: () => void) => void;
  close: () => void;
}

/**
 * The tab of an editor that does not report what it shows (docs/realtime.md). What it has received is found out with pings, and its
 * operations are counted here. What it did while it was cut off comes with its next save.
 */
export class PlainTab {
  readonly #options: PlainTabOptions;
  #received = 0;
  #sent = 0;
  #joined: Promise<unknown> = Promise.resolve();
  /** When the room was told last what has arrived, and how many messages have arrived since. */
  #told = { at: 0, messages: 0 };

  constructor(options: PlainTabOptions) {
    this.#options = options;
  }

  /** `readVersion`: the last one that was given to the tab. A tab that comes back shows at least what it has confirmed. */
  join(readVersion: () => Promise<number>): Promise<unknown> {
    this.#joined = this.#join(readVersion);
    return this.#joined;
  }

  async #join(readVersion: () => Promise<number>): Promise<void> {
    const { live, connection, member, user, close } = this.#options;
    const room = await live.open();
    const version = await readVersion();
    const known = room.members.byId.get(member);
    const content = known?.shown ?? (await live.contentAt(version)) ?? room.canvas;
    this.#received = known?.received ?? 0;
    this.#sent = known?.sent ?? 0;
    const progress = { received: this.#received, sent: this.#sent, turn: (known?.turn ?? 0) + 1 };
    const socket = { send: (message: Message) => this.#deliver(message), close };
    await live.join(connection, socket, { member, user, version, content, own: [], ...progress });
  }

  #deliver(message: Message): void {
    const { send, whenArrived } = this.#options;
    // It may show the block already.
    if ('op' in message && message.op.operation === 'add_block') {
      const { id } = Object(message.op.data.block) as { id?: unknown };
      send({ op: { operation: 'delete_block', data: { block_id: id } } });
    }
    send(message);
    const { serial } = message;
    if (serial !== undefined) whenArrived(() => this.#recordReceived(serial));
  }

  /** Its editor has changed the content. */
  async tell(op: ClientOperation): Promise<void> {
    const { live, connection, member, now } = this.#options;
    const received = this.#received;
    this.#told = { at: now(), messages: 0 };
    await this.#joined;
    this.#sent += 1;
    await live.tell({ kind: 'operation', member, connection, received, sent: this.#sent, op });
  }

  /** Its user has selected a block, or does not any more. */
  async select(block: string, isLocked: boolean): Promise<void> {
    const { live, connection, member } = this.#options;
    await this.#joined;
    await live.tell({ kind: 'lock', member, connection, block, isLocked });
  }

  #recordReceived(serial: number): void {
    const { live, connection, member, now } = this.#options;
    this.#received = Math.max(this.#received, serial);
    this.#told.messages += 1;
    const isDue = this.#told.messages >= TELL_AFTER_MESSAGES || now() - this.#told.at >= TELL_AFTER_MS;
    if (!isDue) return;
    this.#told = { at: now(), messages: 0 };
    // If it fails, the connection is closed.
    live.tell({ kind: 'received', member, connection, received: this.#received }).catch(() => {});
  }
}
