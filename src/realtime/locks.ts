import { encodeLock, encodeUnlock, publish } from './channel.ts';
import type { Channel, RealtimeSocket } from './state.ts';

/** Longer ids of blocks are not remembered. */
const MAX_ID_LENGTH = 200;

/** Blocks remembered per channel. Beyond it, all are forgotten, which costs one message for each. */
const MAX_SETTLED_BLOCKS = 1_000;

const LOCK = 'client-block_locked';
const UNLOCK = 'client-block_unlocked';

export const isLockEvent = (event: string): boolean => event === LOCK || event === UNLOCK;

/**
 * Follows the selections of a channel as clients do: a lock is the block that a user has selected, so each user has one at
 * most, and a lock ends with the message of its own user only. Two users can have a block selected for a moment: the
 * client of the first deselects it when it hears of the second.
 * @returns whether clients may hear the event: `refused` if it locks a block for another user, `ignored` if it unlocks a
 * block that others have locked
 */
export function trackLocks(
  channel: Channel,
  userId: string,
  event: string,
  data: unknown,
): 'relay' | 'ignored' | 'refused' {
  const { blockId, userId: named } = Object(data) as { blockId?: unknown; userId?: unknown };
  if (typeof blockId !== 'string' || blockId.length > MAX_ID_LENGTH) return 'refused';
  if (event === LOCK) {
    if (named !== userId) return 'refused';
    channel.locks.delete(userId);
    channel.locks.set(userId, blockId);
    return 'relay';
  }
  const isOwn = channel.locks.get(userId) === blockId;
  if (isOwn) channel.locks.delete(userId);
  // After a restart of the server nothing is known of locks that clients still show.
  return isOwn || holdersOf(channel, blockId).length === 0 ? 'relay' : 'ignored';
}

/** Sends the locks that other users have on a block, if clients have just unlocked it. */
export function sendRemainingLocks(
  channel: Channel,
  event: string,
  data: unknown,
  except: RealtimeSocket,
): void {
  if (event !== UNLOCK) return;
  const { blockId } = data as { blockId: string };
  for (const holder of holdersOf(channel, blockId)) {
    publish(channel, encodeLock(channel, blockId, holder), except);
  }
}

/** The blocks that a client checks for locks before it applies an operation of another user. */
export function readOperationTargets(operation: unknown): string[] {
  const { data } = Object(operation) as { data?: unknown };
  const { block_id, section_id } = Object(data) as Record<string, unknown>;
  return [block_id, section_id].filter((id) => typeof id === 'string');
}

/**
 * Sends operations on blocks that a user may have selected. Clients drop operations on locked blocks, even those of the
 * user who holds the lock, and their contents would differ from then on. So the locks are lifted while `send` runs. Blocks
 * without a lock are unlocked once too: a client that was cut off may still show the lock of a user who has left.
 * `isLeft`: whether the block still exists afterwards and is locked again.
 */
export function withLocksLifted(
  channel: Channel,
  targets: readonly string[],
  send: () => void,
  except?: RealtimeSocket,
  isLeft: (blockId: string) => boolean = () => true,
): void {
  const blockIds = [...new Set(targets)];
  for (const blockId of blockIds) {
    const isFirst = settle(channel, blockId);
    if (isFirst || holdersOf(channel, blockId).length > 0) {
      publish(channel, encodeUnlock(channel, blockId), except);
    }
  }
  send();
  for (const blockId of blockIds) {
    for (const userId of holdersOf(channel, blockId)) {
      if (isLeft(blockId)) publish(channel, encodeLock(channel, blockId, userId), except);
      else channel.locks.delete(userId);
    }
  }
}

/** In the order of locking: clients show the last one. */
function holdersOf({ locks }: Channel, blockId: string): string[] {
  const holders: string[] = [];
  for (const [userId, locked] of locks) if (locked === blockId) holders.push(userId);
  return holders;
}

/** Remembers a block until the next client joins. Returns whether it was not yet remembered. */
function settle({ settledBlocks }: Channel, blockId: string): boolean {
  if (settledBlocks.has(blockId)) return false;
  if (settledBlocks.size >= MAX_SETTLED_BLOCKS) settledBlocks.clear();
  if (blockId.length <= MAX_ID_LENGTH) settledBlocks.add(blockId);
  return true;
}
