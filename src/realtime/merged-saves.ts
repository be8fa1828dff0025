import { parseContentBytes, type TemplatePage } from '../features/templates/index.ts';
import type { TemplateContent } from '../mail/model/index.ts';
import type { WireOperation } from './editor-content.ts';
import { findOperations, isTooLarge, leadTo, settleContested } from './missing-operations.ts';
import type { Room } from './room.ts';
import { makeRepeatable } from './send-operations.ts';
import type { RealtimeSocket } from './state.ts';

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
 * Notes a merged save in the room. Returns the operations that lead its page, and the others, to what all shall show: what
 * was stored, with what members have announced and not yet saved. `canvas`: what the others show; undefined if nothing is
 * unsaved.
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
  // A page that has announced nothing may ignore what others announce, so it may lack what it has received.
  const isLive = canvas !== undefined && page.isCollaborating;
  const contested = isLive ? room.findContested() : undefined;
  if (isLive) room.noteSaved({ version, serial, saved }, sockets, page);
  const target = canvas === undefined ? goal : (room.apply(goal) ?? goal);
  // What the page has announced, and got from others, since it sent the save stays.
  const own = isLive ? room.apply(saved, { sockets }) : saved;
  const forOthers = isLive ? makeRepeatable(leadTo(target, canvas), goal) : [];
  const forPage = makeRepeatable(leadTo(target, own), goal);
  const settled = settleContested(contested, target);
  const confirmed = settleContested(room.findDoubtful(page, target, true), target);
  return { forPage: [...forPage, ...settled, ...confirmed], forOthers: [...forOthers, ...settled] };
}
