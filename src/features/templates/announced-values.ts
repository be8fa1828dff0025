import type { MergeConflict, TemplateContent } from '../../mail/model/index.ts';
import { blocksOf } from './take-parts.ts';

/** Values that are remembered for one page, as hashes; the oldest is forgotten first. */
const MAX_VALUES = 200;

const SETTINGS = 'settings';

/**
 * What a page has announced to the others lately. One of them may save it before the page does: then it is in the stored
 * content, but no change by somebody else.
 */
export class AnnouncedValues {
  readonly #hashes = new Set<number | bigint>();

  /** Notes an operation as editors send it. What it may hold is not checked before. */
  note(operation: unknown): void {
    const { operation: name, data } = Object(operation) as { operation?: unknown; data?: unknown };
    const { block_id, block, updates } = Object(data) as Record<'block_id' | 'block' | 'updates', unknown>;
    if (name === 'update_settings') this.#noteFields(SETTINGS, updates);
    if (name === 'update_block' && typeof block_id === 'string') this.#noteFields(block_id, updates);
    if (name === 'add_block') this.#noteFields((Object(block) as { id?: unknown }).id, block);
  }

  /** The parts of a conflict where all that the stored content has differently from the base was announced by the page. */
  findOwn(
    { blockIds, settings }: MergeConflict,
    base: TemplateContent,
    stored: TemplateContent,
  ): MergeConflict {
    const [before, after] = [base, stored].map(
      (content) => new Map(blocksOf(content).map((one) => [one.id, one])),
    );
    const isOwn = (id: string) => {
      const [one, other] = [before?.get(id), after?.get(id)];
      if (one === undefined || other === undefined) return false;
      const [{ children: _before, ...from }, { children: _after, ...to }] = [one, other];
      return this.#hasChange(id, from, to);
    };
    const isOwnSetting = (name: string) =>
      this.#hasChange(
        SETTINGS,
        { [name]: readField(base.settings, name) },
        { [name]: readField(stored.settings, name) },
      );
    return { blockIds: blockIds.filter(isOwn), settings: settings.filter(isOwnSetting) };
  }

  #noteFields(subject: unknown, fields: unknown): void {
    for (const [name, value] of Object.entries(Object(fields) as object)) {
      const hash = hashOf(subject, name, value);
      this.#hashes.delete(hash);
      this.#hashes.add(hash);
      if (this.#hashes.size > MAX_VALUES) this.#hashes.delete(this.#hashes.values().next().value as bigint);
    }
  }

  #hasChange(subject: string, from: object, to: object): boolean {
    const names = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...names].every((name) => {
      const value = readField(to, name);
      return Bun.deepEquals(readField(from, name), value) || this.#hashes.has(hashOf(subject, name, value));
    });
  }
}

const readField = (fields: object, name: string): unknown => (fields as Record<string, unknown>)[name];

const hashOf = (subject: unknown, name: string, value: unknown): number | bigint =>
  Bun.hash(JSON.stringify([subject, name, value]));
