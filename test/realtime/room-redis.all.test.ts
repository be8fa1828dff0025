import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { RedisConnection } from '../../src/drivers/redis/connection.ts';
import { RedisRoomLogs } from '../../src/drivers/redis/room-log.ts';
import { applyOperation, type EditorContent } from '../../src/realtime/room/editor-content.ts';
import { LiveTemplate } from '../../src/realtime/room/live-template.ts';
import { LogLost, LogUnreachable, type RoomLog } from '../../src/realtime/room/log.ts';
import { runs } from '../support/property-runs.ts';
import { describeContent, Page, paragraph, setText } from './sessions/tab.ts';
import { connectStore, Versions } from './sessions/versions.ts';

// Real servers of Redis, with servers of Galley that are killed, and a log that is flushed or ends with Redis.

const NAMES = ['ann', 'bob', 'cid'];
const log = { info() {}, warn() {}, error() {} };

let redis: RedisServer;
const running = new Set<Server>();

/** A server with its own connections to Redis. */
class Server {
  readonly pages = new Set<Page>();
  readonly #versions: Versions;
  readonly #template: string;
  generation = 0;
  server!: LiveTemplate;
  logs!: RedisRoomLogs;
  connection!: RedisConnection;

  constructor(versions: Versions, template: string) {
    this.#versions = versions;
    this.#template = template;
    running.add(this);
    this.start();
  }

  start(): void {
    this.generation += 1;
    this.connection = new RedisConnection({ url: redis.url, prefix: 'test:', log });
    this.logs = new RedisRoomLogs(this.connection);
    this.server = new LiveTemplate({
      server: `${this.#template}.${running.size}.${this.generation}.${Math.random()}`,
      log: this.logs.of(this.#template) as RoomLog,
      store: connectStore(this.#versions, async (run) => {
        await Bun.sleep(Math.random() * 3);
        return run();
      }),
      now: () => Date.now(),
      wait: (milliseconds) => Bun.sleep(milliseconds),
    });
  }

  /** Its connections break, and nothing it waits for comes. */
  kill(): void {
    for (const page of [...this.pages]) page.cut();
    this.logs.close();
    this.connection.close();
  }

  async change(edit: (content: EditorContent) => EditorContent): Promise<void> {
    const { version, content } = this.#versions.last;
    this.#versions.save(version, edit(content));
    await this.server.check().catch(() => {});
  }
}

const random = (count: number) => Math.floor(Math.random() * count);

interface Trouble {
  isFlushed?: boolean;
  isRestarted?: boolean;
}

/** Three pages on three servers; in the end all show what is stored, and no text that only one has set is lost. */
async function runSession(
  template: string,
  { isFlushed = false, isRestarted = false }: Trouble,
): Promise<void> {
  const versions = new Versions({
    blocks: [...NAMES, 'agent', 'shared'].map((name) => paragraph(name, name)),
    settings: {},
  });
  const servers = NAMES.map(() => new Server(versions, template));
  const pages = NAMES.map((name) => new Page(versions, name));
  const own = new Map<string, string>();
  const anyServer = () => servers[random(3)] as Server;
  const pump = () => {
    for (const page of pages) {
      while (page.sendNext());
      while (page.receiveNext());
      page.sendSave(anyServer());
      page.receiveAnswer();
    }
  };
  for (let step = 0; step < 60; step += 1) {
    const page = pages[random(3)] as Page;
    const text = `${page.name}-own-${step}`;
    const what = random(12);
    if (what < 3) {
      page.edit(setText(page.name, text));
      own.set(page.name, text);
    } else if (what < 5) page.edit(setText('shared', `${page.name}-${step}`));
    else if (what === 5)
      page.edit({
        operation: 'move_block',
        data: { block_id: page.content.blocks[random(5)]?.id, index: random(5) },
      });
    else if (what === 6) {
      await anyServer().change((content) => applyOperation(content, setText('agent', `agent-${step}`)));
      own.set('agent', `agent-${step}`);
    } else if (what === 7) page.save();
    else if (what === 8) page.cut();
    else if (what === 9) page.connect(anyServer());
    else if (what === 10 && step % 5 === 0) {
      const server = anyServer();
      server.kill();
      server.start();
    } else if (what === 11 && isFlushed && step % 4 === 0) redis.cli('flushall');
    if (isRestarted && step === 30) await redis.restart();
    await Bun.sleep(random(4));
    pump();
  }
  await endSession(versions, servers, pages, pump);
  // A save that a server without Redis has stored can come after what the page has told another server since: then that is in the history.
  const found = isRestarted ? versions.history : JSON.stringify(versions.last.content);
  expect([...own.values()].filter((text) => !found.includes(`"${text}"`))).toEqual([]);
}

/** All pages are there and save until all show what is stored. */
async function endSession(
  versions: Versions,
  servers: Server[],
  pages: Page[],
  pump: () => void,
): Promise<void> {
  const isEqual = (page: Page) =>
    page.isOnline && page.saves.length === 0 && Bun.deepEquals(page.content, versions.last.content);
  for (let turn = 0; turn < 3_000 && !(turn > 60 && pages.every(isEqual)); turn += 1) {
    for (const page of pages) if (!page.isOnline) page.connect(servers[0] as Server);
    if (turn % 40 === 5) {
      for (const page of pages) page.save();
      for (const { server } of servers) server.check().catch(() => {});
    }
    pump();
    await Bun.sleep(5);
  }
  const stored = describeContent(versions.last.content);
  expect(pages.map(({ content }) => describeContent(content))).toEqual(pages.map(() => stored));
}

describe.skipIf(!isAvailable('Redis'))('a log in Redis', () => {
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(() => {
    for (const server of running) server.kill();
    running.clear();
  });
  afterAll(() => redis?.stop());

  const settings: [string, number, Trouble][] = [
    ['servers are killed', runs(20), {}],
    ['Redis is flushed', runs(20), { isFlushed: true }],
    ['Redis is killed and started again', runs(5), { isRestarted: true }],
  ];
  test.each(settings)(
    'three servers end equal and lose nothing of anybody: %s',
    async (name, count, trouble) => {
      for (let round = 0; round < count; round += 1) await runSession(`${name}-${round}`, trouble);
    },
    600_000,
  );

  const versions = () => new Versions({ blocks: [paragraph('a', 'a')], settings: {} });
  const open = async (name: string, made = 7) => {
    const { logs } = new Server(versions(), name);
    const roomLog = logs.of<{ text: string }, string>(name);
    const read: [number, string][] = [];
    const { epoch, position } = await untilUp(() =>
      roomLog.open(async () => ({ epoch: made, room: 'state' })),
    );
    let isLost = false;
    const stop = roomLog.follow(
      { epoch, position },
      {
        fold: (number, { text }) => void read.push([number, text]),
        lose: () => {
          isLost = true;
        },
      },
    );
    return { roomLog, read, epoch, position, stop, isLost: () => isLost };
  };
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await Bun.sleep(5);
  };
  /** The connection may not be there yet. */
  const untilUp = async <T>(call: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await call();
      } catch (fault) {
        if (!(fault instanceof LogUnreachable)) throw fault;
        await Bun.sleep(10);
      }
    }
  };

  test('all servers read the same entries in the same order', async () => {
    const [one, other] = [await open('order'), await open('order')];
    expect([other.epoch, other.position]).toEqual([one.epoch, one.position]);
    for (let count = 0; count < 300; count += 1)
      await (count % 2 === 0 ? one : other).roomLog.append(7, { text: `${count}` });
    await until(() => one.read.length === 300 && other.read.length === 300);
    expect(one.read).toEqual(Array.from({ length: 300 }, (_, count) => [count + 1, `${count}`]));
    expect(other.read).toEqual(one.read);
  });

  test('a server that opens later reads the snapshot and what follows', async () => {
    const one = await open('later');
    for (let count = 0; count < 5; count += 1) await one.roomLog.append(7, { text: `${count}` });
    await one.roomLog.trim(7, 3, () => 'state at 3');
    const other = await open('later');
    expect(other.position).toBe(3);
    await until(() => other.read.length === 2);
    expect(other.read).toEqual([
      [4, '3'],
      [5, '4'],
    ]);
  });

  test('an append to a log that is gone fails, and readers lose it', async () => {
    const one = await open('gone');
    await one.roomLog.append(7, { text: 'a' });
    redis.cli('flushall');
    expect(one.roomLog.append(7, { text: 'b' })).rejects.toThrow(LogLost);
    const other = await open('gone', 8);
    await other.roomLog.append(8, { text: 'c' });
    await until(() => one.isLost() && other.read.length === 1);
    expect([one.read, other.read]).toEqual([[[1, 'a']], [[1, 'c']]]);
  });

  test('a log is forgotten some time after its last use', async () => {
    const one = await open('expiry');
    await one.roomLog.append(7, { text: 'a' });
    const remaining = ['room', 'log'].map((key) => Number(redis.cli('ttl', `test:${key}:expiry`)));
    for (const seconds of remaining) expect(seconds).toBeGreaterThan(600);
    for (const seconds of remaining) expect(seconds).toBeLessThanOrEqual(900);
  });
});
