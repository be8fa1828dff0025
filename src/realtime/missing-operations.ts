import { parseContentBytes } from '../features/templates/index.ts';
import type { TemplateContent } from '../mail/model/index.ts';
import { copyContent, findPlace, type WireOperation } from './editor-content.ts';
import { replayOn } from './replay.ts';
import { makeRepeatable } from './send-operations.ts';
import { settleContested } from './settle-contested.ts';
import type { Channel, RealtimeSocket } from './state.ts';
import { findOperations, isTooLarge, translateChange, translateOrReplace } from './wire-operations.ts';

/**
 * The operations that a page lacks after it was cut off. They turn what it shows, with what it has announced since it came
 * back, into the canvas.
 */
export function findMissing(
  { before, stored, base }: Record<'before' | 'stored', Uint8Array> & { base: Uint8Array | undefined },
  { room, pages }: Channel,
  socket: RealtimeSocket,
): { operations: WireOperation[]; goal: TemplateContent } {
  const page = pages.get(socket);
  const canvas = base && room.apply(parseContentBytes(base));
  const goal = canvas ?? parseContentBytes(stored);
  const doubtful = page && !isTooLarge(before, stored) ? room.findDoubtful(page, goal) : undefined;
  const confirm = settleContested(doubtful, goal);
  if (base === undefined || canvas === undefined)
    return { operations: [...findOperations(before, stored), ...confirm], goal };
  const known = page && !page.hasOwnContent && page.version === room.baseVersion ? page : undefined;
  // It shows what it has announced itself, also if it has not answered since.
  const owner = { page: known, sockets: new Set([socket]) };
  const announced = { last: known ? room.receivedBy(known) : 0, owner };
  const shown = isTooLarge(before, base) ? undefined : room.apply(parseContentBytes(before), announced);
  const operations = translateOrReplace(canvas, shown);
  return { operations: [...operations, ...confirm], goal };
}

/**
 * The operations that add to a whole content what its page had not received when it sent it. Without them, an undo of one
 * user would undo what others have changed in the same moment.
 */
export function addUnreceived(sent: unknown, unreceived: readonly string[]): WireOperation[] {
  const content = Object(sent) as TemplateContent;
  const [before, goal] = [replayOn(content, []), replayOn(content, unreceived)];
  if (before === undefined || goal === undefined || Bun.deepEquals(before, goal)) return [];
  return makeRepeatable(translateOrReplace(goal, before), goal);
}

/**
 * The same for a whole content that a page has sent after it came back, before it got what it lacked. `before`: what it
 * showed.
 */
export function addMissed(
  { before, base }: Record<'before' | 'base', Uint8Array>,
  { room, pages }: Channel,
  socket: RealtimeSocket,
): WireOperation[] {
  const whole = isTooLarge(before, base) ? undefined : room.findWhole(socket, parseContentBytes(base));
  if (whole === undefined) return [];
  const missed = translateChange(parseContentBytes(before), whole.before) ?? [];
  const texts = missed.map((operation) => JSON.stringify(operation));
  return addUnreceived(
    whole.sent,
    texts.filter((text) => !room.isLastBy(pages.get(socket), text)),
  );
}

/** A block that the members have deleted and somebody has changed meanwhile is added again, as in `goal`. */
export function addDeleted(
  operations: readonly WireOperation[],
  canvas: TemplateContent,
  goal: TemplateContent,
): WireOperation[] {
  const shown = copyContent(canvas);
  const whole = copyContent(goal);
  return operations.map((change) => {
    if (change.operation !== 'update_block') return change;
    const place = findPlace(whole, change.data.block_id);
    if (place === undefined || findPlace(shown, change.data.block_id) !== undefined) return change;
    const { list, index, section, column } = place;
    const data = { index, block: list[index] as Record<string, unknown> };
    const inSection = section && { section_id: section.id as string, column_index: column };
    return { operation: 'add_block', data: { ...inSection, ...data } };
  });
}
