import type { MergeConflict, TemplateContent } from '../../mail/model/index.ts';
import { blocksOf } from './take-parts.ts';

/** Most values of one page, stored as hashes; the oldest is dropped first. */
const MAX_VALUES = 200;

const BYTES_PER_HASH = 8;

const SETTINGS = 'settings';

/**
 * Values that a page has announced to other pages lately. Another page may save such a value before the page does. Then
 * it is part of the stored content, but was not changed by somebody else.
 */
export class AnnouncedValues {
  /** The number of announcements before the last one of each value, in that order. */
  readonly #times = new Map<bigint, number>();
  #count = 0;

  /** `stored`: the result of `toBytes` before a restart. */
  constructor(stored: Uint8Array = new Uint8Array()) {
    const length = Math.floor(stored.byteLength / BYTES_PER_HASH);
    for (const hash of new BigUint64Array(Uint8Array.from(stored).buffer, 0, length)) this.#noteHash(hash);
  }

  /** How many values were announced. */
  get count(): number {
    return this.#count;
  }

  toBytes(): Buffer {
    return Buffer.from(BigUint64Array.from(this.#times.keys()).buffer);
  }

  /** Records an operation as editors send it. Its contents are unchecked. */
  note(operation: unknown): void {
    const { operation: name, data } = Object(operation) as { operation?: unknown; data?: unknown };
    const { block_id, block, updates } = Object(data) as Record<'block_id' | 'block' | 'updates', unknown>;
    if (name === 'update_settings') this.#noteFields(SETTINGS, updates);
    if (name === 'update_block' && typeof block_id === 'string') this.#noteFields(block_id, updates);
    if (name === 'add_block') this.#noteFields((Object(block) as { id?: unknown }).id, block);
  }

  /**
   * The parts of a conflict in which the page has announced every value that differs in one content, and the time of
   * each.
   */
  findChanged(
    { blockIds, settings }: MergeConflict,
    from: TemplateContent,
    to: TemplateContent,
  ): AnnouncedParts {
    const [before, after] = [from, to].map(
      (content) => new Map(blocksOf(content).map((one) => [one.id, one])),
    );
    const timeOfBlock = (id: string) => {
      const [one, other] = [before?.get(id), after?.get(id)];
      if (one === undefined || other === undefined) return undefined;
      const [{ children: _before, ...old }, { children: _after, ...changed }] = [one, other];
      return this.#timeOf(id, old, changed);
    };
    const timeOfSetting = (name: string) =>
      this.#timeOf(
        SETTINGS,
        { [name]: readField(from.settings, name) },
        { [name]: readField(to.settings, name) },
      );
    return { blockIds: timesOf(blockIds, timeOfBlock), settings: timesOf(settings, timeOfSetting) };
  }

  #noteFields(subject: unknown, fields: unknown): void {
    for (const [name, value] of Object.entries(Object(fields) as object))
      this.#noteHash(hashOf(subject, name, value));
  }

  #noteHash(hash: bigint): void {
    this.#count += 1;
    this.#times.delete(hash);
    this.#times.set(hash, this.#count);
    if (this.#times.size > MAX_VALUES) this.#times.delete(this.#times.keys().next().value as bigint);
  }

  /** Undefined if it has not announced one of the fields. */
  #timeOf(subject: string, from: object, to: object): number | undefined {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    const changed = names.filter((name) => !Bun.deepEquals(readField(from, name), readField(to, name)));
    const times = changed.map((name) => this.#times.get(hashOf(subject, name, readField(to, name))));
    return times.includes(undefined) ? undefined : Math.max(...(times as number[]));
  }
}

/** Parts of a content, with the time of each. */
type AnnouncedParts = Record<keyof MergeConflict, Map<string, number>>;

function timesOf(
  names: readonly string[],
  timeOf: (name: string) => number | undefined,
): Map<string, number> {
  return new Map(
    names.flatMap((name) => {
      const time = timeOf(name);
      return time === undefined ? [] : [[name, time] as const];
    }),
  );
}

const readField = (fields: object, name: string): unknown => (fields as Record<string, unknown>)[name];

const hashOf = (subject: unknown, name: string, value: unknown): bigint =>
  BigInt(Bun.hash(JSON.stringify([subject, name, value])));
