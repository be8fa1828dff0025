import type { Fields } from '../../mail/model/index.ts';
import type { ClientOperation } from './editor-content.ts';
import type { SentOperation } from './message-list.ts';

/**
 * Tabs whose values an author replaces without having seen them, and the blocks. `operations`: of the author. `unseen`: what was sent
 * before and the author had not received, the last one first. Of several tabs that set the same, only the last one is replaced.
 */
export function findReplaced(
  operations: readonly ClientOperation[],
  unseen: Iterable<SentOperation>,
  author: string | undefined,
): Map<string, Set<string>> {
  const replaced = new Map<string, Set<string>>();
  const open = operations.flatMap((op) => readValues(op) ?? []);
  for (const { op, from, to } of open.length > 0 ? unseen : []) {
    const earlier = to === undefined ? readValues(op) : undefined;
    const index = earlier === undefined ? -1 : open.findIndex((one) => isReplaced(earlier, one));
    if (earlier === undefined || index === -1) continue;
    open.splice(index, 1);
    if (from === undefined || from === author) continue;
    const blocks = replaced.get(from) ?? new Set<string>();
    replaced.set(from, blocks.add(earlier.block));
  }
  return replaced;
}

/** Values that an operation sets in a block. `values` is undefined for a block that is deleted. */
interface BlockValues {
  block: string;
  values: Fields | undefined;
}

function readValues({ operation, data }: ClientOperation): BlockValues | undefined {
  const block = String(data.block_id);
  if (operation === 'update_block') return { block, values: Object(data.updates) };
  if (operation === 'update_block_style') return { block, values: { styles: data.styles } };
  if (operation === 'delete_block') return { block, values: undefined };
  return undefined;
}

function isReplaced(earlier: BlockValues, later: BlockValues): boolean {
  if (earlier.block !== later.block || earlier.values === undefined) return false;
  const { values } = later;
  if (values === undefined) return true;
  return Object.entries(earlier.values).some(
    ([name, value]) => Object.hasOwn(values, name) && !Bun.deepEquals(values[name], value),
  );
}
