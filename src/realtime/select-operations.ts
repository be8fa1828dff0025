import type { TemplatePage } from '../features/templates/index.ts';
import type { Entry } from './contested.ts';
import { readIds, WHOLE } from './replay.ts';

/**
 * Which operations are applied: those with serials above `after` and up to `last`, all of `sender` and `page`, and none that
 * were kept from one of `sockets`.
 */
export interface Applied {
  after?: number;
  last?: number;
  sender?: object;
  page?: TemplatePage | undefined;
  sockets?: ReadonlySet<object>;
}

/** Unsaved operations that were sent to all members, as texts. */
export function selectTexts(
  entries: Iterable<Entry>,
  { after = 0, last = Number.POSITIVE_INFINITY, sender, page, sockets = new Set() }: Applied = {},
): string[] {
  const isOwn = (one: Entry) => (sender && one.sender === sender) || (page && one.page === page);
  return selectUnsaved(entries)
    .filter((one) => one.serial > after && (one.serial <= last || isOwn(one)))
    .filter(({ excepted }) => excepted?.isDisjointFrom(sockets) !== false)
    .map(({ text }) => text);
}

/**
 * Ids of blocks that unsaved operations after `serial` change, without those of some senders. Undefined: any block may be
 * changed.
 */
export function changedSince(
  entries: Iterable<Entry>,
  serial: number,
  excepted: ReadonlySet<object> = new Set(),
): Set<string> | undefined {
  const ids = selectUnsaved(entries)
    .filter((entry) => entry.serial > serial && !(entry.sender && excepted.has(entry.sender)))
    .flatMap(({ text }) => readIds(text) ?? [undefined]);
  return ids.includes(undefined) ? undefined : new Set(ids as string[]);
}

/** Whether another sender has sent a whole content after `serial` that is not saved yet. */
export function hasWholeAfter(
  entries: Iterable<Entry>,
  serial: number,
  excepted: ReadonlySet<object>,
): boolean {
  const isOther = ({ sender }: Entry) => sender === undefined || !excepted.has(sender);
  return [...entries].some(
    (entry) => entry.subject === WHOLE && entry.serial > serial && !entry.isSaved && isOther(entry),
  );
}

const selectUnsaved = (entries: Iterable<Entry>): Entry[] =>
  [...entries].filter(({ recipient, isSaved }) => recipient === undefined && !isSaved);
