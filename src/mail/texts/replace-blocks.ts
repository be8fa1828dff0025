import type { Block, TemplateContent } from '../model/index.ts';
import { type Fields, isFields } from '../model/record.ts';
import type { ReplacedContent } from './replace-in-content.ts';

/** A block as JSON without ids and with sorted keys: equal for copies of a block. */
function fingerprintOf(block: unknown): string {
  return JSON.stringify(block, (key, value) =>
    key === 'id' ? undefined : isFields(value) ? sortKeys(value) : value,
  );
}

const sortKeys = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Replaces every copy of a run of blocks by other blocks, which get new ids. Searches the columns of sections too, unless
 * one of the blocks is a section.
 * @param find the run in full form; an empty run is never found
 */
export function replaceBlockRuns(
  content: TemplateContent,
  find: readonly unknown[],
  replace: readonly unknown[],
): ReplacedContent {
  const wanted = find.map(fingerprintOf);
  const isTopLevel = [...find, ...replace].some((block) => isFields(block) && block.type === 'section');
  const found: ReplacedContent = { content, count: 0, blocks: [], settings: false };
  if (wanted.length === 0) return found;
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
    if (!isFields(block) || block.type !== 'section' || !Array.isArray(block.children)) return block;
    const before = found.count;
    const children = block.children.map((list) => (Array.isArray(list) ? replaceList(list) : list));
    return found.count > before ? { ...block, children } : block;
  };
  const top = replaceList(content.blocks);
  const blocks = isTopLevel ? top : top.map(replaceInside);
  return found.count === 0 ? found : { ...found, content: { ...content, blocks: blocks as Block[] } };
}

/** Removes the ids of blocks; storing the content makes new ones. */
export function withoutIds(block: unknown): unknown {
  if (Array.isArray(block)) return block.map(withoutIds);
  if (!isFields(block)) return block;
  const { id: _id, ...fields } = block;
  return Array.isArray(fields.children) ? { ...fields, children: withoutIds(fields.children) } : fields;
}
