import type { ContentOperation, TemplateContent } from '../../../mail/model/index.ts';
import { findNamed } from './find-named.ts';

type Fields = Record<string, unknown>;

/** Lists of a block whose items have ids. */
const ITEM_LISTS = ['items', 'icons', 'rows'] as const;

/**
 * Gives the items of lists that an operation writes anew the ids of those they stand for: a model is not shown ids of
 * menu items, icons, rows and cells, and a list without them would be a list of new ones. Fields of an item that a model
 * is not shown either are kept with it.
 */
export function keepItemIds(content: TemplateContent, operation: ContentOperation): ContentOperation {
  const { op, id, fields } = operation;
  if (op !== 'update' || id === undefined || fields === undefined) return operation;
  const block = findNamed(content, id);
  if (block === undefined) return operation;
  const before = block as unknown as Fields;
  const kept = ITEM_LISTS.flatMap((name) => {
    const [items, olds] = [fields[name], before[name]];
    return Array.isArray(items) && Array.isArray(olds) ? [[name, keepIds(items, olds)] as const] : [];
  });
  return kept.length === 0 ? operation : { ...operation, fields: { ...fields, ...Object.fromEntries(kept) } };
}

/** An item stands for the one that says the same, else for the one in its place. */
function keepIds(items: readonly unknown[], olds: readonly unknown[]): unknown[] {
  const free = new Set(olds.filter(isObject));
  const claim = (old: Fields | undefined) => {
    if (old !== undefined) free.delete(old);
    return old;
  };
  const same = items.map((item) =>
    isObject(item) ? claim([...free].find((old) => describe(old) === describe(item))) : undefined,
  );
  return items.map((item, index) => {
    if (!isObject(item)) return item;
    const inPlace = olds[index];
    const old = same[index] ?? claim(isObject(inPlace) && free.has(inPlace) ? inPlace : undefined);
    return old === undefined ? item : mergeItem(item, old);
  });
}

function mergeItem(item: Fields, old: Fields): Fields {
  const merged: Fields = { ...item, id: old.id };
  if (old.openInNewTab !== undefined) merged.openInNewTab ??= old.openInNewTab;
  if (Array.isArray(item.cells) && Array.isArray(old.cells)) merged.cells = keepIds(item.cells, old.cells);
  return merged;
}

/** What an item says, without ids. */
function describe({ text, url, platform, content, cells }: Fields): string {
  const inner = Array.isArray(cells)
    ? cells.map((cell) => (isObject(cell) ? cell.content : cell))
    : undefined;
  return JSON.stringify([text ?? null, url ?? null, platform ?? null, content ?? null, inner ?? null]);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
