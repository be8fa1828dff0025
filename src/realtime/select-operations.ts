import type { TemplatePage } from '../features/templates/index.ts';
import type { Entry } from './contested.ts';
import { readIds, WHOLE } from './replay.ts';

/** A page and its sockets. */
export interface PageWithSockets {
  page: TemplatePage | undefined;
  sockets: ReadonlySet<object>;
}

/** Whether a page has announced an operation, on its present connection or an earlier one. */
export function isOwn({ sender, page }: Pick<Entry, 'sender' | 'page'>, owner: PageWithSockets): boolean {
  if (sender === undefined) return false;
  return owner.sockets.has(sender) || (page !== undefined && page === owner.page);
}

/**
 * Which operations are applied: those with serials above `after` and up to `last`, and those of `owner` also beyond `last`.
 * None that were kept from one of `sockets`.
 */
export interface Applied {
  after?: number;
  last?: number;
  owner?: PageWithSockets;
  sockets?: ReadonlySet<object>;
}

/** Unsaved operations that were sent to all members, as texts. */
export function selectTexts(
  entries: Iterable<Entry>,
  { after = 0, last = Number.POSITIVE_INFINITY, owner, sockets = new Set() }: Applied = {},
): string[] {
  return selectUnsaved(entries)
    .filter((one) => one.serial > after && (one.serial <= last || (owner && isOwn(one, owner))))
    .filter(({ excepted }) => excepted?.isDisjointFrom(sockets) !== false)
    .map(({ text }) => text);
}

/**
 * Ids of blocks that unsaved operations after `serial` change, without those of a page. Undefined: one of them is a whole content.
 */
export function changedSince(
  entries: Iterable<Entry>,
  serial: number,
  excepted?: PageWithSockets,
): Set<string> | undefined {
  const ids = selectUnsaved(entries)
    .filter((entry) => entry.serial > serial && !(excepted && isOwn(entry, excepted)))
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
