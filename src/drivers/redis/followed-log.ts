import type { Redis } from 'ioredis';
import type { ChannelLogReader } from '../../platform/ports/channel-log.ts';

/** Entries in one answer. */
const BATCH = 200;

/** An open log: gives its entries to a reader, each once and in their order. */
export class FollowedLog {
  readonly #commands: Redis;
  readonly #keys: { hash: string; stream: string };
  readonly #reader: ChannelLogReader<unknown>;
  readonly #epoch: number;
  #position: number;
  #isReading = false;
  /** Something arrived while the stream was being read. */
  #isBehind = false;
  #isEnded = false;

  constructor(
    commands: Redis,
    keys: { hash: string; stream: string },
    reader: ChannelLogReader<unknown>,
    { epoch, position }: { epoch: number; position: number },
  ) {
    this.#commands = commands;
    this.#keys = keys;
    this.#reader = reader;
    this.#epoch = epoch;
    this.#position = position;
  }

  end(): void {
    this.#isEnded = true;
  }

  /** A published entry: `<epoch> <number> <JSON>`. */
  receive(text: string): void {
    const first = text.indexOf(' ');
    const second = text.indexOf(' ', first + 1);
    const number = Number(text.slice(first + 1, second));
    const isNext = Number(text.slice(0, first)) === this.#epoch && number === this.#position + 1;
    if (isNext && !this.#isReading) this.#fold(number, text.slice(second + 1));
    else this.read();
  }

  /** Reads what is missing from the stream. */
  read(): void {
    this.#isBehind = true;
    if (this.#isReading) return;
    this.#isReading = true;
    this.#readAll()
      // The next poll tries again.
      .catch(() => {})
      .finally(() => {
        this.#isReading = false;
      });
  }

  async #readAll(): Promise<void> {
    const [commands, keys, epoch] = [this.#commands, this.#keys, this.#epoch];
    while (this.#isBehind && !this.#isEnded) {
      this.#isBehind = false;
      const [present, last] = await commands.hmget(keys.hash, 'epoch', 'last');
      if (Number(present) !== epoch) {
        this.#lose();
        return;
      }
      if (Number(last) <= this.#position) continue;
      const from = `${epoch}-${this.#position + 1}`;
      const found = await commands.xrange(keys.stream, from, `${epoch}-${last}`, 'COUNT', BATCH);
      for (const [id, [, text = '']] of found) this.#fold(Number(id.slice(id.indexOf('-') + 1)), text);
      this.#isBehind ||= Number(last) > this.#position;
      if (found.length === 0) this.#lose();
    }
  }

  #fold(number: number, text: string): void {
    if (this.#isEnded || number <= this.#position) return;
    if (number !== this.#position + 1) {
      this.#lose();
      return;
    }
    this.#position = number;
    this.#reader.fold(number, JSON.parse(text));
  }

  #lose(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#reader.lose();
  }
}
