import type { ContentTree, TreeNode } from '../edit/tree.ts';
import type { FieldChange } from './diff-fields.ts';
import type { BlockPairs } from './match-blocks.ts';

/** A block that is not what or where it was: added without `before`, removed without `after`. */
export interface BlockChange {
  before?: TreeNode;
  after?: TreeNode;
  /** Whether it has to be moved for the others to be in order. */
  isMoved: boolean;
  /** What in it changed; the blocks inside a section are changes of their own. */
  fields: FieldChange[];
}

/** What two contents differ in, for the functions that present it: see `listChanges` and `describeDiff`. */
export interface ContentDiff {
  before: ContentTree;
  after: ContentTree;
  pairs: BlockPairs;
  /** In reading order; removed blocks come where they were. */
  blocks: BlockChange[];
  settings: FieldChange[];
  /** Fields of the content beside blocks and settings, which only editors newer than this service write. */
  others: FieldChange[];
}

/** How much changed; a block may have both moved and changed. */
export interface DiffSummary {
  added: number;
  removed: number;
  moved: number;
  changed: number;
  /** Settings that changed. */
  settings: number;
}

/** How many blocks and settings a diff is about. */
export function summarizeDiff({ blocks, settings }: ContentDiff): DiffSummary {
  const count = (isIt: (change: BlockChange) => boolean): number => blocks.filter(isIt).length;
  return {
    added: count(({ before }) => before === undefined),
    removed: count(({ after }) => after === undefined),
    moved: count(({ isMoved }) => isMoved),
    changed: count(({ fields }) => fields.length > 0),
    settings: settings.length,
  };
}
