import { findDifferences, type Ledger } from './ledger.ts';
import { LIMIT_MS, PageActor } from './page-actor.ts';
import { describeStep, type PlannedStep, planRound, type Step } from './plan.ts';
import { Programs } from './programs.ts';
import type { Access, Stage } from './stage.ts';

/** Most saves until all pages must show the stored content. */
const MAX_SAVES = 3;

export interface Fault {
  kind: 'divergence' | 'lost' | 'overwritten' | 'comment' | 'server' | 'harness';
  text: string;
}

export interface RoundReport {
  log: string[];
  faults: Fault[];
  /** The last messages of pages that differ from the stored content. */
  frames: string[];
}

const FIRST_CONTENT = {
  blocks: [
    { id: 'head', type: 'title', content: '<p>Spring</p>' },
    { id: 'text', type: 'paragraph', content: '<p>Hello</p>' },
    {
      id: 'two',
      type: 'section',
      columns: '2',
      children: [[{ id: 'left', type: 'paragraph', content: '<p>Left</p>' }], []],
    },
    { id: 'more', type: 'paragraph', content: '<p>More</p>' },
    { id: 'line', type: 'divider' },
  ],
};

/** Several rounds on one template. */
export class Session {
  #pages: PageActor[] = [];
  #log: string[] = [];
  #faults: Fault[] = [];
  #frames: string[] = [];
  #marks = 0;

  private constructor(
    readonly stage: Stage,
    readonly random: () => number,
    readonly ledger: Ledger,
    readonly programs: Programs,
    readonly newcomer: Access,
  ) {}

  /** `accesses`: of two pages with the published editor, one with our own, and the newcomer. */
  static async open(
    stage: Stage,
    random: () => number,
    ledger: Ledger,
    accesses: readonly Access[],
  ): Promise<Session> {
    const template = await Programs.create(stage, FIRST_CONTENT);
    const programs = new Programs(stage, template, ledger);
    const session = new Session(stage, random, ledger, programs, accesses[3] as Access);
    // In some sessions one of them has collaboration off, and takes no part in the protocol.
    const isAlone = random() < 0.25;
    session.#pages = accesses.slice(0, 3).map((access, n) => {
      const options = { user: `u${n + 1}`, template, collaboration: !(isAlone && n === 1), own: n === 2 };
      return new PageActor(access, options, ledger);
    });
    for (const page of session.#pages) await page.load();
    return session;
  }

  async close(): Promise<void> {
    for (const page of this.#pages) await page.close();
    await this.programs.close();
  }

  async run(): Promise<RoundReport> {
    this.#log = [];
    this.#faults = [];
    this.#frames = [];
    await this.#perform(planRound(this.random));
    try {
      await this.#rest();
    } catch (error) {
      this.#fault('harness', `at rest: ${(error as Error).stack}`);
    }
    return { log: this.#log, faults: this.#faults, frames: this.#frames };
  }

  async #perform(plan: readonly PlannedStep[]): Promise<void> {
    let running: Promise<void>[] = [];
    for (const { step, isWithNext } of plan) {
      this.#marks += 1;
      const mark = `mark${this.#marks}x`;
      running.push(this.#try(step, mark));
      if (isWithNext) continue;
      await Promise.all(running);
      running = [];
    }
    await Promise.all(running);
  }

  async #try(step: Step, mark: string): Promise<void> {
    try {
      const outcome = await this.#do(step, mark);
      this.#log.push(`${describeStep(step)}, ${mark}: ${outcome}`);
    } catch (error) {
      this.#log.push(`${describeStep(step)}, ${mark}: ${(error as Error).message}`);
    }
  }

  async #do(step: Step, mark: string): Promise<string> {
    const { programs } = this;
    switch (step.do) {
      case 'edit': {
        const edit = { ...step, mark, id: `p${step.page}-${mark}` };
        return (await this.#page(step).edit(edit)) ? 'done' : 'not possible';
      }
      case 'hand':
        return (await this.#page(step).typeByHand(mark, step.share)) ? 'done' : 'not possible';
      case 'save':
        return (await this.#page(step).save()) ?? 'saved';
      case 'reload':
        await this.#page(step).load();
        return 'loaded';
      case 'newcomer':
        return this.#addNewcomer();
      case 'network':
        this.#page(step).access.proxy.set(step.network);
        return 'set';
      case 'agent':
        return programs.agent(step.kind, step.share, mark, step.saysVersion);
      case 'hold':
        await programs.hold();
        return 'read';
      case 'put':
        return programs.put(step.share, mark, step.saysVersion);
      case 'restore':
        return programs.restore(step.share);
      case 'comment':
        return programs.comment(mark);
      case 'kill':
      case 'stop':
        return this.#restart(step.do);
      case 'wait':
        await Bun.sleep(step.milliseconds);
        return 'done';
    }
  }

  async #addNewcomer(): Promise<string> {
    if (this.#pages.length > 3) return 'there already';
    const { template } = this.programs;
    const page = new PageActor(this.newcomer, { user: 'u4', template, collaboration: true }, this.ledger);
    await page.load();
    this.#pages.push(page);
    return 'joined';
  }

  async #restart(how: 'kill' | 'stop'): Promise<string> {
    for (const line of await this.stage.restart(how)) this.#fault('server', line.slice(0, 500));
    return 'restarted';
  }

  #page({ page }: { page: number }): PageActor {
    return this.#pages[page] as PageActor;
  }

  #fault(kind: Fault['kind'], text: string): void {
    this.#faults.push({ kind, text });
  }

  /** With an open network, all pages in the room and everything saved, all contents must be equal. */
  async #rest(): Promise<void> {
    for (const page of this.#pages) page.access.proxy.set('open');
    for (const page of this.#pages) await this.#comeBack(page);
    await this.#settle();
    for (const page of this.#pages) await this.#saveAll(page);
    await this.#settle();
    await this.#compare();
    const { content } = await this.programs.read();
    const stored = { content, versions: await this.programs.readHistory() };
    for (const text of this.ledger.findLost(stored)) this.#fault('lost', text);
    for (const text of this.ledger.findOverwritten(stored)) this.#fault('overwritten', text);
    for (const text of await this.programs.findLostComments()) this.#fault('comment', text);
    for (const page of this.#pages.splice(3)) await page.close();
  }

  async #comeBack(page: PageActor): Promise<void> {
    if (page.editor === undefined) return page.load();
    if (await page.rejoin()) return page.deselect();
    const errors = (await page.readErrors()).slice(-3).join('; ');
    this.#fault('divergence', `${page.user} does not come back into the channel: ${errors}`);
    await page.load();
  }

  async #settle(): Promise<void> {
    for (const page of this.#pages) await page.settle();
  }

  async #saveAll(page: PageActor): Promise<void> {
    for (let tries = 0; tries < MAX_SAVES && (page.isUnanswered || (await page.isDirty())); tries += 1) {
      const failure = await page.save();
      this.#log.push(`${page.user} saves at rest: ${failure ?? 'saved'}`);
      // After the message about a conflict, a person opens the page again, as it says.
      if (failure?.startsWith('Not saved:')) await page.load();
      await this.#settle();
    }
  }

  async #compare(): Promise<void> {
    const deadline = performance.now() + LIMIT_MS;
    for (const page of this.#pages) if (!page.options.collaboration) await page.load();
    for (;;) {
      const differing = await this.#findDiffering();
      if (differing.length === 0) return;
      if (performance.now() < deadline) {
        await Bun.sleep(100);
        continue;
      }
      for (const { page, differences } of differing) {
        this.#fault('divergence', `canvas of ${page.user} / stored: ${differences.slice(0, 5).join('; ')}`);
      }
      for (const page of this.#pages)
        this.#frames.push(...(await page.readFrames()).map((frame) => `${page.user} ${frame}`));
      for (const { page } of differing) await page.load();
      return;
    }
  }

  async #findDiffering(): Promise<{ page: PageActor; differences: string[] }[]> {
    const { content } = await this.programs.read();
    const compared = this.#pages.map(async (page) => ({
      page,
      differences: findDifferences(await page.read(), content),
    }));
    return (await Promise.all(compared)).filter(({ differences }) => differences.length > 0);
  }
}
