import type { ClientOperation } from './editor-content.ts';
import type { Message } from './entry.ts';
import type { Member } from './member.ts';
import type { MemberTable } from './member-table.ts';
import { SelectedBlocks } from './selected-blocks.ts';

/** Sends messages to the tabs of a room whose connections are on this server. Locks decide what goes with an operation. */
export class RoomDelivery {
  readonly locks = new SelectedBlocks();
  readonly #members: MemberTable;
  send: (member: Member, message: Message) => void = () => {};

  constructor(members: MemberTable) {
    this.#members = members;
  }

  /** A block that is locked for a tab is unlocked for the operation, because its editor would refuse it. */
  sendOperation(member: Member, message: Message & { op: ClientOperation }): void {
    if (member.connection === undefined) return;
    const targets = this.locks.selected.size === 0 ? [] : targetsOf(message.op);
    const locks = targets.flatMap((lock) =>
      this.locks.holders(lock, member.user).map((user) => ({ lock, user })),
    );
    for (const { lock } of locks) this.send(member, { unlock: lock });
    this.send(member, message);
    for (const lock of locks) this.send(member, lock);
  }

  /** Shows a tab that joins what others have selected, and no longer have. */
  sendLocks(member: Member): void {
    const unlocked = member.turn > 1 ? this.locks.unlockedAfter(member.received, member.user) : [];
    for (const unlock of unlocked) this.send(member, { unlock });
    for (const [user, lock] of this.locks.selected)
      if (user !== member.user) this.send(member, { lock, user });
  }

  /** A user selects a block, or none. Of several users with the same block, tabs show the last one. */
  select(user: string, block: string | null, serial: number): void {
    const before = this.locks.select(user, block, serial);
    if (before === undefined && block === null) return;
    for (const one of this.#members.byId.values()) {
      if (one.connection === undefined || one.user === user) continue;
      const messages: Message[] = before === undefined ? [] : [{ unlock: before }];
      for (const other of before === undefined ? [] : this.locks.holders(before, one.user))
        if (other !== user) messages.push({ lock: before as string, user: other });
      if (block !== null) messages.push({ lock: block, user });
      const last = messages.pop() as Message;
      for (const message of [...messages, { ...last, serial }]) this.send(one, message);
    }
  }
}

/** The blocks that have to be unlocked for an operation. */
export const targetsOf = ({ data }: ClientOperation): string[] =>
  [data.block_id, data.section_id].filter((id) => typeof id === 'string');
