import { Database } from 'bun:sqlite';
import { createHmac } from 'node:crypto';
import { join, resolve } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';
import {
  createInitializedPlace,
  type FirstRun,
  type Place,
  type Server,
  startServer,
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
  noteLoaded(seconds: number): void;
}

/** Runs the executable, which can be killed and started again on the same ports. */
export class Stage {
  readonly #accesses: { proxy: CutProxy; product: { stop(): unknown } }[] = [];
  #server: Server | undefined;
  /** Time in which the slowest page loaded. */
  #loadSeconds = 0;

  private constructor(
    readonly place: Place,
    readonly first: FirstRun,
    readonly random: () => number,
    readonly port: number,
    readonly tlsPort: number,
    readonly isReplacing: boolean,
  ) {}

  /** `isReplacing`: restarts are those of `serve --replace`, during which the port stays open. */
  static async open(random: () => number, isReplacing: boolean): Promise<Stage> {
    const { place, first } = await createInitializedPlace();
    const ports = [findFreePort(), findFreePort()] as const;
    const stage = new Stage(place, first, random, ...ports, isReplacing);
    await stage.start();
    return stage;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(...more: string[]): Promise<void> {
    const files = ['--tls-cert', join(FIXTURES, 'first.crt'), '--tls-key', join(FIXTURES, 'first.key')];
    const ports = ['--port', String(this.port), '--tls-port', String(this.tlsPort)];
    this.#server = await startServer(this.place, [...files, ...ports, ...more], {
      GALLEY_MCP_REQUESTS_PER_MINUTE: '100000',
      GALLEY_MCP_REQUESTS_PER_HOUR: '1000000',
    });
  }

  /**
   * Restarts the server after a kill, or by a stop as an upgrade does. Returns the errors in the log of the former
   * process.
   */
  async restart(how: 'kill' | 'stop'): Promise<string[]> {
    const server = this.#server as Server;
    if (this.isReplacing) {
      await this.start('--replace');
      await server.exited;
    } else {
      if (how === 'kill') await server.kill();
      else await server.stop();
      await this.start();
    }
    return server
      .stderr()
      .split('\n')
      .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
  }

  async openAccess(): Promise<Access> {
    const proxy = await CutProxy.open(this.tlsPort);
    const galley = `https://127.0.0.1:${proxy.port}`;
    const product = startProduct(galley, this.url, this.first, (answer) => this.#shortenToken(answer));
    this.#accesses.push({ proxy, product });
    const noteLoaded = (seconds: number) => {
      this.#loadSeconds = Math.max(this.#loadSeconds, seconds);
    };
    return { proxy, galley, url: product.url, noteLoaded };
  }

  async close(): Promise<void> {
    for (const { proxy, product } of this.#accesses) {
      await proxy.close();
      await product.stop();
    }
    await this.#server?.kill();
    this.place.remove();
  }

  /** Signs the token again with an earlier end. */
  async #shortenToken(answer: Response): Promise<Response> {
    if (answer.status !== 200) return answer;
    const body = (await answer.json()) as { token: string };
    const [head, claims] = body.token.split('.') as [string, string, string];
    const { least, most } = TOKEN_SECONDS;
    const seconds = Math.ceil(least + 2 * this.#loadSeconds + this.random() * (most - least));
    const { kid } = decode(head);
    const shortened = encode({ ...decode(claims), exp: Math.floor(Date.now() / 1000) + seconds });
    const signed = `${head}.${shortened}`;
    const signature = createHmac('sha256', this.#readTokenKey(kid)).update(signed).digest('base64url');
    return Response.json({ ...body, token: `${signed}.${signature}` });
  }

  #readTokenKey(kid: string): Uint8Array {
    const database = new Database(join(this.place.data, 'galley.db'), { readonly: true });
    try {
      const row = database.query('SELECT secret FROM token_keys WHERE kid = ?').get(kid);
      return (row as { secret: Uint8Array }).secret;
    } finally {
      database.close();
    }
  }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
