import { Database } from 'bun:sqlite';
import { createHmac } from 'node:crypto';
import { join, resolve } from 'node:path';
import { SQL } from 'bun';
import { bucketSettings, startBucket } from '../../scripts/bucket-server.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { startPostgres } from '../../scripts/postgres-server.ts';
import { startRedis } from '../../scripts/redis-server.ts';
import {
  askGalley,
  createInitializedDirectory,
  createTestDirectory,
  type FirstRun,
  type Server,
  startServer,
  type TestDirectory,
} from '../binary/support.ts';
import { startProduct } from '../e2e/test-product.ts';
import { CutProxy } from './cut-proxy.ts';

const FIXTURES = resolve(import.meta.dir, '../fixtures/tls');

export const TENANT = 'acme';

/**
 * Tokens of pages expire after this many seconds, although pages are told ten minutes, as if their clock was wrong. The
 * time that pages took to load is added to the least value, because a page whose first token has expired never joins.
 */
const TOKEN_SECONDS = { least: 4, most: 20 };

/** Access of a page to the server: its own proxy and its own page of the product. */
export interface Access {
  proxy: CutProxy;
  /** Address of the service as the page knows it. */
  galley: string;
  /** Address of the product's page. */
  url: string;
  /** Call it when a page is loaded. */
  recordLoaded(seconds: number): void;
}

/** The servers of the rounds. */
interface Installation {
  first: FirstRun;
  /** Of each server. */
  places: readonly TestDirectory[];
  readTokenKey(kid: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface StageOptions {
  /** Restarts are those of `serve --replace`, during which the port stays open. */
  isReplacing?: boolean;
  /** More than one: on PostgreSQL, Redis and a bucket. Each connection and each request of a program gets the next one. */
  servers?: number;
}

/** Runs the executable, which can be killed and started again on the same ports. */
export class Stage {
  readonly #accesses: { proxy: CutProxy; product: { stop(): unknown } }[] = [];
  readonly #installation: Installation;
  readonly #isReplacing: boolean;
  readonly #random: () => number;
  readonly #servers: Server[] = [];
  readonly #ports: { plain: number; tls: number }[];
  /** Requests and connections until now. */
  #turn = 0;
  /** Time in which the slowest page loaded. */
  #loadSeconds = 0;

  private constructor(installation: Installation, random: () => number, isReplacing: boolean) {
    this.#installation = installation;
    this.#random = random;
    this.#isReplacing = isReplacing;
    this.#ports = installation.places.map(() => ({ plain: findFreePort(), tls: findFreePort() }));
  }

  static async open(
    random: () => number,
    { isReplacing = false, servers = 1 }: StageOptions = {},
  ): Promise<Stage> {
    const installation = await (servers === 1 ? installOne() : installSeveral(servers));
    const stage = new Stage(installation, random, isReplacing);
    for (const number of installation.places.keys()) await stage.#start(number);
    return stage;
  }

  get first(): FirstRun {
    return this.#installation.first;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#nextPorts().plain}`;
  }

  #nextPorts() {
    this.#turn += 1;
    return this.#ports[this.#turn % this.#ports.length] as { plain: number; tls: number };
  }

  async #start(number: number, ...more: string[]): Promise<void> {
    const { plain, tls } = this.#ports[number] as { plain: number; tls: number };
    const files = ['--tls-cert', join(FIXTURES, 'first.crt'), '--tls-key', join(FIXTURES, 'first.key')];
    const ports = ['--port', String(plain), '--tls-port', String(tls)];
    const place = this.#installation.places[number] as TestDirectory;
    this.#servers[number] = await startServer(place, [...files, ...ports, ...more], {
      GALLEY_MCP_REQUESTS_PER_MINUTE: '100000',
      GALLEY_MCP_REQUESTS_PER_HOUR: '1000000',
    });
  }

  /**
   * Restarts a server after a kill, or by a stop as an upgrade does. Returns the errors in the log of the former
   * process.
   */
  async restart(how: 'kill' | 'stop'): Promise<string[]> {
    const number = Math.floor(this.#random() * this.#servers.length);
    const server = this.#servers[number] as Server;
    if (this.#isReplacing) {
      await this.#start(number, '--replace');
      await server.exited;
    } else {
      if (how === 'kill') await server.kill();
      else await server.stop();
      await this.#start(number);
    }
    return server
      .stderr()
      .split('\n')
      .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
  }

  async openAccess(): Promise<Access> {
    const proxy = await CutProxy.open(() => this.#nextPorts().tls);
    const galley = `https://127.0.0.1:${proxy.port}`;
    const product = startProduct(galley, this.url, this.first, (answer) => this.#shortenToken(answer));
    this.#accesses.push({ proxy, product });
    const recordLoaded = (seconds: number) => {
      this.#loadSeconds = Math.max(this.#loadSeconds, seconds);
    };
    return { proxy, galley, url: product.url, recordLoaded };
  }

  async close(): Promise<void> {
    for (const { proxy, product } of this.#accesses) {
      await proxy.close();
      await product.stop();
    }
    for (const server of this.#servers) await server.kill();
    await this.#installation.close();
  }

  /** Signs the token again with an earlier end. */
  async #shortenToken(answer: Response): Promise<Response> {
    if (answer.status !== 200) return answer;
    const body = (await answer.json()) as { token: string };
    const [head, claims] = body.token.split('.') as [string, string, string];
    const { least, most } = TOKEN_SECONDS;
    const seconds = Math.ceil(least + 2 * this.#loadSeconds + this.#random() * (most - least));
    const { kid } = decode(head);
    const shortened = encode({ ...decode(claims), exp: Math.floor(Date.now() / 1000) + seconds });
    const signed = `${head}.${shortened}`;
    const key = await this.#installation.readTokenKey(kid);
    return Response.json({
      ...body,
      token: `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`,
    });
  }
}

async function installOne(): Promise<Installation> {
  const { place, first } = await createInitializedDirectory();
  async function readTokenKey(kid: string): Promise<Uint8Array> {
    const database = new Database(join(place.data, 'galley.db'), { readonly: true });
    try {
      const row = database.query('SELECT secret FROM token_keys WHERE kid = ?').get(kid);
      return (row as { secret: Uint8Array }).secret;
    } finally {
      database.close();
    }
  }
  return { first, places: [place], readTokenKey, close: async () => place.remove() };
}

async function installSeveral(count: number): Promise<Installation> {
  const [postgres, redis, bucket] = await Promise.all([startPostgres(), startRedis(), startBucket()]);
  const places = Array.from({ length: count }, () => createTestDirectory());
  for (const { env } of places) {
    Object.assign(env, {
      GALLEY_DATABASE_URL: postgres.url,
      GALLEY_REDIS_URL: redis.url,
      ...bucketSettings(bucket.url),
    });
  }
  const first: FirstRun = await askGalley(places[0] as TestDirectory, 'init');
  const database = new SQL(postgres.url, { max: 1 });
  return {
    first,
    places,
    readTokenKey: async (kid) => (await database`SELECT secret FROM token_keys WHERE kid = ${kid}`)[0].secret,
    async close() {
      for (const place of places) place.remove();
      await database.close();
      await Promise.all([bucket.stop(), redis.stop(), postgres.stop()]);
    },
  };
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
