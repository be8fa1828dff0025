import { parseContentBytes } from '../features/templates/index.ts';
import { mergeContents, type TemplateContent } from '../mail/model/index.ts';
import { columnsOf, copyContent, type EditorContent, type WireOperation } from './editor-content.ts';
import type { Unchecked } from './late-operations.ts';
import { describePlaces, replayAll } from './replay.ts';
import type { Room } from './room.ts';
import type { PageWithSockets } from './select-operations.ts';
import { makeRepeatable } from './send-operations.ts';
import { isTooLarge, replaceAll, translateChange, translateOrReplace } from './wire-operations.ts';

interface UnannouncedSave extends PageWithSockets {
  unchecked: Unchecked;
  /** The last operation in the room when it was stored. */
  serial: number;
}

/** The operations for what a page has saved and has not announced. `isForAll`: the page that saved needs them too. */
export function findUnannounced(
  room: Room,
  change: Record<'base' | 'saved', Uint8Array>,
  save: UnannouncedSave,
): { operations: WireOperation[]; isForAll: boolean } {
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
    return { operations: mergeIntoCanvas({ shown, saved, canvas }), isForAll: true };
  // What it has announced since it sent the save may be about a block that the others do not have yet.
  const shownNow = room.apply(saved, { after: serial, last: serial, owner: save }) ?? saved;
  const operations = shown && translateChange(shown, shownNow);
  if (operations !== undefined) {
    const unannounced = withoutAnnounced(operations, room, { ...save, serial });
    return { operations: makeRepeatable(unannounced, shownNow), isForAll: false };
  }
  const whole = room.apply(saved, { after: joinedAt });
  return { operations: whole === undefined ? [] : [replaceAll(whole)], isForAll: false };
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

/** Leaves out blocks that others have changed since the page joined or saved. */
function withoutAnnounced(
  operations: readonly WireOperation[],
  room: Room,
  save: UnannouncedSave,
): WireOperation[] {
  const byOthers = room.changedSince(Math.min(save.unchecked.joinedAt, save.serial), save);
  const hasWhole = room.changedSince(save.serial) === undefined;
  if (byOthers === undefined || hasWhole) return [];
  return operations.filter((operation) => !readChanged(operation).some((id) => byOthers.has(id)));
}

/** The blocks an operation changes. */
function readChanged({ data }: WireOperation): string[] {
  if ('block_id' in data) return [data.block_id];
  return 'block' in data ? [data.block.id as string] : [];
}
