import type { TemplateContent } from '../mail/model/index.ts';
import type { Entry, SentOperation } from './contested.ts';
import { hasEffect, isApplied, WHOLE } from './replay.ts';

/** Operations that are compared with a content, as a bound of the time. */
export const MAX_COMPARED = 5;

export interface SavedContent {
  version: number;
  /** The last operation when it was stored. */
  serial: number;
  saved: TemplateContent | undefined;
  /** See `LiveSave`. */
  isReplaced?: boolean;
  /** See `Unchecked`. */
  heard?: number | undefined;
}

/**
 * Operations up to `serial` whose effect is not in a saved content, because it was sent before them: those of the page that
 * saved, from the first one that is missing, and those of others. What the page had heard of before it came back is not among
 * them: if it lacks that, it has taken it back. What a page announces tells nothing of what it has
 * received, so each side is compared from its last operation back to one that is there.
 */
export function findLater<Sent extends SentOperation>(
  operations: Iterable<Sent>,
  { saved, serial, heard = 0 }: { saved: TemplateContent; serial: number; heard?: number | undefined },
  sockets: ReadonlySet<object>,
): Set<Sent> {
  const later = new Set<Sent>();
  const newer: Sent[] = [];
  const own = { operations: [] as Sent[], left: MAX_COMPARED };
  const others = { operations: [] as Sent[], left: MAX_COMPARED };
  const isPossible = (sent: Sent) => sent.serial > heard && sent.serial <= serial;
  for (const one of [...operations].filter(isPossible).toReversed()) {
    const side = one.sender !== undefined && sockets.has(one.sender) ? own : others;
    side.operations.push(one);
    newer.unshift(one);
    if (one.sender === undefined || side.left === 0) continue;
    side.left = isApplied(one.text, saved) ? 0 : side.left - 1;
    const next = newer.slice(1).filter(({ recipient }) => recipient === undefined);
    if (hasEffect(one.text, next, saved)) for (const missing of side.operations) later.add(missing);
  }
  return later;
}

/** Marks what a page has saved, see `Room.noteSaved`. `received`: the last operation that it has received for sure. */
export function markSaved(
  entries: Iterable<Entry>,
  { serial, received, saved, heard }: Pick<SavedContent, 'serial' | 'saved' | 'heard'> & { received: number },
  sockets: ReadonlySet<object>,
): void {
  const isOwn = ({ sender }: Entry) => sender !== undefined && sockets.has(sender);
  const later = saved === undefined ? new Set() : findLater(entries, { saved, serial, heard }, sockets);
  let isAfterWhole = false;
  for (const entry of entries) {
    const isKept = later.has(entry) || entry.serial > (isOwn(entry) ? serial : received);
    // Applied again, it would remove what follows it.
    isAfterWhole ||= isKept && !entry.isSaved && entry.subject === WHOLE;
    if (!isKept && !isAfterWhole) entry.isSaved = true;
  }
}

/** Whether a content has one of the last operations, and the one before has not, unless that is after the confirmed one. */
export function hasOneOf(
  operations: readonly SentOperation[],
  { saved, before, confirmed }: { saved: TemplateContent; before: TemplateContent; confirmed: number },
): boolean {
  return operations
    .slice(-MAX_COMPARED)
    .some(({ serial, text }) => isApplied(text, saved) && (serial > confirmed || !isApplied(text, before)));
}
