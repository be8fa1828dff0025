import type { TemplatePage } from '../features/templates/index.ts';
import type { Entry, SentOperation } from './contested.ts';
import type { WireOperation } from './editor-content.ts';
import { type ClientOperation, parseOperation } from './replay.ts';

/** Where an operation comes from. */
export interface Arrival {
  /** The socket. */
  sender: object;
  page: TemplatePage;
  /** The last operation that the sender had received, or that was sent before it joined. */
  received: number;
}

/**
 * What the sender of an operation shows in the place of its own values: the server had sent others to all members before it
 * arrived, so the page of the sender applies those after its own. Undefined if there are none. Values that its own page has
 * saved do not count.
 */
export function findOvertaking(
  entries: Iterable<Entry>,
  { operation, data }: ClientOperation,
  { sender, page, received }: Arrival,
): WireOperation | undefined {
  if (operation !== 'update_block' && operation !== 'update_settings') return undefined;
  const { block_id, updates: set } = data as { block_id?: unknown; updates?: unknown };
  const updates = new Map<string, unknown>();
  for (const sent of entries) {
    const isLater = sent.serial > received && sent.sender !== sender && sent.page !== page;
    if (!isLater || sent.recipient !== undefined || sent.excepted?.has(sender)) continue;
    // What only members have set is contested, until one of them saves.
    for (const [name, value] of Object.entries(readUpdates(sent, { operation, block_id })))
      if (Object.hasOwn(Object(set), name) && (sent.sender === undefined || updates.has(name)))
        updates.set(name, value);
  }
  if (updates.size === 0) return undefined;
  return { operation, data: { block_id, updates: Object.fromEntries(updates) } } as WireOperation;
}

interface OvertakenSave {
  page: TemplatePage;
  /** The last operation in the room when it was stored. */
  serial: number;
  /** The last operation that the page had surely received when it sent the save. */
  received: number;
}

/**
 * The operations for what a page has saved, without the values that were announced later and that the members have received
 * already: by the page since it was stored, or by others before the page received them.
 */
export function withoutOvertaken(
  entries: Iterable<Entry>,
  operations: readonly WireOperation[],
  { page, serial, received }: OvertakenSave,
): WireOperation[] {
  const isLater = (one: Entry) =>
    one.page === page ? one.serial > serial : one.sender !== undefined && one.serial > received;
  const later = [...entries].filter(isLater);
  return operations.flatMap((one): WireOperation[] => {
    const { operation } = one;
    if (operation !== 'update_block' && operation !== 'update_settings') return [one];
    const { block_id, updates } = one.data as { block_id?: string; updates: Record<string, unknown> };
    const replaced = new Set(
      later.flatMap((sent) => Object.keys(readUpdates(sent, { operation, block_id }))),
    );
    const left = Object.entries(updates).filter(([name]) => !replaced.has(name));
    if (left.length === 0) return [];
    return [{ ...one, data: { ...one.data, updates: Object.fromEntries(left) } } as WireOperation];
  });
}

/** The values that an operation sets, if it is of this kind and about this block. */
function readUpdates(
  { text }: SentOperation,
  { operation, block_id }: { operation: string; block_id: unknown },
): object {
  // Parsing takes longer.
  if (!text.includes(operation)) return {};
  const { operation: kind, data } = parseOperation(text);
  return kind === operation && data.block_id === block_id ? Object(data.updates) : {};
}
