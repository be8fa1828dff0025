import { encodeLock, encodeUnlock, publish } from './channel.ts';
import type { Channel, RealtimeSocket } from './state.ts';

/** Longer ids of blocks are not remembered. */
const MAX_ID_LENGTH = 200;

/** Unlocked blocks remembered per channel. Beyond it, all are forgotten, and unlocked once more when they change. */
const MAX_UNLOCKED_BLOCKS = 1_000;

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
  // After a restart, clients may still show locks that the server does not know.
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

/** The blocks whose locks a client checks before it applies an operation of another user. */
export function readOperationTargets(operation: unknown): string[] {
  const { data } = Object(operation) as { data?: unknown };
  const { block_id, section_id } = Object(data) as Record<string, unknown>;
  return [block_id, section_id].filter((id) => typeof id === 'string');
}

/**
 * Sends operations on blocks that may be locked. Clients drop operations on locked blocks, even operations of the user who
 * holds the lock, and would show another content from then on. So the blocks are unlocked before `send` and locked again
 * after it. A block without a lock is unlocked once too, because a client that was cut off may still show the lock of a
 * user who has left. `isLeft`: whether the block exists after the operations, so that it is locked again.
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
    const isFirst = noteUnlocked(channel, blockId);
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

/** The users who have locked a block, in this order. Clients show the last one. */
function holdersOf({ locks }: Channel, blockId: string): string[] {
  const holders: string[] = [];
  for (const [userId, locked] of locks) if (locked === blockId) holders.push(userId);
  return holders;
}

/** Remembers that all clients show a block as unlocked, until the next client joins. Returns whether that is new. */
function noteUnlocked({ unlockedBlocks }: Channel, blockId: string): boolean {
  if (unlockedBlocks.has(blockId)) return false;
  if (unlockedBlocks.size >= MAX_UNLOCKED_BLOCKS) unlockedBlocks.clear();
  if (blockId.length <= MAX_ID_LENGTH) unlockedBlocks.add(blockId);
  return true;
}
