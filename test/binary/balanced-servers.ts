import { expect } from 'bun:test';
import { findFreePort } from '../../scripts/free-port.ts';
import { type Balancer, startHaproxy } from '../../scripts/haproxy-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { smallContent } from '../support/test-app.ts';
import {
  askGalley,
  createTestDirectory,
  type FirstRun,
  type Outcome,
  openTenant,
  runGalley,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
} from './support.ts';

/** Whether all that several servers need is installed. Tests without it are skipped. */
export const mayBalance = (): boolean => isAvailable('PostgreSQL', 'Redis', 'HAProxy');

/** Servers of one installation, as processes behind a balancer that gives each request to the next one. */
export class BalancedServers {
  readonly servers: Server[] = [];
  readonly #places: TestDirectory[];
  readonly #ports: number[] = [];
  balancer!: Balancer;
  first!: FirstRun;

  /** `environments`: the settings of each server. */
  private constructor(environments: readonly Record<string, string>[]) {
    this.#places = environments.map((environment) => {
      const place = createTestDirectory();
      Object.assign(place.env, { GALLEY_BASE_URL: 'http://127.0.0.1' }, environment);
      return place;
    });
  }

  /** `binary`: of another build. `balance`: to which server a request goes, as HAProxy calls it. */
  static async start(
    environments: readonly Record<string, string>[],
    { binary, balance }: { binary?: string | undefined; balance?: 'random' } = {},
  ): Promise<BalancedServers> {
    const all = new BalancedServers(environments);
    for (const place of all.#places) place.binary = binary;
    all.first = await askGalley(all.#places[0] as TestDirectory, 'init');
    await Promise.all(environments.map((_, number) => all.#startAnywhere(number)));
    all.balancer = await startHaproxy(all.#ports, balance);
    return all;
  }

  /** On a free port, which something else may take before the server does. */
  async #startAnywhere(number: number, attempts = 3): Promise<void> {
    this.#ports[number] = findFreePort();
    await this.restart(number).catch((error) => {
      if (attempts === 1 || !String(error).includes('something else is listening')) throw error;
      return this.#startAnywhere(number, attempts - 1);
    });
  }

  /** Starts a server, after it was stopped. `binary`: of another build. */
  async restart(number: number, binary?: string): Promise<void> {
    if (binary !== undefined) (this.#places[number] as TestDirectory).binary = binary;
    const args = ['--port', String(this.#ports[number])];
    this.servers[number] = await startServer(this.#places[number] as TestDirectory, args);
  }

  /** Where the first server runs. */
  get place(): TestDirectory {
    return this.#places[0] as TestDirectory;
  }

  /** Runs a command beside a server. */
  run(number: number, ...args: string[]): Promise<Outcome> {
    return runGalley(this.#places[number] as TestDirectory, args);
  }

  openTenants(names: readonly string[]): Promise<Tenant[]> {
    return Promise.all(names.map((name) => openTenant(this.balancer.url, this.first, name)));
  }

  async stop(): Promise<void> {
    await this.balancer?.stop();
    for (const place of this.#places) place.remove();
  }
}

/** How long a client waits for an answer. */
const LIMIT_MS = 4_000;

/** Between two changes, so that the limit of a tenant's changes is not reached. */
const PAUSE_MS = 100;

/**
 * Changes a template of a tenant again and again. Each change names the version that it replaces: one that was given up may still be
 * carried out, but not over a later one.
 */
export class Writer {
  acknowledged = 0;
  #sent = 0;
  #isOver = false;
  readonly #tenant: Tenant;
  readonly #pauseMs: number;
  readonly #ended: Promise<void>;
  /** Longest time without an acknowledged change. */
  longestStallMs = 0;
  #path = '';

  constructor(tenant: Tenant, pauseMs = PAUSE_MS) {
    this.#tenant = tenant;
    this.#pauseMs = pauseMs;
    this.#ended = this.#write();
  }

  /** Stops, and checks that the last change that was acknowledged is stored, or a later one. */
  async expectNothingLost(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
    const body = await this.#read();
    const stored = Number(/number (\d+)/.exec(JSON.stringify(body.data.content))?.[1] ?? -1);
    expect(this.acknowledged, 'changes that were acknowledged').toBeGreaterThan(0);
    expect(stored, 'acknowledged changes are lost').toBeGreaterThanOrEqual(this.acknowledged);
    expect(stored).toBeLessThanOrEqual(this.#sent);
  }

  async #read() {
    return (await untilAnswered(() => this.#tenant.call('GET', this.#path))).body;
  }

  async #write(): Promise<void> {
    const draft = { body: { content: smallContent('number 0') } };
    let { body } = await untilAnswered(() => this.#tenant.call('POST', '/templates', draft));
    this.#path = `/templates/${body.data.id}`;
    let since = performance.now();
    while (!this.#isOver) {
      this.#sent += 1;
      const content = smallContent(`number ${this.#sent}`);
      const headers = { 'if-match': `"${body.data.version}"` };
      const answer = await withinLimit(this.#tenant.call('PUT', this.#path, { body: { content }, headers }));
      if (answer?.status === 200) {
        this.acknowledged = this.#sent;
        this.longestStallMs = Math.max(this.longestStallMs, performance.now() - since);
        since = performance.now();
        body = answer.body;
      } else body = await this.#read();
      await Bun.sleep(this.#pauseMs);
    }
  }
}

/** Undefined if there is no answer within some seconds: a client would give up too. */
const withinLimit = <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> =>
  Promise.race([asked.catch(() => undefined), Bun.sleep(LIMIT_MS).then(() => undefined)]);

export async function untilAnswered<Answer extends { status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await withinLimit(ask());
    if (answer !== undefined && answer.status < 500) return answer;
    await Bun.sleep(50);
  }
}
