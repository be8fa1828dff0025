import { expect } from 'bun:test';
import fc from 'fast-check';
import {
  applyOperation,
  type ClientOperation,
  type EditorContent,
} from '../../../src/realtime/room/editor-content.ts';
import type { StoredVersion } from '../../../src/realtime/room/template-store.ts';
import { Cluster, type Machine, settle, tick } from './cluster.ts';
import { PlainTab } from './plain-tab.ts';
import { describeContent, Page, paragraph, setText } from './tab.ts';
import { Versions } from './versions.ts';

const NAMES = ['ann', 'bob', 'cid'];

export interface Setting {
  servers?: number;
  /** The only server keeps the log in its memory. */
  isLocal?: boolean;
  /** No change takes back others, so the last text of each block that only one page changes is in the end. */
  keepsOwn?: boolean;
  /** Two pages are tabs of one user. */
  hasTabs?: boolean;
  /** So many of the pages do not tell their progress. */
  plainPages?: number;
}

/** What happens, to which page, and a number by which the rest is chosen. */
type Step = [what: string, page: number, pick: number];

/** What sessions have done, to see that they try what they are for. */
export type Counts = Record<string, number>;

const startContent = (): EditorContent => ({
  blocks: [...NAMES, 'agent', 'shared', 'other'].map((name) => paragraph(name, name)),
  settings: { width: 600, backgroundColor: '#ffffff', fontFamily: 'Arial', locale: 'en' },
});

/** Three pages, an agent and a program change the same template. */
export class RandomSession {
  readonly versions = new Versions(startContent());
  readonly cluster: Cluster;
  readonly pages: Page[];
  readonly setting: Setting;
  readonly counts: Counts;
  /** Block → last text of the only one who changes it. */
  readonly #own = new Map<string, string>();
  /** Texts of agents that were acknowledged. */
  readonly #acknowledged: string[] = [];
  #serial = 0;

  constructor(setting: Setting, counts: Counts = {}) {
    const { servers = 3, isLocal = false, hasTabs = false, plainPages = 0 } = setting;
    this.setting = setting;
    this.counts = counts;
    this.cluster = new Cluster(this.versions, servers, isLocal);
    this.pages = NAMES.map((name, index) =>
      index < plainPages
        ? new PlainTab(this.versions, name)
        : new Page(this.versions, name, hasTabs && name === 'cid' ? 'ann' : name),
    );
    for (const [index, page] of this.pages.entries())
      page.connect(this.cluster.machines[index % servers] as Machine);
  }

  async run(steps: readonly Step[]): Promise<void> {
    await this.play(steps);
    this.#assertEqual();
    this.assertHistory();
    if (this.setting.keepsOwn) this.#assertOwnTexts();
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      await this.#take(step);
      await tick();
    }
    await this.#end();
    this.#count(steps);
  }

  /** For pages that do not tell their progress, which may end unequal. */
  measure() {
    const { pages, versions } = this;
    const stored = versions.last.content;
    const { history } = versions;
    const texts = [...this.#own.values()];
    const sum = (numberOf: (page: Page) => number) =>
      pages.reduce((total, page) => total + numberOf(page), 0);
    return {
      isEqual: pages.every(({ content }) => describeContent(content) === describeContent(stored)),
      texts: texts.length,
      lost: texts.filter((text) => !history.includes(`"${text}"`)).length,
      saves: sum(({ answers }) => answers.length),
      conflicts: sum(({ conflicts }) => conflicts),
    };
  }

  async #take([what, index, pick]: Step): Promise<void> {
    this.#serial += 1;
    const { cluster, pages } = this;
    const page = pages[index] as Page;
    const machine = cluster.machines[pick % cluster.machines.length] as Machine;
    if (this.#edit(what, page, pick) || this.#changeByOthers(what, machine, pick)) return;
    if (what === 'up') page.sendNext();
    else if (what === 'down') page.receiveNext();
    else if (what === 'confirm') page.confirm();
    else if (what === 'save') page.save();
    else if (what === 'saveAt') page.sendSave(machine);
    else if (what === 'answer') page.receiveAnswer();
    else if (what === 'busy') page.isBusy = true;
    else if (what === 'continue') page.isBusy = false;
    else if (what === 'cut') page.cut();
    else if (what === 'connect') page.connect(machine);
    else if (what === 'log') machine.callLog();
    else if (what === 'store') machine.callStore();
    else if (what === 'read') for (let count = 0; count <= pick % 3; count += 1) machine.read();
    else if (what === 'timer') machine.timers.shift()?.();
    else if (what === 'check') machine.noticeLoss() || machine.server.check().catch(() => {});
    else if (what === 'kill') machine.kill(pick % 3);
    else if (what === 'flush') cluster.loseLog();
    else if (what === 'settle') await settle(cluster, pages);
    else throw new Error(`There is no step ${what}.`);
  }

  /** A page changes its content. Returns false for other steps. */
  #edit(what: string, page: Page, pick: number): boolean {
    const text = `${page.name}-${this.#serial}`;
    const own = `${page.name}-own-${this.#serial}`;
    const ids = page.content.blocks.map(({ id }) => id as string);
    const block_id = ids[pick % Math.max(1, ids.length)];
    if (what === 'type') page.edit(setText('shared', text));
    else if (what === 'typeOwn') {
      page.edit(setText(page.name, own));
      this.#own.set(page.name, own);
    } else if (what === 'silent') {
      if (page.saves.length > 0) return true;
      page.editSilently(setText(page.name, own));
      this.#own.set(page.name, own);
      page.save();
    } else if (what === 'move')
      page.edit({ operation: 'move_block', data: { block_id, index: (pick * 7) % Math.max(1, ids.length) } });
    else if (what === 'add')
      page.edit({
        operation: 'add_block',
        data: { block: paragraph(text, text), index: pick % (ids.length + 1) },
      });
    else if (what === 'remove') {
      if (ids.length > 3) page.edit({ operation: 'delete_block', data: { block_id } });
    } else if (what === 'undo') page.undo();
    else if (what === 'select') page.select(pick % 4 === 0 ? null : (block_id ?? null));
    else return false;
    return true;
  }

  /** An agent or a program changes the stored version. Returns false for other steps. */
  #changeByOthers(what: string, machine: Machine, pick: number): boolean {
    const serial = this.#serial;
    const change = (choose: (content: EditorContent, id: unknown) => ClientOperation) =>
      void machine
        .change((content) =>
          applyOperation(content, choose(content, content.blocks[pick % content.blocks.length]?.id)),
        )
        .catch(() => {});
    if (what === 'agent') change(() => setText('shared', `agent-${serial}`));
    else if (what === 'agentOwn') this.#changeOwnByAgent(machine);
    else if (what === 'agentMove')
      change(({ blocks }, block_id) => ({
        operation: 'move_block',
        data: { block_id, index: (pick * 5) % Math.max(1, blocks.length) },
      }));
    else if (what === 'agentAdd')
      change(({ blocks }) => ({
        operation: 'add_block',
        data: { block: paragraph(`agent-${serial}`, `agent-${serial}`), index: pick % (blocks.length + 1) },
      }));
    else if (what === 'agentDelete')
      change(({ blocks }, block_id) => ({
        operation: blocks.length > 3 ? 'delete_block' : '',
        data: { block_id },
      }));
    else if (what === 'put')
      void machine.change((content) => ({
        ...content,
        blocks: [
          ...content.blocks.filter(({ id }) => id !== 'shared'),
          paragraph('shared', `program-${serial}`),
        ],
      }));
    else if (what === 'setSettings')
      void machine.change(({ settings, ...content }) => ({
        ...content,
        settings: { ...settings, preheaderText: `p${serial}` },
      }));
    // Editors are told of a removed setting by a whole content.
    else if (what === 'removeSetting')
      void machine.change(({ settings: { preheaderText: _removed, ...settings }, ...content }) => ({
        ...content,
        settings,
      }));
    else if (what === 'restore') machine.restore(1 + (pick % this.versions.all.length)).catch(() => {});
    else return false;
    return true;
  }

  #changeOwnByAgent(machine: Machine): void {
    const text = `agent-own-${this.#serial}`;
    const { generation } = machine;
    machine
      .change((content) => applyOperation(content, setText('agent', text)))
      .then((version) => {
        const { content } = this.versions.all[version - 1] as StoredVersion;
        // The block may be deleted.
        if (machine.generation === generation && textOf(content, 'agent') === text)
          this.#acknowledged.push(text);
      })
      .catch(() => {});
  }

  /** All comes to rest, and each page saves. */
  async #end(): Promise<void> {
    const { cluster, pages } = this;
    for (const page of pages) page.isBusy = false;
    await settle(cluster, pages, true);
    for (const { server } of cluster.machines) {
      server.check().catch(() => {});
      await settle(cluster, pages, true);
    }
    // A page without the wrapper that is told of a conflict loads again, and shows what is stored then.
    for (const page of [...pages, ...(this.setting.plainPages ? pages : [])]) {
      page.save();
      await settle(cluster, pages, true);
    }
  }

  #count(steps: readonly Step[]): void {
    const { counts, pages, versions, cluster } = this;
    const add = (name: string, number: number) => {
      counts[name] = (counts[name] ?? 0) + number;
    };
    add('sessions', 1);
    add('steps', steps.length);
    add('versions', versions.all.length);
    add('logs', cluster.logs);
    add(
      'saves',
      pages.reduce((sum, { answers }) => sum + answers.length, 0),
    );
    add(
      'conflicts',
      pages.reduce((sum, { conflicts }) => sum + conflicts, 0),
    );
    add(
      'notices',
      pages.reduce((sum, { replaced }) => sum + replaced, 0),
    );
    for (const { reason } of versions.kept) add(`kept: ${reason}`, 1);
  }

  /** All pages and rooms show what is stored. */
  #assertEqual(): void {
    const stored = this.versions.last.content;
    const all = this.pages.map(({ content }) => content);
    expect(all.map(describeContent)).toEqual(all.map(() => describeContent(stored)));
    expect(all).toEqual(all.map(() => stored));
    for (const { server } of this.cluster.machines)
      if (server.room !== undefined) {
        expect(server.room.canvas).toEqual(stored);
        for (const member of server.room.members.byId.values())
          if (member.connection !== undefined) expect(member.predict()).toEqual(stored);
      }
  }

  /** What was acknowledged is in a version, or kept in the history. */
  assertHistory(): void {
    const { history } = this.versions;
    for (const text of this.#acknowledged) expect(history).toContain(`"${text}"`);
    for (const { answer, request } of this.pages.flatMap(({ answers }) => answers))
      if (answer.status === 409)
        expect(this.versions.kept.map(({ content }) => content)).toContainEqual(request.content);
  }

  #assertOwnTexts(): void {
    for (const page of this.pages)
      for (const { answer, request } of page.answers)
        if (answer.status === 200) this.#assertSaved(page, answer.version, request.content);
    // Of changes by agents the last one that is stored counts, also if it was not acknowledged.
    const byAgent = new Set(this.versions.all.map(({ content }) => textOf(content, 'agent')));
    const texts = this.versions.last.content.blocks.map(({ content }) => content);
    expect(texts).toEqual(expect.arrayContaining([...this.#own.values(), [...byAgent].at(-1)]));
  }

  /** Its own text, or a later one of its own, is in the version that was confirmed. */
  #assertSaved({ name }: Page, version: number, content: EditorContent): void {
    const saved = textOf(content, name);
    const stored = textOf((this.versions.all[version - 1] as StoredVersion).content, name);
    expect(numberOf(stored)).toBeGreaterThanOrEqual(numberOf(saved));
  }
}

const textOf = ({ blocks }: EditorContent, id: string): string =>
  String(blocks.find((block) => block.id === id)?.content);

const numberOf = (text: string): number => Number(/own-(\d+)$/.exec(text)?.[1] ?? 0);

const NET = [
  ...['up', 'up', 'up', 'down', 'down', 'down', 'save', 'saveAt', 'saveAt', 'answer', 'confirm'],
  ...['busy', 'continue', 'cut', 'connect', 'connect', 'settle', 'settle'],
  ...['log', 'log', 'log', 'store', 'store', 'store', 'read', 'read', 'read', 'timer'],
];

/** Sequences of steps. `changes`: steps beside those of network and servers. */
export const stepsOf = (changes: readonly string[], maxLength = 90): fc.Arbitrary<Step[]> =>
  fc.array(fc.tuple(fc.constantFrom(...changes, ...NET), fc.nat(NAMES.length - 1), fc.nat(1000)), {
    minLength: 8,
    maxLength,
    size: 'max',
  });
