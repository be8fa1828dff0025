import type { Fields } from '../record.ts';
import { type BlockTable, columnKey, countLists, type TableBlock, TOP, toBlock } from './block-table.ts';

/** Lists of ids in the making. Each is linked, so that an insertion takes constant time. */
export class Arrangement {
  /** By key of the list and id: the id that follows. The first one follows the start. */
  readonly #next = new Map<string, Map<string | typeof START, string | undefined>>();

  /** Starts with the lists of a table, without the ids that do not stay. */
  constructor({ lists }: BlockTable, stays: (id: string) => boolean) {
    for (const [key, ids] of lists) {
      let last: string | typeof START = START;
      for (const id of ids) {
        if (!stays(id)) continue;
        this.#insertAfter(key, last, id);
        last = id;
      }
    }
  }

  /** Inserts ids, each after the one before it in its list of the table that is in the same list here. */
  insert({ lists }: BlockTable, isInserted: (id: string) => boolean): void {
    for (const [key, ids] of lists) {
      let last: string | typeof START = START;
      for (const id of ids) {
        if (isInserted(id)) this.#insertAfter(key, last, id);
        if (this.#next.get(key)?.has(id)) last = id;
      }
    }
  }

  #insertAfter(key: string, last: string | typeof START, id: string): void {
    let next = this.#next.get(key);
    if (next === undefined) {
      next = new Map();
      this.#next.set(key, next);
    }
    next.set(id, next.get(last));
    next.set(last, id);
  }

  /** The blocks in their lists. `lost`: ids in lists of sections that are not there. */
  build(blocks: ReadonlyMap<string, TableBlock>): { blocks: Fields[]; lost: string[] } {
    const lost = new Set(this.#next.keys().flatMap((key) => this.#idsOf(key)));
    const close = (key: string): Fields[] =>
      this.#idsOf(key).map((id) => {
        lost.delete(id);
        const block = blocks.get(id) as TableBlock;
        const count = key === TOP ? countLists(block) : undefined;
        return toBlock(
          block,
          count === undefined ? undefined : this.#columnsOf(id, count).map((keys) => keys.flatMap(close)),
        );
      });
    return { blocks: close(TOP), lost: [...lost] };
  }

  /** The keys of the lists of each column. Those of columns that a side removed go to the last one. */
  #columnsOf(sectionId: string, count: number): string[][] {
    const columns = Array.from({ length: count }, (_, column) => [columnKey(sectionId, column)]);
    for (let column = count; this.#next.has(columnKey(sectionId, column)); column += 1)
      columns.at(-1)?.push(columnKey(sectionId, column));
    return columns;
  }

  #idsOf(key: string): string[] {
    const ids: string[] = [];
    const next = this.#next.get(key);
    for (let id = next?.get(START); id !== undefined; id = next?.get(id)) ids.push(id);
    return ids;
  }
}

const START = Symbol('start');
