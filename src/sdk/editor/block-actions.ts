import {
  type Block,
  type Content,
  columnsOf,
  copyWithNewIds,
  find,
  type ListPosition,
  listAt,
} from './content.ts';
import { describeBlock } from './describe.ts';
import type { TemplateDocument } from './document.ts';
import { toWire } from './operations.ts';
import { makeBlock } from './palette.ts';
import { fill, nameBlock, TEXTS } from './texts.ts';

interface ActionsHost {
  document: TemplateDocument;
  /** Whether the block can be changed; says why not. */
  mayChange(blockId: string): boolean;
  select(blockId: string | undefined): void;
  announce(text: string): void;
}

/** What people do with whole blocks. */
export class BlockActions {
  readonly #host: ActionsHost;

  constructor(host: ActionsHost) {
    this.#host = host;
  }

  get #content(): Content {
    return this.#host.document.content;
  }

  add(type: string, { index, ...place }: ListPosition & { index?: number }): void {
    const block = makeBlock(type);
    if (this.#insert(block, place, index)) this.#host.announce(fill(TEXTS.added, { block: nameBlock(type) }));
  }

  duplicate(id: string): void {
    const found = find(this.#content, id);
    if (found === undefined) return;
    if (!this.#insert(copyWithNewIds(found.block), found, found.index + 1)) return;
    this.#host.announce(fill(TEXTS.duplicated, { block: describeBlock(found.block) }));
  }

  #insert(block: Block, position: ListPosition, index: number | undefined): boolean {
    if (position.section !== undefined && !this.#host.mayChange(position.section)) return false;
    const data = { block, ...toWire(position), ...(index !== undefined && { index }) };
    this.#host.document.change([{ operation: 'add_block', data }]);
    this.#host.select(block.id);
    return true;
  }

  /** Deletes a block and selects the one after it, or before. */
  remove(id: string, undoKeys: string): void {
    const found = find(this.#content, id);
    const ids = found && [found.block, ...columnsOf(found.block).flat()].map((block) => block.id);
    if (found === undefined || ids?.some((inner) => !this.#host.mayChange(inner))) return;
    const next = found.list[found.index + 1] ?? found.list[found.index - 1];
    this.#host.document.change([{ operation: 'delete_block', data: { block_id: id } }]);
    this.#host.select(next?.id ?? found.section);
    this.#host.announce(fill(TEXTS.removed, { block: describeBlock(found.block), keys: undoKeys }));
  }

  /** Moves a block by one place, also into and out of columns. */
  move(id: string, by: -1 | 1): void {
    if (!this.#host.mayChange(id)) return;
    const target = nextPosition(this.#content, id, by);
    if (target !== undefined) this.#moveTo(id, target);
    else if (find(this.#content, id)) this.#host.announce(by < 0 ? TEXTS.isFirst : TEXTS.isLast);
  }

  /** Moves a block to a place between others; `index` counts with the block where it is now. */
  drop(id: string, { index, ...place }: ListPosition & { index: number }): void {
    const found = find(this.#content, id);
    if (found === undefined || !this.#host.mayChange(id)) return;
    const isSameList = found.section === place.section && found.column === place.column;
    if (isSameList && (index === found.index || index === found.index + 1)) this.#host.select(id);
    else this.#moveTo(id, { ...place, index: isSameList && index > found.index ? index - 1 : index });
  }

  /** `index` counts without the block. */
  #moveTo(id: string, { index, ...place }: ListPosition & { index: number }): void {
    const block = find(this.#content, id)?.block;
    if (block === undefined) return;
    if (place.section !== undefined && !this.#host.mayChange(place.section)) return;
    this.#host.document.change([
      { operation: 'move_block', data: { block_id: id, index, ...toWire(place) } },
    ]);
    this.#host.select(id);
    const count = listAt(this.#content, place)?.length ?? 0;
    const text = fill(TEXTS.moved, { block: describeBlock(block), position: index + 1, count });
    this.#host.announce(
      place.section === undefined
        ? text
        : `${text} ${fill(TEXTS.column, { column: (place.column ?? 0) + 1 })}`,
    );
  }

  /** Changes a field; undefined removes it. */
  update(id: string, updates: Record<string, unknown>): void {
    if (find(this.#content, id) === undefined || !this.#host.mayChange(id)) return;
    const tag = `${id} ${Object.keys(updates).join()}`;
    this.#host.document.change([{ operation: 'update_block', data: { block_id: id, updates } }], tag);
  }

  /** Changes the columns of a section: blocks of columns that go come to the end of the last one. */
  setLayout(id: string, columns: string): void {
    const block = find(this.#content, id)?.block;
    if (block === undefined) return;
    const count = { '1': 1, '3': 3 }[columns] ?? 2;
    const lists = [...columnsOf(block)];
    while (lists.length < count) lists.push([]);
    const rest = lists.splice(count).flat();
    lists.push([...(lists.pop() ?? []), ...rest]);
    this.update(id, { columns, children: lists });
  }

  updateSettings(key: string, value: unknown): void {
    const data = { updates: { [key]: value } };
    this.#host.document.change([{ operation: 'update_settings', data }], `settings ${key}`);
  }
}

/** The place of a block after one move. `index` counts without the block. */
function nextPosition(
  content: Content,
  id: string,
  by: -1 | 1,
): (ListPosition & { index: number }) | undefined {
  const found = find(content, id);
  if (found === undefined) return undefined;
  const { block, list, index, section, column = 0 } = found;
  const place = section === undefined ? {} : { section, column };
  const neighbor = list[index + by];
  if (neighbor !== undefined) {
    const columns = block.type === 'section' ? [] : columnsOf(neighbor);
    if (columns.length === 0) return { ...place, index: index + by };
    const last = columns.length - 1;
    if (by > 0) return { section: neighbor.id, column: 0, index: 0 };
    return { section: neighbor.id, column: last, index: columns[last]?.length ?? 0 };
  }
  if (section === undefined) return undefined;
  const outer = find(content, section);
  const next = outer && columnsOf(outer.block)[column + by];
  if (next !== undefined) return { section, column: column + by, index: by > 0 ? 0 : next.length };
  return { index: (outer?.index ?? 0) + (by > 0 ? 1 : 0) };
}
