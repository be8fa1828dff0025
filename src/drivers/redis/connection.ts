import { Redis, type RedisOptions } from 'ioredis';
import { stopwatch } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { addressOf, isAway, requireVersion, toRedisFault, warnOfRefusedWrites } from './faults.ts';

/** Time limit of a command, because a request waits for it. */
const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 3_000;

/** Interval of the heartbeat that each server sends itself through Redis. */
const BEAT_MS = 1_000;

/**
 * When so many of these messages in turn have not come back, Redis counts as gone: a connection can be dead although it is open.
 * They are counted, not timed: after a pause of this process, what has come meanwhile is read after the timers.
 */
const MAX_LOST_BEATS = 4;

const MAX_RETRY_MS = 1_000;

interface RedisOptionsOfGalley {
  url: string;
  /** Prefix of all keys and channels, because installations may share a Redis server. */
  prefix: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * Two connections to a server of Redis: one listens to a channel, the other is for everything else. `isUp` tells whether
 * messages come through; it changes at once when a connection breaks.
 */
export class RedisConnection {
  #prefix: string;
  readonly url: string;
  readonly commands: Redis;
  readonly #subscriber: Redis;
  readonly #log: RedisOptionsOfGalley['log'];
  readonly #timer: Timer;
  #isUp = false;
  #isClosed = false;
  /** Whether the present fault was logged. */
  #isFaultLogged = false;
  /** Heartbeats sent since the last one that came back. */
  #lostBeats = 0;
  /** Clients that are connected and not being closed. A listening client must also be subscribed. */
  readonly #usable = new Set<Redis>();
  #fault: string;
  /** Called with each message of the channel. */
  onMessage: (text: string) => void = () => {};
  /** Called about once a second, whether messages arrive or not. */
  onBeat: () => void = () => {};
  /** Called when messages arrive again. */
  onUp: () => void = () => {};

  constructor({ url, prefix, log }: RedisOptionsOfGalley) {
    this.url = url;
    this.#prefix = prefix;
    this.#log = log;
    this.#fault = toRedisFault(url, new Error('ETIMEDOUT')).message;
    this.commands = connect(url);
    this.#subscriber = connect(url, { autoResubscribe: false });
    for (const client of [this.commands, this.#subscriber]) {
      client.on('error', (error) => {
        this.#fault = toRedisFault(url, error).message;
      });
      client.on('close', () => {
        this.#usable.delete(client);
        this.#goDown();
      });
    }
    this.commands.on('ready', () => {
      this.#usable.add(this.commands);
      this.#beat();
    });
    this.#subscriber.on('ready', () => void this.#subscribe());
    this.#subscriber.on('message', (_channel, text: string) => this.onMessage(text));
    this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref();
  }

  get prefix(): string {
    return this.#prefix;
  }

  get channel(): string {
    return channelOf(this.#prefix);
  }

  /** Uses the keys and the channel of another prefix from now on. */
  async usePrefix(prefix: string): Promise<void> {
    const former = this.channel;
    this.#prefix = prefix;
    await this.#subscriber.subscribe(this.channel);
    await this.#subscriber.unsubscribe(former);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  fault(): string | undefined {
    return this.#isUp ? undefined : this.#fault;
  }

  /** Records that a heartbeat has come back. */
  recordEcho(): void {
    this.#lostBeats = 0;
    if (this.#isUp || this.#isClosed) return;
    // The last ones of a closing connection may arrive after that.
    if (this.#usable.size < 2) return;
    this.#isUp = true;
    if (this.#isFaultLogged) this.#log.info({ redis: addressOf(this.url) }, 'Redis can be reached again');
    this.#isFaultLogged = false;
    this.onUp();
  }

  /** Resolves when messages arrive, or after `waitMs`. */
  async untilUp(waitMs = CONNECT_TIMEOUT_MS): Promise<void> {
    const elapsed = stopwatch();
    while (!this.#isUp && !this.#isClosed && elapsed() < waitMs) await Bun.sleep(10);
    if (!this.#isUp) this.#logFault();
  }

  close(): void {
    this.#isClosed = true;
    this.#isUp = false;
    clearInterval(this.#timer);
    this.commands.disconnect();
    this.#subscriber.disconnect();
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#subscriber.subscribe(this.channel);
      if (this.#subscriber.status === 'ready') this.#usable.add(this.#subscriber);
    } catch (error) {
      this.#fault = toRedisFault(this.url, error).message;
      this.#subscriber.disconnect(true);
    }
    this.#beat();
  }

  #beat(): void {
    if (this.#isClosed) return;
    if (this.#isUp && this.#lostBeats >= MAX_LOST_BEATS) {
      this.#fault = toRedisFault(this.url, new Error('ETIMEDOUT')).message;
      this.#goDown();
      this.#usable.clear();
      // It would take minutes to notice that such a connection is dead.
      for (const client of [this.commands, this.#subscriber]) client.disconnect(true);
    }
    this.#lostBeats += 1;
    this.onBeat();
  }

  #goDown(): void {
    if (this.#isClosed || !this.#isUp) return;
    this.#isUp = false;
    this.#lostBeats = 0;
    this.#logFault();
  }

  #logFault(): void {
    if (this.#isFaultLogged || this.#isClosed) return;
    this.#isFaultLogged = true;
    this.#log.warn(
      { redis: addressOf(this.url), reason: this.#fault },
      'Redis cannot be reached: until it is back, rate limits hold for each server alone, and changes of keys and plans reach other servers some seconds later',
    );
  }
}

const channelOf = (prefix: string): string => `${prefix}bus`;

export function connect(url: string, more: Omit<RedisOptions, 'replyMapping'> = {}): Redis {
  return new Redis(url, {
    disableClientInfo: true,
    connectionName: 'galley',
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // A request must not wait for a server that is gone.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(100 * times, MAX_RETRY_MS),
    ...more,
    // The older protocol, which every server and proxy supports.
    protocol: 2,
  });
}

/** Information from the Redis server. */
interface RedisFacts {
  version: string;
  /** How many servers listen to the channel of the prefix. Undefined: the server does not say. */
  listeners: number | undefined;
  /** Warnings for the operator, a sentence each. */
  warnings: string[];
}

/** Tries the server once. Throws an error that `isAway` recognizes, or `conflict` for a server that cannot be used. */
export async function probeRedis(url: string, prefix: string): Promise<RedisFacts> {
  const client = connect(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    commandTimeout: CONNECT_TIMEOUT_MS,
  });
  let lost: unknown;
  client.on('error', (error) => {
    lost ??= error;
  });
  try {
    await client.connect();
    // A refused database number does not make the connection fail.
    if (lost !== undefined) throw lost;
    const info = readInfo(await client.info());
    requireVersion(url, info.redis_version ?? '');
    await client.publish(`${prefix}probe`, '');
    const refused = await tryWriting(url, client, `${prefix}probe`);
    return {
      version: info.redis_version ?? '',
      listeners: await countListeners(client, channelOf(prefix)),
      warnings: [...warningsOf(url, info), ...(refused === undefined ? [] : [refused])],
    };
  } catch (error) {
    const reason = isAway(error) ? (lost ?? error) : error;
    if (isAway(reason)) throw reason;
    throw toRedisFault(url, reason);
  } finally {
    client.disconnect();
  }
}

async function countListeners(client: Redis, channel: string): Promise<number | undefined> {
  const [, count] = await client.pubsub('NUMSUB', channel).catch(() => []);
  return count === undefined ? undefined : Number(count);
}

/** Returns a warning if the server takes no writes for now. Throws any other error. */
async function tryWriting(url: string, client: Redis, key: string): Promise<string | undefined> {
  try {
    await client.eval(`return redis.call('HSET', KEYS[1], 'a', redis.call('TIME')[1])`, 1, key);
    await client.del(key);
    return undefined;
  } catch (error) {
    const warning = warnOfRefusedWrites(url, error);
    if (warning === undefined) throw error;
    return warning;
  }
}

function readInfo(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\r\n').flatMap((line) => {
      const colon = line.indexOf(':');
      return colon === -1 ? [] : [[line.slice(0, colon), line.slice(colon + 1)]];
    }),
  );
}

function warningsOf(url: string, { maxmemory = '0', maxmemory_policy: policy = '' }: Record<string, string>) {
  if (maxmemory === '0' || policy === '' || policy === 'noeviction') return [];
  return [
    `Redis at ${addressOf(url)} removes keys when its memory is full (maxmemory-policy ${policy}): then counts of rate limits and of failed sign-ins start over. Set maxmemory-policy to noeviction.`,
  ];
}
