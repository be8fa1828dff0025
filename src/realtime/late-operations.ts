import type { TemplatePage } from '../features/templates/index.ts';
import type { TemplateContent } from '../mail/model/index.ts';
import type { Entry } from './contested.ts';
import { hasEffect, isApplied, WHOLE } from './replay.ts';
import { isOwn, type PageWithSockets } from './select-operations.ts';

/** How many operations are compared with a content. It bounds the time. */
export const MAX_COMPARED = 5;

/** A socket whose next save is compared with the canvas. */
export interface Unchecked {
  /** The last operation before it joined. */
  joinedAt: number;
  /** The last operation that its page had received on an earlier connection. */
  receivedBefore: number;
}

/** A saved content that operations are compared with. */
export interface ComparedSave {
  saved: TemplateContent;
  /** The last operation when it was stored. */
  serial: number;
  /** Undefined if the page has saved on this connection already. */
  unchecked?: Unchecked | undefined;
}

export interface SavedContent extends Omit<ComparedSave, 'saved'> {
  version: number;
  saved: TemplateContent | undefined;
  /** See `LiveSave`. */
  isReplaced?: boolean;
}

/**
 * Operations up to `serial` whose effect a saved content does not have, because the page sent the save before it had them:
 * own operations of the page, from the first missing one on, and operations of others. What the page had received or
 * announced before it was cut off counts as present: if the content lacks its effect, the user has changed it since.
 * An own operation does not tell which operations of others the page had received. So own ones and those of others are
 * searched separately, each from the last one back to the first that set a value which the content has.
 */
export function findLater(
  entries: Iterable<Entry>,
  { saved, serial, unchecked }: ComparedSave,
  saver: PageWithSockets,
): Set<Entry> {
  const later = new Set<Entry>();
  const newer: Entry[] = [];
  const own = { operations: [] as Entry[], left: MAX_COMPARED };
  const others = { operations: [] as Entry[], left: MAX_COMPARED };
  const { joinedAt = 0, receivedBefore = 0 } = unchecked ?? {};
  const isPossible = (one: Entry) =>
    one.serial <= serial && one.serial > (isOwn(one, saver) ? joinedAt : receivedBefore);
  for (const one of [...entries].filter(isPossible).toReversed()) {
    const side = isOwn(one, saver) ? own : others;
    side.operations.push(one);
    newer.unshift(one);
    if (one.sender === undefined || side.left === 0) continue;
    // Moving a block to its place, or deleting one that is not there, does not show that the page had received it.
    side.left = !one.setsPlaces && isApplied(one.text, saved) ? 0 : side.left - 1;
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
    unchecked,
  }: Pick<SavedContent, 'serial' | 'saved' | 'unchecked'> & { received: number },
  saver: PageWithSockets,
): void {
  const later = saved === undefined ? new Set() : findLater(entries, { saved, serial, unchecked }, saver);
  let isAfterWhole = false;
  for (const entry of entries) {
    const isKept = later.has(entry) || entry.serial > (isOwn(entry, saver) ? serial : received);
    // A whole content that is applied again removes the effect of what follows it. So that stays unsaved too.
    isAfterWhole ||= isKept && !entry.isSaved && entry.subject === WHOLE;
    if (!isKept && !isAfterWhole) entry.isSaved = true;
  }
}

/**
 * Sets how to tell whether a save was made from the version that a page has just received, or from its earlier version
 * (`TemplatePage.earlier`). It was made from the newer one if it has the effect of an operation that was announced after
 * that version, and the earlier version lacks this effect. For an operation that is announced from now on, it is enough if
 * the newer version lacks it: then it restores what the earlier one had.
 * `confirmed`: the last operation now. `sent`: the last one before the version was sent.
 */
export function followEarlier(
  entries: Iterable<Entry>,
  page: TemplatePage,
  { confirmed, sent }: { confirmed: number; sent: number },
): void {
  if (page.earlier === undefined) return;
  page.earlier.isPast ??= (saved, { earlier, newer }) => {
    const isLater = (entry: Entry) => entry.serial > (entry.page === page ? confirmed : sent);
    const later = [...entries].filter((entry) => entry.sender !== undefined && isLater(entry));
    return later
      .slice(-MAX_COMPARED)
      .some(
        ({ serial, text }) =>
          isApplied(text, saved) &&
          (!isApplied(text, earlier) || (serial > confirmed && !isApplied(text, newer))),
      );
  };
}
