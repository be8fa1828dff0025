import type { TemplateContent } from '../mail/model/index.ts';
import type { Entry, SentOperation } from './contested.ts';
import { hasEffect, isApplied, WHOLE } from './replay.ts';

/** How many operations are compared with a content. It bounds the time. */
export const MAX_COMPARED = 5;

export interface SavedContent {
  version: number;
  /** The last operation when it was stored. */
  serial: number;
  saved: TemplateContent | undefined;
  /** See `LiveSave`. */
  isReplaced?: boolean;
  /** See `Unchecked`. */
  receivedBefore?: number | undefined;
}

/**
 * Operations up to `serial` whose effect a saved content does not have, because the page sent the save before it had them:
 * own operations of the page, from the first missing one on, and operations of others. An operation up to `receivedBefore`
 * counts as present: the page had it before it was cut off, so if the content lacks its effect, the user has undone it.
 * An own operation does not tell which operations of others the page had received. So own ones and those of others are
 * searched separately, each from the last one back to the first whose effect the content has.
 */
export function findLater<Sent extends SentOperation>(
  operations: Iterable<Sent>,
  {
    saved,
    serial,
    receivedBefore = 0,
  }: { saved: TemplateContent; serial: number; receivedBefore?: number | undefined },
  sockets: ReadonlySet<object>,
): Set<Sent> {
  const later = new Set<Sent>();
  const newer: Sent[] = [];
  const own = { operations: [] as Sent[], left: MAX_COMPARED };
  const others = { operations: [] as Sent[], left: MAX_COMPARED };
  const isPossible = (sent: Sent) => sent.serial > receivedBefore && sent.serial <= serial;
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

/**
 * Marks the operations that a saved content has, see `Room.noteSaved`. `received`: the last one that the page has received.
 */
export function markSaved(
  entries: Iterable<Entry>,
  {
    serial,
    received,
    saved,
    receivedBefore,
  }: Pick<SavedContent, 'serial' | 'saved' | 'receivedBefore'> & { received: number },
  sockets: ReadonlySet<object>,
): void {
  const isOwn = ({ sender }: Entry) => sender !== undefined && sockets.has(sender);
  const later =
    saved === undefined ? new Set() : findLater(entries, { saved, serial, receivedBefore }, sockets);
  let isAfterWhole = false;
  for (const entry of entries) {
    const isKept = later.has(entry) || entry.serial > (isOwn(entry) ? serial : received);
    // A whole content that is applied again removes the effect of what follows it. So that stays unsaved too.
    isAfterWhole ||= isKept && !entry.isSaved && entry.subject === WHOLE;
    if (!isKept && !isAfterWhole) entry.isSaved = true;
  }
}

/**
 * Whether a saved content has the effect of one of the last operations, and the version before has not. For an operation
 * after the serial `confirmed`, the version before does not count.
 */
export function hasOneOf(
  operations: readonly SentOperation[],
  { saved, before, confirmed }: { saved: TemplateContent; before: TemplateContent; confirmed: number },
): boolean {
  return operations
    .slice(-MAX_COMPARED)
    .some(({ serial, text }) => isApplied(text, saved) && (serial > confirmed || !isApplied(text, before)));
}
