import { isEqual } from '../diff/diff-fields.ts';
import type { Fields } from '../record.ts';
import type { TemplateContent } from '../template-content.ts';
import { Arrangement } from './arrangement.ts';
import { type BlockTable, readBlocks, type TableBlock } from './block-table.ts';

/**
 * Both sides changed the same: ids of blocks, and names of settings. Both are empty for contents whose blocks have no
 * ids or share one, which cannot be merged.
 */
export interface MergeConflict {
  blockIds: string[];
  settings: string[];
}

export type MergedContent =
  | { content: TemplateContent; conflict?: never }
  | { conflict: MergeConflict; content?: never };

interface Merge {
  base: BlockTable;
  mine: BlockTable;
  theirs: BlockTable;
  /** Ids of blocks that both sides changed. */
  conflicts: Set<string>;
  /** The merged blocks, by id: their own fields. */
  merged: Map<string, TableBlock>;
}

/**
 * Merges two contents that were made from `base`, block by block, in time proportional to their size. A block’s own fields
 * are one value: a section’s are without the blocks inside it. Both sides may make the same change.
 *
 * A conflict is: both change a block or a setting, or one side deletes a block, or the section around it, that the other
 * side changes or adds. Moves are never a conflict: where both move a block, `theirs` counts, and a deletion
 * counts more than a move.
 */
export function mergeContents(
  base: TemplateContent,
  mine: TemplateContent,
  theirs: TemplateContent,
): MergedContent {
  if (isEqual(base, mine) || isEqual(mine, theirs)) return { content: theirs };
  if (isEqual(base, theirs)) return { content: mine };
  const tables = [readBlocks(base), readBlocks(mine), readBlocks(theirs)] as const;
  const [old, own, other] = tables;
  if (old === undefined || own === undefined || other === undefined)
    return { conflict: { blockIds: [], settings: [] } };
  const merge: Merge = { base: old, mine: own, theirs: other, conflicts: new Set(), merged: new Map() };
  const settings = mergeFields(base.settings, mine.settings, theirs.settings);
  const rest = mergeFields(withoutParts(base), withoutParts(mine), withoutParts(theirs));
  for (const id of new Set([...other.blocks.keys(), ...own.blocks.keys()])) mergeBlock(merge, id);
  const blocks = arrange(merge);
  const changed = [...settings.conflicts, ...rest.conflicts];
  if (merge.conflicts.size > 0 || changed.length > 0)
    return { conflict: { blockIds: [...merge.conflicts], settings: changed } };
  return { content: { ...rest.merged, blocks, settings: settings.merged } as unknown as TemplateContent };
}

/** Puts a block into the merged ones unless a side deleted it. */
function mergeBlock({ base, mine, theirs, conflicts, merged }: Merge, id: string): void {
  const [before, own, other] = [base.blocks.get(id), mine.blocks.get(id), theirs.blocks.get(id)];
  const isChanged = (block: TableBlock): boolean => !isEqual(before?.fields, block.fields);
  if (own === undefined || other === undefined) {
    const left = (own ?? other) as TableBlock;
    if (before !== undefined && isChanged(left)) conflicts.add(id);
    // Without `before` it is new; otherwise the other side deleted it.
    if (before === undefined) merged.set(id, left);
    return;
  }
  if (!isChanged(own) || isEqual(own.fields, other.fields)) merged.set(id, other);
  else if (!isChanged(other)) merged.set(id, own);
  else conflicts.add(id);
}

/** The order of `theirs`, with the additions and moves of `mine`. */
function arrange({ base, mine, theirs, conflicts, merged }: Merge): Fields[] {
  const movedByMine = mine.findMoved(base);
  const movedByTheirs = theirs.findMoved(base);
  const placed = new Set<string>();
  for (const id of merged.keys()) {
    const isOurs = !theirs.blocks.has(id) || (movedByMine.has(id) && !movedByTheirs.has(id));
    if (isOurs && mine.blocks.has(id)) placed.add(id);
  }
  const arrangement = new Arrangement(theirs, (id) => merged.has(id) && !placed.has(id));
  arrangement.insert(mine, (id) => placed.has(id));
  const { blocks, lost } = arrangement.build(merged);
  for (const id of lost) conflicts.add(id);
  return blocks;
}

/** Merges objects field by field. `conflicts`: fields that both sides changed. */
function mergeFields(base: Fields, mine: Fields, theirs: Fields): { merged: Fields; conflicts: string[] } {
  const merged: [string, unknown][] = [];
  const conflicts: string[] = [];
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const isOwn = !isSameField(base, mine, key);
    if (isOwn && !isSameField(base, theirs, key) && !isSameField(mine, theirs, key)) conflicts.push(key);
    const source = isOwn ? mine : theirs;
    if (Object.hasOwn(source, key)) merged.push([key, source[key]]);
  }
  // Unlike an assignment, it takes "__proto__" for a field as any other.
  return { merged: Object.fromEntries(merged), conflicts };
}

function isSameField(one: Fields, other: Fields, key: string): boolean {
  return Object.hasOwn(one, key) === Object.hasOwn(other, key) && isEqual(one[key], other[key]);
}

function withoutParts({ blocks: _blocks, settings: _settings, ...rest }: TemplateContent): Fields {
  return rest;
}
