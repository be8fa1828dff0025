import { isDeepStrictEqual } from 'node:util';

/** A unique text. Each change writes a new one into the content. */
const MARK = /mark\d+x/g;

// biome-ignore lint/suspicious/noExplicitAny: contents of any shape
export type Content = any;

export const marksIn = (value: unknown): Set<string> =>
  new Set([...JSON.stringify(value).matchAll(MARK)].map(([mark]) => mark));

/**
 * A state of the template after an acknowledged change, or after a change whose answer was lost (`by` is then a guess).
 */
interface State {
  version: number;
  by: string;
  marks: ReadonlySet<string>;
}

interface Acknowledged {
  mark: string;
  /** Who got the answer that the change is stored, and from which interface. */
  by: string;
  /** A version that certainly has it, if one is known. */
  version?: number;
}

/** The stored state, read when no change is running. */
interface Stored {
  content: Content;
  /** Contents of the history. */
  versions: readonly Content[];
}

/**
 * Records the answers about one template that people, agents and programs got, to compare them with the stored state.
 */
export class Ledger {
  readonly #acknowledged = new Map<string, Acknowledged>();
  readonly #states = new Map<number, State>();
  /** Marks that were removed by somebody who saw them, or whose author was told of it. */
  readonly #removed = new Set<string>();
  /** Marks of a save that lost against another one. The history must have them. */
  readonly #setAside = new Set<string>();
  /** Marks that were on a canvas, by person. */
  readonly #seen = new Map<string, Set<string>>();
  /** Writers whose answers were lost. Each may have made an unknown state. */
  readonly #unanswered = new Set<string>();
  /** Programs that replace whole contents without a version. What they overwrite must only be in the history. */
  readonly #blind = new Set<string>();
  /** Marks that were reported already, so that each is reported once. */
  readonly #reported = new Set<string>();

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  get setAside(): number {
    return this.#setAside.size;
  }

  /** A change that was answered with success. `sent`: what was sent; `stored`: the content in the answer, or as read. */
  stored(by: string, version: number, sent: Content, stored: Content): void {
    const marks = marksIn(stored);
    for (const mark of marksIn(sent)) {
      // A page also sends what others have written.
      if (!this.#acknowledged.has(mark)) this.#acknowledged.set(mark, { mark, by });
      if (!marks.has(mark)) this.#setAside.add(mark);
    }
    // The answer to a save without changes has the present version.
    if (!this.#states.has(version)) this.#states.set(version, { version, by, marks });
  }

  /**
   * Notes a content that must be in the history although the template did not change: a snapshot, or a refused save.
   */
  kept(by: string, sent: Content): void {
    for (const mark of marksIn(sent)) {
      if (!this.#acknowledged.has(mark)) this.#setAside.add(mark);
      this.#acknowledged.set(mark, { mark, by });
    }
  }

  /** Notes a change of which only the mark and the version are known, not the whole content. */
  acknowledge(by: string, mark: string, version?: number): void {
    this.#acknowledged.set(mark, { mark, by, ...(version !== undefined && { version }) });
  }

  blind(by: string): void {
    this.#blind.add(by);
  }

  unanswered(by: string): void {
    this.#unanswered.add(by);
  }

  saw(by: string, marks: Iterable<string>): void {
    const seen = this.#seen.get(by) ?? new Set();
    for (const mark of marks) seen.add(mark);
    this.#seen.set(by, seen);
  }

  /** Notes marks that an edit removed from the canvas of its author. */
  removed(marks: Iterable<string>): void {
    for (const mark of marks) this.#removed.add(mark);
  }

  /** Notes marks of a person who was told that a change of the same moment counts instead. */
  replaced(marks: Iterable<string>): void {
    this.removed(marks);
  }

  /** Acknowledged marks that are neither in the template nor in its history. */
  findLost({ content, versions }: Stored): string[] {
    const kept = marksIn([content, versions]);
    return [...this.#acknowledged.values()]
      .filter(({ mark }) => !kept.has(mark) && this.#isNew(`lost ${mark}`))
      .map(({ mark, by }) => `${mark} of ${by} is neither in the template nor in its history`);
  }

  /**
   * Acknowledged marks of people that a save removed although its author never saw them, and without a word to who wrote
   * them. An agent or program is not told: of changes that cross, the later one counts, and the history has the other.
   */
  findOverwritten({ content }: Pick<Stored, 'content'>): string[] {
    const present = marksIn(content);
    const faults: string[] = [];
    for (const { mark, by, version } of this.#acknowledged.values()) {
      if (!isPerson(by) || present.has(mark) || this.#removed.has(mark) || this.#setAside.has(mark)) continue;
      const writers = this.#findRemovers(mark, version);
      if (writers.some((writer) => this.#blind.has(writer) || this.#seen.get(writer)?.has(mark))) continue;
      if (!this.#isNew(`overwritten ${mark}`)) continue;
      faults.push(`${mark} of ${by} was overwritten by ${writers.join(' or ')}, who never saw it`);
    }
    return faults;
  }

  #isNew(report: string): boolean {
    if (this.#reported.has(report)) return false;
    this.#reported.add(report);
    return true;
  }

  /** Who may have made the first state without a mark. `version`: one that has it. */
  #findRemovers(mark: string, version = 0): string[] {
    const states = [...this.#states.values()].toSorted((a, b) => a.version - b.version);
    const last = Math.max(version, states.findLast(({ marks }) => marks.has(mark))?.version ?? 0);
    const next = states.find((state) => state.version > last);
    const isGap = next?.version !== last + 1;
    return [...(next === undefined ? [] : [next.by]), ...(isGap ? this.#unanswered : [])];
  }
}

const isPerson = (by: string) => /^u\d+$/.test(by);

/** Paths at which two contents differ, with both values. */
export function findDifferences(one: unknown, other: unknown, path = 'content'): string[] {
  if (isDeepStrictEqual(one, other)) return [];
  const isBranch = (value: unknown) => typeof value === 'object' && value !== null;
  if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) {
    return [`${path}: ${shorten(one)} / ${shorten(other)}`];
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    const ids = (list: Content[]) => list.map((item) => item?.id ?? '-').join(' ');
    if (ids(one) !== ids(other)) return [`${path}: [${ids(one)}] / [${ids(other)}]`];
  }
  const [left, right] = [one as Content, other as Content];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].flatMap((key) =>
    findDifferences(left[key], right[key], `${path}.${left[key]?.id ?? key}`),
  );
}

const shorten = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200);
