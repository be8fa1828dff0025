import type { MakeId } from '../defaults.ts';
import { addFault, type FaultList } from '../faults.ts';
import { CONTENT_TOO_LARGE, MAX_CONTENT_BYTES } from '../read-content.ts';
import type { ContentTree } from './tree.ts';

/** How to edit. */
export interface EditOptions {
  /** Makes the id of a block, icon, item, row or cell without one. */
  makeId: MakeId;
  /**
   * Fields and block types this service does not know: an agent's are mistakes (`refuse`, the default), a person's
   * come from a newer editor.
   */
  unknown?: 'keep' | 'refuse';
  /** The blocks of saved modules by id, without ids of their own. */
  modules?: ReadonlyMap<string, readonly unknown[]>;
}

/** The state of a batch. */
export interface EditRun {
  tree: ContentTree;
  settings: unknown;
  faults: FaultList;
  /** Makes ids that no block has. */
  makeId: MakeId;
  unknown: 'keep' | 'refuse';
  modules: ReadonlyMap<string, readonly unknown[]>;
  /** Ids of touched blocks in order; some may have been deleted since. */
  added: Set<string>;
  updated: Set<string>;
  moved: Set<string>;
  deleted: Set<string>;
  /** Whether an added block was refused: then an unknown id in a later operation is not reported. */
  hasFailedAdd: boolean;
  isTooLarge: boolean;
  /** Characters of JSON written so far, and the operation that wrote most of them. */
  written: number;
  largest: { path: string; size: number } | undefined;
}

/** Beyond this the outcome is too large, or most of the work is undone again by later operations. */
const MAX_WRITTEN = 4 * MAX_CONTENT_BYTES;
/** Minimum cost of touching a block, in characters, so that the number of touched blocks is limited too. */
const TOUCH_COST = 100;

/** Names the operation to blame. */
export const WRITES_MOST = 'Of the operations, this one writes most.';

/** Starts a batch. */
export function startRun(tree: ContentTree, settings: unknown, options: EditOptions): EditRun {
  return {
    tree,
    settings,
    faults: { kept: [], total: 0 },
    makeId: makeFreeIds(tree, options.makeId),
    unknown: options.unknown ?? 'refuse',
    modules: options.modules ?? new Map(),
    added: new Set(),
    updated: new Set(),
    moved: new Set(),
    deleted: new Set(),
    hasFailedAdd: false,
    isTooLarge: false,
    written: 0,
    largest: undefined,
  };
}

/**
 * Counts what an operation is about to write. A small batch can write one long text into thousands of blocks, so
 * the size is checked before writing. What alone is larger than a content is refused without writing that content's JSON.
 * @returns false, with a fault added, when the limit is exceeded
 */
export function allowWriting(run: EditRun, path: string, value: unknown, blocks: number): boolean {
  const length = JSON.stringify(value).length;
  const size = (length + TOUCH_COST) * blocks;
  run.written += size;
  if (size > (run.largest?.size ?? 0)) run.largest = { path, size };
  if (length > MAX_CONTENT_BYTES && run.faults.total === 0) {
    refuseSize(run, path, `${CONTENT_TOO_LARGE} ${WRITES_MOST}`);
    return false;
  }
  if (run.written <= MAX_WRITTEN) return true;
  const message = `Up to this one, the operations write more than ${MAX_WRITTEN / 2 ** 20} MB, counting every block they change; split them into several calls.`;
  refuseSize(run, path, message);
  return false;
}

/** Adds a fault about size. */
export function refuseSize(run: EditRun, path: string, message: string): void {
  run.isTooLarge = true;
  addFault(run.faults, path, message);
}

/** Short random ids may collide. After some tries the duplicate is left for the check of ids to report. */
function makeFreeIds(tree: ContentTree, makeId: MakeId): MakeId {
  const made = new Set<string>();
  return () => {
    let id = makeId();
    for (let tries = 0; tries < 100 && (made.has(id) || tree.nodeOfId.has(id)); tries += 1) id = makeId();
    made.add(id);
    return id;
  };
}
