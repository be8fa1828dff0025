import type { TemplateContent } from '../mail/model/index.ts';
import { encodeLock, encodeUnlock, publishExcept, sendTo } from './channel.ts';
import {
  type BlockPosition,
  columnsOf,
  copyContent,
  findPlace,
  type WireOperation,
} from './editor-content.ts';
import { readOperationTargets, withLocksLifted } from './locks.ts';
import { encodeMessage } from './protocol.ts';
import { lazyMessage, type Message, spellOperation } from './spelling.ts';
import type { Channel, RealtimeSocket } from './state.ts';

/** Sends operations of the server to all sockets of a channel but some. */
export function sendOperations(
  channel: Channel,
  operations: readonly WireOperation[],
  excepted: ReadonlySet<RealtimeSocket>,
  timestamp: number,
): void {
  for (const change of operations) {
    const message = encodeOperation(channel, change, timestamp);
    const send = () => publishExcept(channel, message, excepted);
    withLocksLifted(channel, readOperationTargets(change), send, undefined, (id) => isLeft(change, id));
  }
}

/**
 * Sends operations of the server to one socket. Its editor may show a lock that has ended, so blocks are unlocked first.
 */
export function sendOperationsTo(
  channel: Channel,
  socket: RealtimeSocket,
  operations: readonly WireOperation[],
  timestamp: number,
): void {
  for (const change of operations) {
    const targets = readOperationTargets(change);
    for (const id of targets) sendTo(socket, encodeUnlock(channel, id));
    sendTo(socket, encodeOperation(channel, change, timestamp));
    for (const [userId, blockId] of channel.locks)
      if (targets.includes(blockId) && isLeft(change, blockId))
        sendTo(socket, encodeLock(channel, blockId, userId));
  }
}

function encodeOperation(channel: Channel, change: WireOperation, timestamp: number): Message {
  return lazyMessage((spelling) =>
    encodeMessage('mcp-operation', spellOperation(spelling, { ...change, timestamp }), channel.name),
  );
}

const isLeft = (change: WireOperation, blockId: string): boolean =>
  change.operation !== 'delete_block' || blockId !== change.data.block_id;

/**
 * The operations in a form that editors may apply although they have applied some of them before. A block is deleted before
 * it is added. Blocks that are added or moved go to the end of their list first, and then to their places in order. `goal`:
 * the content after all operations.
 */
export function makeRepeatable(operations: readonly WireOperation[], goal: TemplateContent): WireOperation[] {
  const content = copyContent(goal);
  const placed = new Set<string>();
  for (const { operation, data } of operations) {
    if (operation === 'move_block') placed.add(data.block_id);
    if (operation === 'add_block') placed.add(data.block.id as string);
  }
  const repeatable = withoutCopies(operations.filter(({ operation }) => operation !== 'move_block'));
  const places = [...placed].flatMap((id) => findPlace(content, id) ?? []).sort((a, b) => a.index - b.index);
  const moveTo = ({ list, index, section, column }: BlockPosition, target: number): WireOperation => ({
    operation: 'move_block',
    data: {
      block_id: (list[index] as { id: string }).id,
      index: target,
      ...(section && { section_id: section.id as string, column_index: column }),
    },
  });
  return [
    ...repeatable,
    ...places.map((place) => moveTo(place, place.list.length)),
    ...places.map((place) => moveTo(place, place.index)),
  ];
}

/** Deletes each block before it is added: an editor may show it already, for example after an undo. */
export function withoutCopies(operations: readonly WireOperation[]): WireOperation[] {
  return operations.flatMap((change): WireOperation[] => {
    if (change.operation !== 'add_block') return [change];
    const { block } = change.data;
    const ids = [block, ...columnsOf(block).flat()].map(({ id }) => id as string);
    return [
      ...ids.map((id): WireOperation => ({ operation: 'delete_block', data: { block_id: id } })),
      change,
    ];
  });
}

/** Operations that put all blocks to their places, from any order. */
export function placeAll(content: TemplateContent): WireOperation[] {
  const place = (list: readonly { id: string }[], where: object): WireOperation[] =>
    list.map(({ id }, index) => ({ operation: 'move_block', data: { block_id: id, index, ...where } }));
  const { blocks } = copyContent(content) as unknown as { blocks: { id: string }[] };
  const inSections = blocks.flatMap((block) =>
    columnsOf(block).flatMap((list, column) =>
      place(list as { id: string }[], { section_id: block.id, column_index: column }),
    ),
  );
  return [...place(blocks, {}), ...inSections];
}
