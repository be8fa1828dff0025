import { untilAnswered } from '../binary/balanced-servers.ts';
import type { Tenant } from '../binary/support.ts';
import { smallContent } from '../support/test-app.ts';

interface TrafficReport {
  /** Acknowledged. */
  changes: number;
  reads: number;
  /** Answers that asked to try again, as those of a server that stops. */
  postponed: number;
  /** Other answers than those and successes. */
  failed: number;
  /** Acknowledged changes that are not stored at the end. */
  lost: number;
  /** Reads that showed less than what was acknowledged before they were sent. */
  stale: number;
}

/** So that the limits of a tenant are not reached. */
const PAUSE_MS = 50;

/** Changes and reads a template of a tenant in turn, as a client that tries again when it is asked to. */
export class Traffic {
  readonly #report: TrafficReport = { changes: 0, reads: 0, postponed: 0, failed: 0, lost: 0, stale: 0 };
  readonly #tenant: Tenant;
  readonly #ended: Promise<void>;
  #path = '';
  #acknowledged = 0;
  #isOver = false;

  constructor(tenant: Tenant) {
    this.#tenant = tenant;
    this.#ended = this.#run();
  }

  async end(): Promise<TrafficReport> {
    this.#isOver = true;
    await this.#ended;
    const { body } = await untilAnswered(() => this.#tenant.call('GET', this.#path));
    if (numberOf(body) < this.#acknowledged) this.#report.lost += this.#acknowledged - numberOf(body);
    return this.#report;
  }

  async #run(): Promise<void> {
    const { body } = await untilAnswered(() =>
      this.#tenant.call('POST', '/templates', { body: { content: smallContent('number 0') } }),
    );
    this.#path = `/templates/${body.data.id}`;
    for (let number = 1; !this.#isOver; number += 1) {
      await this.#change(number);
      await Bun.sleep(PAUSE_MS);
      await this.#read();
      await Bun.sleep(PAUSE_MS);
    }
  }

  async #change(number: number): Promise<void> {
    const change = { body: { content: smallContent(`number ${number}`) } };
    if (!(await this.#send(() => this.#tenant.call('PUT', this.#path, change)))) return;
    this.#acknowledged = number;
    this.#report.changes += 1;
  }

  async #read(): Promise<void> {
    const answer = await this.#send(() => this.#tenant.call('GET', this.#path));
    if (answer === undefined) return;
    this.#report.reads += 1;
    if (numberOf(answer.body) < this.#acknowledged) this.#report.stale += 1;
  }

  /** Returns the answer, if it is a success. */
  async #send(
    ask: () => ReturnType<Tenant['call']>,
  ): Promise<Awaited<ReturnType<Tenant['call']>> | undefined> {
    const answer = await ask().catch(() => undefined);
    if (answer?.status === 200) return answer;
    this.#report[answer?.status === 503 ? 'postponed' : 'failed'] += 1;
    return undefined;
  }
}

const numberOf = (body: unknown): number => Number(/number (\d+)/.exec(JSON.stringify(body))?.[1] ?? -1);
