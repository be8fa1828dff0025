import type { Redis } from 'ioredis';
import { createId } from '../../platform/ids.ts';
import {
  type ChannelLog,
  type ChannelLogReader,
  type ChannelLogs,
  LogLost,
  type LogSnapshot,
  LogUnreachable,
} from '../../platform/ports/channel-log.ts';
import { connect, type RedisConnection } from './connection.ts';
import { FollowedLog } from './followed-log.ts';

/** How long a log is kept after its last use: ten minutes, as pages that have left, and a margin. */
const KEPT_SECONDS = 900;

/** Entries before a snapshot that stay for servers that are behind. */
const MARGIN = 500;

/** How often each log is compared with what was read, because a message of Redis can be lost. */
const POLL_MS = 5_000;

/** KEYS: hash, stream. ARGV: epoch, snapshot. Creates a missing log. Returns epoch, position, snapshot and number of the last entry. */
const OPEN = `
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'position', 0, 'last', 0, 'room', ARGV[2])
  redis.call('DEL', KEYS[2])
end
redis.call('EXPIRE', KEYS[1], ${KEPT_SECONDS})
redis.call('EXPIRE', KEYS[2], ${KEPT_SECONDS})
return redis.call('HMGET', KEYS[1], 'epoch', 'position', 'room', 'last')`;

/** ARGV: epoch, entry, channel. Returns the number of the entry, or nothing if the log is gone. */
const APPEND = `
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return false end
local number = redis.call('HINCRBY', KEYS[1], 'last', 1)
redis.call('XADD', KEYS[2], ARGV[1] .. '-' .. number, 'entry', ARGV[2])
redis.call('EXPIRE', KEYS[1], ${KEPT_SECONDS})
redis.call('EXPIRE', KEYS[2], ${KEPT_SECONDS})
redis.call('PUBLISH', ARGV[3], ARGV[1] .. ' ' .. number .. ' ' .. ARGV[2])
return number`;

/** ARGV: epoch, position, snapshot, oldest entry that stays. */
const TRIM = `
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return false end
if tonumber(redis.call('HGET', KEYS[1], 'position')) >= tonumber(ARGV[2]) then return false end
redis.call('HSET', KEYS[1], 'position', ARGV[2], 'room', ARGV[3])
return redis.call('XTRIM', KEYS[2], 'MINID', ARGV[1] .. '-' .. ARGV[4])`;

interface Scripts {
  openRoomLog(...values: (string | number)[]): Promise<[string, string, string, string]>;
  appendToRoomLog(...values: (string | number)[]): Promise<number | null>;
  trimRoomLog(...values: (string | number)[]): Promise<unknown>;
}

/**
 * Logs of channels in Redis, each a hash with a snapshot and a stream of the entries since. Entries are also published, so that one
 * subscribed connection of a server serves all its open channels, and none of them waits for a blocking read. The stream is read for what
 * was not published to this server: after opening, a gap, or a broken connection.
 */
export class RedisRoomLogs implements ChannelLogs {
  readonly server = createId();
  readonly #connection: RedisConnection;
  readonly #subscriber: Redis;
  readonly #timer: Timer;
  /** By Redis channel. */
  readonly #open = new Map<string, FollowedLog>();

  constructor(connection: RedisConnection) {
    this.#connection = connection;
    for (const [name, lua] of Object.entries({
      openRoomLog: OPEN,
      appendToRoomLog: APPEND,
      trimRoomLog: TRIM,
    }))
      connection.commands.defineCommand(name, { numberOfKeys: 2, lua });
    this.#subscriber = connect(connection.url, { autoResubscribe: false });
    // The connection that sends commands tells what is wrong.
    this.#subscriber.on('error', () => {});
    this.#subscriber.on('message', (channel, text: string) => this.#open.get(channel)?.receive(text));
    this.#subscriber.on('ready', () => this.#subscribe([...this.#open.keys()]));
    this.#timer = setInterval(() => this.#readAll(), POLL_MS).unref();
  }

  /** `name`: of the channel. Servers with other rules of folding use another name. */
  of<Entry, State>(name: string): ChannelLog<Entry, State> {
    const keys = () => {
      const { prefix } = this.#connection;
      return {
        hash: `${prefix}room:${name}`,
        stream: `${prefix}log:${name}`,
        channel: `${prefix}entries:${name}`,
      };
    };
    const commands = this.#connection.commands as unknown as Scripts & Redis;
    return {
      open: (make) => reach(() => openLog<State>(commands, keys(), make)),
      exists: () => reach(async () => (await commands.exists(keys().hash)) === 1),
      follow: (start, reader) => {
        const { channel, ...own } = keys();
        const log = new FollowedLog(commands, own, reader as ChannelLogReader<unknown>, start);
        this.#open.set(channel, log);
        this.#subscribe([channel]);
        return () => {
          log.end();
          if (this.#open.get(channel) !== log) return;
          this.#open.delete(channel);
          this.#subscriber.unsubscribe(channel).catch(() => {});
        };
      },
      append: (epoch, entry) =>
        reach(async () => {
          const { hash, stream, channel } = keys();
          const number = await commands.appendToRoomLog(hash, stream, epoch, JSON.stringify(entry), channel);
          if (number === null) throw new LogLost();
        }),
      trim: (epoch, position, write) =>
        reach(async () => {
          const { hash, stream } = keys();
          const oldest = Math.max(0, position - MARGIN);
          await commands.trimRoomLog(hash, stream, epoch, position, JSON.stringify(write()), oldest);
        }),
    };
  }

  close(): void {
    clearInterval(this.#timer);
    for (const log of this.#open.values()) log.end();
    this.#subscriber.disconnect();
  }

  /** Reads what was not published to this server. If this fails, the messages are missing until the next connection, and polls read. */
  #subscribe(channels: string[]): void {
    const subscribed = channels.length === 0 ? Promise.resolve() : this.#subscriber.subscribe(...channels);
    subscribed.then(
      () => {
        for (const channel of channels) this.#open.get(channel)?.read();
      },
      () => {},
    );
  }

  #readAll(): void {
    for (const log of this.#open.values()) log.read();
  }
}

async function openLog<State>(
  commands: Scripts & Redis,
  { hash, stream }: { hash: string; stream: string },
  make: () => Promise<{ epoch: number; room: State }>,
): Promise<LogSnapshot<State>> {
  let [epoch, position, room, last] = await commands.hmget(hash, 'epoch', 'position', 'room', 'last');
  if (!epoch || !position || !room) {
    const made = await make();
    [epoch, position, room, last] = await commands.openRoomLog(
      hash,
      stream,
      made.epoch,
      JSON.stringify(made.room),
    );
  }
  const numbers = { epoch: Number(epoch), position: Number(position), last: Number(last) };
  return { ...numbers, room: JSON.parse(room) as State };
}

/** Whatever goes wrong, the log cannot be reached. */
async function reach<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof LogLost) throw error;
    throw new LogUnreachable('Redis does not answer as it should', { cause: error });
  }
}
