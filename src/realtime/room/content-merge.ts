import { type MergeConflict, type MergedContent, mergeContents, takeParts } from '../../mail/model/index.ts';
import {
  applyAll,
  type EditorContent,
  findPosition,
  toEditorContent,
  toTemplateContent,
} from './editor-content.ts';

/** Contents that are larger together are not merged, because that would block the server for too long. */
const MOST_MERGED_CHARACTERS = 1_200_000;

/** Merges two contents that were made from `base`, by block. Contents that are too large are a conflict as a whole. */
export function merge(base: EditorContent, mine: EditorContent, theirs: EditorContent): MergedContent {
  if (Bun.deepEquals(base, theirs)) return { content: toTemplateContent(mine) };
  if (measure(base) + measure(mine) + measure(theirs) > MOST_MERGED_CHARACTERS)
    return { conflict: { blockIds: [], settings: [] } };
  return mergeContents(toTemplateContent(base), toTemplateContent(mine), toTemplateContent(theirs));
}

/**
 * The same without conflicts. Of what both sides changed, `mine` counts for the blocks in `own`, or for all without `own`, and
 * `theirs` counts for the rest. `left`: the changed blocks and settings of `mine` that do not count; undefined for all of it,
 * because the contents cannot be merged.
 */
export function mergeOwn(
  base: EditorContent,
  mine: EditorContent,
  theirs: EditorContent,
  own?: readonly string[],
): { content: EditorContent; left: MergeConflict | undefined } {
  const first = merge(base, mine, theirs);
  if (first.content !== undefined)
    return { content: toEditorContent(first.content), left: { blockIds: [], settings: [] } };
  const { blockIds, settings } = first.conflict;
  const isOwn = (id: string) => own?.includes(id) ?? true;
  const left = {
    blockIds: blockIds.filter((id) => !isOwn(id)),
    settings: own === undefined ? [] : settings,
  };
  const counting = { blockIds: blockIds.filter(isOwn), settings: own === undefined ? settings : [] };
  // Where a side does not count, the base has its value, so that only the other side has changed it.
  const shifted = withParts(withParts(base, theirs, counting), mine, left);
  // Of a block that both have added, the base has none: there the side that does not count gets the value of the other.
  const isAdded = (id: string) => findPosition(base, id) === undefined;
  const second = merge(
    shifted,
    withParts(mine, theirs, { blockIds: left.blockIds.filter(isAdded), settings: [] }),
    withParts(theirs, mine, { blockIds: counting.blockIds.filter(isAdded), settings: [] }),
  );
  if (second.content !== undefined) return { content: toEditorContent(second.content), left };
  return { content: own === undefined ? mine : theirs, left: undefined };
}

/** Whether all changes of `mine` count. */
export const isWhole = ({ left }: { left: MergeConflict | undefined }): boolean =>
  left?.blockIds.length === 0 && left.settings.length === 0;

/** What a tab may have begun with of which only the own changes are known. */
export const withoutChanges = (
  content: EditorContent,
  canvas: EditorContent,
  own: readonly string[],
): EditorContent => withParts(content, canvas, { blockIds: [...own], settings: [] });

/** A content with some blocks and settings as another has them, or without them if that has none. */
function withParts(content: EditorContent, other: EditorContent, parts: MergeConflict): EditorContent {
  const taken = toEditorContent(takeParts(toTemplateContent(content), toTemplateContent(other), parts));
  const missing = parts.blockIds.filter((id) => findPosition(other, id) === undefined);
  const { blocks } = applyAll(
    taken,
    missing.map((block_id) => ({ operation: 'delete_block', data: { block_id } })),
  );
  const isKept = (name: string) => !parts.settings.includes(name) || Object.hasOwn(other.settings, name);
  return {
    ...taken,
    blocks,
    settings: Object.fromEntries(Object.entries(taken.settings).filter(([name]) => isKept(name))),
  };
}

const measure = (content: EditorContent): number => JSON.stringify(content).length;
