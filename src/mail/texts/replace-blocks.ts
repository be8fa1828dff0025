import type { Block, TemplateContent } from '../model/index.ts';
import type { ReplacedContent } from './replace-in-content.ts';

/** A block as a text, without its id and those inside it: equal for copies. */
function fingerprintOf(block: unknown): string {
  return JSON.stringify(block, (key, value) =>
    key === 'id' ? undefined : isPlainObject(value) ? sortKeys(value) : value,
  );
}

type Fields = Record<string, unknown>;
const isPlainObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const sortKeys = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Replaces blocks that stand one behind the other, wherever copies of them stand, by others, which get ids of their own. In
 * columns too, if all are blocks that can stand there. `find` in full form.
 */
export function replaceBlockRuns(
  content: TemplateContent,
  find: readonly unknown[],
  replace: readonly unknown[],
): ReplacedContent {
  const wanted = find.map(fingerprintOf);
  const isTopLevel = [...find, ...replace].some((block) => isPlainObject(block) && block.type === 'section');
  const found: ReplacedContent = { content, count: 0, blocks: [], settings: false };
  const replaceList = (blocks: readonly unknown[]): unknown[] => {
    const prints = blocks.map(fingerprintOf);
    const result: unknown[] = [];
    for (let at = 0; at < blocks.length; ) {
      if (!wanted.every((print, index) => prints[at + index] === print)) {
        result.push(blocks[at]);
        at += 1;
        continue;
      }
      found.count += 1;
      for (const block of blocks.slice(at, at + wanted.length))
        found.blocks.push(String((block as Fields).id));
      result.push(...replace.map(withoutIds));
      at += wanted.length;
    }
    return result;
  };
  const replaceInside = (block: unknown): unknown => {
    if (!isPlainObject(block) || block.type !== 'section' || !Array.isArray(block.children)) return block;
    const before = found.count;
    const children = block.children.map((list) => (Array.isArray(list) ? replaceList(list) : list));
    return found.count > before ? { ...block, children } : block;
  };
  const top = replaceList(content.blocks);
  const blocks = isTopLevel ? top : top.map(replaceInside);
  return found.count === 0 ? found : { ...found, content: { ...content, blocks: blocks as Block[] } };
}

/** Blocks without the ids of blocks, which are made anew when the content is stored. */
export function withoutIds(block: unknown): unknown {
  if (Array.isArray(block)) return block.map(withoutIds);
  if (!isPlainObject(block)) return block;
  const { id: _id, ...fields } = block;
  return Array.isArray(fields.children) ? { ...fields, children: withoutIds(fields.children) } : fields;
}
