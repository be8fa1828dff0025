import type { Channel, Member, ShownContent } from '../channel.ts';
import { describeReplaced, type TabSave } from '../editor-tab.ts';
import type { Realtime } from '../realtime.ts';
import { isOperation, type Operation } from './operations.ts';

interface PresenceEvents {
  onOperation(operation: Operation): void;
  /** Members or locks have changed. */
  onPeople(): void;
  onJoined(member: Member): void;
  onLeft(member: Member): void;
  onComment(): void;
  /** A change of somebody else counts instead of an own one. `text` is for the person. */
  onReplaced(text: string): void;
}

/**
 * The others who have the template open: their changes, and which block each of them has selected. A selected block is
 * locked for the others. Without collaboration there are no others.
 */
export class Presence {
  #channel: Channel | undefined;
  /** Stays after the end, for the last save. */
  #startSave: (() => TabSave | undefined) | undefined;
  /** Block id → id of the member who has it selected. */
  readonly #locks = new Map<string, string>();
  #selected: string | undefined;
  #isClosed = false;
  readonly #userId: string;
  readonly #events: PresenceEvents;

  constructor(userId: string, events: PresenceEvents) {
    this.#userId = userId;
    this.#events = events;
  }

  /** Whether the service knows what is shown here. Then all changes of others arrive in the channel, also after an outage. */
  get isLive(): boolean {
    return this.#startSave !== undefined;
  }

  /** Call it in the same turn of the script in which the content is read. */
  startSave(): TabSave | undefined {
    return this.#startSave?.();
  }

  async join(realtime: Realtime, templateId: string, shown: ShownContent): Promise<void> {
    const channel = await realtime.join(templateId, shown);
    if (this.#isClosed) {
      channel.leave();
      return;
    }
    this.#channel = channel;
    this.#startSave = channel.startSave;
    channel.on('client-operation', (data) => this.#receive(data));
    channel.on('mcp-operation', (data) => this.#receive(data));
    channel.on('client-block_locked', (data) => this.#lock(data as { blockId?: unknown; userId?: unknown }));
    channel.on('client-block_unlocked', (data) => this.#unlock(data as { blockId?: unknown }));
    channel.on('comment-broadcast', () => this.#events.onComment());
    channel.on('member_added', (member) => {
      // A new member does not know which block is selected here.
      this.#announce();
      this.#events.onPeople();
      if ((member as Member).id !== this.#userId) this.#events.onJoined(member as Member);
    });
    channel.on('member_removed', (member) => this.#forget(member as Member));
    channel.on('subscribed', () => {
      this.#locks.clear();
      this.#announce();
      this.#events.onPeople();
    });
    channel.on('content-replaced', (data) => this.#events.onReplaced(describeReplaced(data).message));
    this.#announce();
    this.#events.onPeople();
  }

  leave(): void {
    this.#isClosed = true;
    this.select(undefined);
    this.#channel?.leave();
    this.#channel = undefined;
  }

  get others(): Member[] {
    return [...(this.#channel?.members.values() ?? [])].filter(({ id }) => id !== this.#userId);
  }

  /** Who has selected a block; undefined if it is free. */
  holderOf(blockId: string): Member | undefined {
    const id = this.#locks.get(blockId);
    return id === undefined ? undefined : this.#channel?.members.get(id);
  }

  get lockedBlocks(): string[] {
    return [...this.#locks.keys()];
  }

  send(operation: Operation): void {
    this.#channel?.send('client-operation', { ...operation, timestamp: Date.now() });
  }

  /** Tells other editors in this page what the service sends only to other pages. */
  tellComment(broadcast: { action: string; comment: unknown }): void {
    this.#channel?.tell('comment-broadcast', broadcast);
  }

  /** Locks a block for the others, and releases the one before. */
  select(blockId: string | undefined): void {
    if (blockId === this.#selected) return;
    if (this.#selected !== undefined)
      this.#channel?.send('client-block_unlocked', { blockId: this.#selected });
    this.#selected = blockId;
    this.#announce();
  }

  #announce(): void {
    if (this.#selected === undefined) return;
    this.#channel?.send('client-block_locked', { blockId: this.#selected, userId: this.#userId });
  }

  #receive(data: unknown): void {
    if (isOperation(data)) this.#events.onOperation(data);
  }

  #lock({ blockId, userId }: { blockId?: unknown; userId?: unknown }): void {
    const isOther = userId !== this.#userId && this.#channel?.members.has(String(userId)) === true;
    if (typeof blockId !== 'string' || !isOther) return;
    // Each person has one block selected.
    for (const [block, holder] of this.#locks) if (holder === userId) this.#locks.delete(block);
    this.#locks.set(blockId, String(userId));
    // The last lock counts.
    if (blockId === this.#selected) this.#selected = undefined;
    this.#events.onPeople();
  }

  #unlock({ blockId }: { blockId?: unknown }): void {
    if (this.#locks.delete(String(blockId))) this.#events.onPeople();
  }

  #forget(member: Member): void {
    for (const [block, holder] of this.#locks) if (holder === member.id) this.#locks.delete(block);
    this.#events.onPeople();
    this.#events.onLeft(member);
  }
}
