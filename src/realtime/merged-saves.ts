import { parseContentBytes, type TemplatePage } from '../features/templates/index.ts';
import type { TemplateContent } from '../mail/model/index.ts';
import type { WireOperation } from './editor-content.ts';
import type { Room } from './room.ts';
import { makeRepeatable } from './send-operations.ts';
import { settleContested } from './settle-contested.ts';
import type { RealtimeSocket } from './state.ts';
import { findOperations, isTooLarge, translateOrReplace } from './wire-operations.ts';

/** A save that was merged. */
interface MergedSave {
  page: TemplatePage;
  sockets: ReadonlySet<RealtimeSocket>;
  version: number;
  /** The last operation in the room when it was stored. */
  serial: number;
  /** What the page has sent, and what was stored. */
  shown: Uint8Array;
  stored: Uint8Array;
}

/**
 * Notes a merged save in the room. Returns the operations that its page and the others need, so that all show the same: the
 * stored content with the announced operations that are not saved yet. `canvas`: undefined if all operations are saved.
 */
export function noteMerged(
  room: Room,
  canvas: TemplateContent | undefined,
  { page, sockets, version, serial, shown, stored }: MergedSave,
): Record<'forPage' | 'forOthers', WireOperation[]> {
  const goal = parseContentBytes(stored);
  const isLast = (room.version ?? 0) <= version;
  if (isTooLarge(shown, stored) || !isLast)
    return { forPage: makeRepeatable(findOperations(shown, stored), goal), forOthers: [] };
  const saved = parseContentBytes(shown);
  // A page that announces nothing may also ignore what others announce.
  const isLive = canvas !== undefined && page.isCollaborating;
  const contested = isLive ? room.findContested() : undefined;
  if (isLive) room.noteSaved({ version, serial, saved }, { page, sockets });
  const target = canvas === undefined ? goal : (room.apply(goal) ?? goal);
  // What the page has announced and received since it sent the save is still on it.
  const own = isLive ? room.apply(saved, { sockets }) : saved;
  const forOthers = isLive ? makeRepeatable(translateOrReplace(target, canvas), goal) : [];
  const forPage = makeRepeatable(translateOrReplace(target, own), goal);
  const settled = settleContested(contested, target);
  if (contested?.places) room.arePlacesContested = false;
  const confirmed = settleContested(room.findDoubtful(page, target, true), target);
  return { forPage: [...forPage, ...settled, ...confirmed], forOthers: [...forOthers, ...settled] };
}
