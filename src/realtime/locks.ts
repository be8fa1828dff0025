import { encodeLock, encodeUnlock, publish } from './channel.ts';
import type { Channel, RealtimeSocket } from './state.ts';

/** Locks kept per channel; further ones are ignored. */
const MAX_LOCKS = 1_000;

/** Follows the selections of a channel as clients do: each user has one block at most. */
export function trackLocks(channel: Channel, event: string, data: unknown): void {
  const { blockId, userId } = Object(data) as { blockId?: unknown; userId?: unknown };
  if (typeof blockId !== 'string') return;
  if (event === 'client-block_unlocked') channel.locks.delete(blockId);
  if (event !== 'client-block_locked') return;
  // Clients ignore the lock of a user who is not in the channel.
  if (typeof userId !== 'string' || !channel.present.has(userId)) return;
  for (const [other, holder] of channel.locks) if (holder === userId) channel.locks.delete(other);
  if (channel.locks.size < MAX_LOCKS) channel.locks.set(blockId, userId);
}

/** The blocks that a client checks for locks before it applies an operation of another user. */
export function readOperationTargets(operation: unknown): string[] {
  const { data } = Object(operation) as { data?: unknown };
  const { block_id, section_id } = Object(data) as Record<string, unknown>;
  return [block_id, section_id].filter((id) => typeof id === 'string');
}

/**
 * Sends operations on blocks that a user may have selected. Clients drop operations on locked blocks, even those of the
 * user who holds the lock, and their contents would differ from then on. So the locks are lifted while `send` runs.
 * `isLeft`: whether the block still exists afterwards and is locked again.
 */
export function withLocksLifted(
  channel: Channel,
  targets: readonly string[],
  send: () => void,
  except?: RealtimeSocket,
  isLeft: (blockId: string) => boolean = () => true,
): void {
  const lifted = [...new Set(targets)].flatMap((blockId) => {
    const userId = channel.locks.get(blockId);
    return userId === undefined ? [] : [{ blockId, userId }];
  });
  for (const { blockId } of lifted) publish(channel, encodeUnlock(channel, blockId), except);
  send();
  for (const { blockId, userId } of lifted) {
    if (isLeft(blockId)) publish(channel, encodeLock(channel, blockId, userId), except);
    else channel.locks.delete(blockId);
  }
}
