import { createId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Bus, BusMessage } from '../../platform/ports/bus.ts';
import { InProcessBus } from '../in-process/bus.ts';
import { probeRedis, type RedisConnection } from './connection.ts';
import { toRedisFault } from './faults.ts';

/** Most messages in one command. */
const MAX_MESSAGES = 1_000;

/** How long data is cached that messages keep up to date, because a single server can be cut off from Redis. */
const CACHE_AGE_MS = 30_000;

/** The same limit while messages of other servers do not arrive. */
const CACHE_AGE_WHEN_DOWN_MS = 2_000;

/** A server that sends nothing for more heartbeats is not heard any more. Each sends one in each. */
const MAX_SILENT_BEATS = 5;

interface Envelope {
  /** Id of the sending server. */
  from: string;
  /** Earlier messages of this server may have been lost. */
  gap?: true;
  /** Topics and messages. Empty: the server only shows that it is alive. */
  sent: [string, BusMessage][];
}

/** A bus for several servers. Its own listeners are called at once, those of others through a channel of Redis. */
export class RedisBus implements Bus {
  readonly #local: InProcessBus;
  readonly #connection: RedisConnection;
  readonly #log: Pick<Logger, 'error'>;
  readonly #id = createId();
  /** Other servers, with the number of heartbeats since their last message. */
  readonly #heard = new Map<string, number>();
  readonly #gapListeners = new Set<() => void>();
  #waiting: Envelope['sent'] = [];
  #isSending = false;
  /** Whether other servers must be told that messages of this one were lost. */
  #hasLost = false;

  constructor(connection: RedisConnection, log: Pick<Logger, 'error'>) {
    this.#local = new InProcessBus(log);
    this.#connection = connection;
    this.#log = log;
    connection.onMessage = (text) => this.#receive(text);
    connection.onBeat = () => this.#beat();
    connection.onUp = () => this.#tellGap();
  }

  get maxCacheAgeMs(): number {
    return this.#connection.isUp ? CACHE_AGE_MS : CACHE_AGE_WHEN_DOWN_MS;
  }

  publish(topic: string, message: BusMessage): void {
    this.#local.publish(topic, message);
    if (!this.#local.hasListeners(topic)) return;
    if (!this.#connection.isUp) {
      this.#hasLost = true;
      return;
    }
    this.#waiting.push([topic, message]);
    if (this.#waiting.length >= MAX_MESSAGES) this.#send();
    if (this.#isSending) return;
    this.#isSending = true;
    // All messages of one tick are sent in one command.
    setImmediate(() => {
      this.#isSending = false;
      if (this.#waiting.length > 0) this.#send();
    });
  }

  subscribe(topic: string, listener: (message: BusMessage) => void): () => void {
    return this.#local.subscribe(topic, listener);
  }

  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => this.#gapListeners.delete(listener);
  }

  heard(): number {
    return this.#heard.size;
  }

  fault(): string | undefined {
    return this.#connection.fault();
  }

  async probe(): Promise<{ warnings: string[] }> {
    const { url, prefix } = this.#connection;
    try {
      return await probeRedis(url, prefix);
    } catch (error) {
      throw toRedisFault(url, error);
    }
  }

  /** Uses another prefix, as all servers of the installation do soon. Messages sent meanwhile are lost. */
  async usePrefix(prefix: string): Promise<void> {
    if (prefix === this.#connection.prefix) return;
    // Without a connection, the next one uses it.
    await this.#connection.usePrefix(prefix).catch(() => {});
    this.#hasLost = true;
    this.#tellGap();
  }

  async close(): Promise<void> {
    this.#send();
    this.#connection.close();
    this.#gapListeners.clear();
    await this.#local.close();
  }

  #beat(): void {
    for (const [server, beats] of this.#heard)
      if (beats < MAX_SILENT_BEATS) this.#heard.set(server, beats + 1);
      else this.#heard.delete(server);
    this.#send();
  }

  #send(): void {
    const envelope: Envelope = { from: this.#id, sent: this.#waiting, ...(this.#hasLost && { gap: true }) };
    this.#waiting = [];
    this.#hasLost = false;
    this.#connection.commands
      .publish(this.#connection.channel, JSON.stringify(envelope))
      .catch(() => (this.#hasLost ||= envelope.sent.length > 0 || envelope.gap === true));
  }

  #receive(text: string): void {
    const { from, gap, sent } = readEnvelope(text);
    if (from === this.#id) {
      this.#connection.recordEcho();
      return;
    }
    this.#heard.set(from, 0);
    if (gap) this.#tellGap();
    for (const [topic, message] of sent) this.#local.publish(topic, message);
  }

  #tellGap(): void {
    for (const listener of this.#gapListeners) {
      try {
        listener();
      } catch (error) {
        this.#log.error({ err: error }, 'a listener of the message bus failed');
      }
    }
  }
}

/** Undefined for anything that is not a message of a server. */
function readEnvelope(text: string): Envelope {
  try {
    const { from, gap, sent } = JSON.parse(text) as Envelope;
    return { from, sent: sent.filter(isMessage), ...(gap === true && { gap }) };
  } catch {
    return { from: '', sent: [] };
  }
}

const isMessage = (entry: unknown): boolean =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'object' && entry[1] !== null;
