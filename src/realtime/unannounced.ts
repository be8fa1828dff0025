import { parseContentBytes } from '../features/templates/index.ts';
import { mergeContents, type TemplateContent } from '../mail/model/index.ts';
import { columnsOf, copyContent, type EditorContent, type WireOperation } from './editor-content.ts';
import type { Unchecked } from './late-operations.ts';
import {
  type ClientOperation,
  describePlaces,
  idsOf,
  parseOperation,
  readOperation,
  replayAll,
  replayOn,
  WHOLE,
} from './replay.ts';
import type { Room } from './room.ts';
import type { PageWithSockets } from './select-operations.ts';
import { makeRepeatable } from './send-operations.ts';
import { isTooLarge, replaceAll, translateChange, translateOrReplace } from './wire-operations.ts';

/** What operations may change besides blocks. */
const SETTINGS = Symbol('settings');

interface UnannouncedSave extends PageWithSockets {
  unchecked: Unchecked;
  /** The last operation in the room when it was stored. */
  serial: number;
}

export interface Unannounced {
  operations: WireOperation[];
  /** The page that saved needs them too. */
  isForAll: boolean;
  /** What the page shows by now of the blocks that it had not announced. */
  goal: TemplateContent;
}

/** The operations for what a page has saved and has not announced. */
export function findUnannounced(
  room: Room,
  change: Record<'base' | 'saved', Uint8Array>,
  save: UnannouncedSave,
): Unannounced {
  const { sockets } = save;
  const { joinedAt } = save.unchecked;
  const saved = parseContentBytes(change.saved);
  const base = isTooLarge(change.base, change.saved) ? undefined : parseContentBytes(change.base);
  // The page may have announced more since it sent the save.
  const serial = base === undefined ? save.serial : room.lastIn({ ...save, saved }, save);
  const shown = base && room.apply(base, { last: serial });
  const canvas = base && room.apply(base);
  const isMerged = room.hasWholeAfter(Math.min(serial, joinedAt), sockets);
  if (shown !== undefined && canvas !== undefined && isMerged)
    return { operations: mergeIntoCanvas({ shown, saved, canvas }), isForAll: true, goal: saved };
  const operations = shown && translateChange(shown, saved);
  if (operations !== undefined) return withLater(operations, saved, room, { ...save, serial });
  const whole = room.apply(saved, { after: joinedAt });
  return { operations: whole === undefined ? [] : [replaceAll(whole)], isForAll: false, goal: saved };
}

/** Whether a canvas has, after these operations, the blocks of a content in other places. */
export function hasSameElsewhere(
  canvas: TemplateContent,
  operations: readonly WireOperation[],
  content: TemplateContent,
): boolean {
  const texts = operations.map((operation) => JSON.stringify(operation));
  try {
    const shown = [...replayAll(canvas, texts)].at(-1) as EditorContent;
    const wanted = copyContent(content);
    return (
      Bun.deepEquals(listIds(shown), listIds(wanted)) && describePlaces(shown) !== describePlaces(wanted)
    );
  } catch {
    return false;
  }
}

const listIds = ({ blocks }: EditorContent): unknown[] =>
  blocks
    .flatMap((block) => [block.id, ...columnsOf(block).flatMap((list) => list.map(({ id }) => id))])
    .sort();

/**
 * The operations for all members, also the one that saved, if somebody has sent a whole content that the save may not have.
 * What the page changed while it was cut off is merged into the canvas.
 */
function mergeIntoCanvas({
  shown,
  saved,
  canvas,
}: Record<'shown' | 'saved' | 'canvas', TemplateContent>): WireOperation[] {
  const { content: goal = saved } = mergeContents(shown, saved, canvas);
  return makeRepeatable([...translateOrReplace(goal, canvas), ...translateOrReplace(goal, saved)], goal);
}

/**
 * The operations on blocks that others have not changed since the page joined. They are followed again by what the page has
 * announced about the same blocks since it saved: the others have applied that to what they had before. Only moves of blocks
 * that the others lack are repeated, because they have moved the other ones already.
 */
function withLater(
  operations: readonly WireOperation[],
  saved: TemplateContent,
  room: Room,
  save: UnannouncedSave,
): Unannounced {
  const { serial } = save;
  const found = { operations: [], isForAll: false, goal: saved };
  const byOthers = room.changedSince(Math.min(save.unchecked.joinedAt, serial), save);
  const later = room.texts({ after: serial, last: serial, owner: save }).map(parseOperation);
  if (byOthers === undefined || later.some(({ operation }) => operation === WHOLE)) return found;
  const known = byOthers.union(idsWith('add_block', later));
  const moved = known.union(idsWith('move_block', later));
  const lacking = operations.filter((one) => {
    const excepted = one.operation === 'move_block' ? moved : known;
    return idsOf(readOperation(one)).every((id) => !excepted.has(id));
  });
  const changes = lacking.map(readOperation);
  const [targets, added] = [new Set(changes.flatMap(readTargets)), idsWith('add_block', changes)];
  const again = later.filter((one) =>
    readTargets(one).some((target) => (one.operation === 'move_block' ? added : targets).has(target)),
  );
  const texts = again.map((one) => JSON.stringify(one));
  return {
    ...found,
    operations: [...makeRepeatable(lacking, saved), ...(again as WireOperation[])],
    goal: replayOn(saved, texts) ?? saved,
  };
}

/** The ids of the blocks that operations of a kind name. */
const idsWith = (kind: string, changes: readonly ClientOperation[]): Set<string | symbol> =>
  new Set(changes.filter(({ operation }) => operation === kind).flatMap(idsOf));

/** The ids of the blocks that an operation changes, or `SETTINGS`. */
const readTargets = (change: ClientOperation): (string | symbol)[] =>
  change.operation === 'update_settings' ? [SETTINGS] : idsOf(change);
