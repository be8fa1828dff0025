import { encodeLock, encodeUnlock, publishExcept, sendTo } from './channel.ts';
import { columnsOf, type WireOperation } from './editor-content.ts';
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

/** Sends operations of the server to one socket. Its editor may show any block as locked. */
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

/** The same operations for editors that may have applied some of them: they would add a block a second time. */
export function makeRepeatable(operations: readonly WireOperation[]): WireOperation[] {
  return operations.flatMap((change) => {
    if (change.operation !== 'add_block') return [change];
    const { block } = change.data;
    const ids = [block, ...columnsOf(block).flat()].map(({ id }) => id as string);
    return [
      ...ids.map((id): WireOperation => ({ operation: 'delete_block', data: { block_id: id } })),
      change,
    ];
  });
}
