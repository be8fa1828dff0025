/** How many unlockings are remembered. Each tab has received the ones before. */
const MAX_UNLOCKED = 1_000;

/** `serial`: of the message that has reported it. */
export interface Unlocked {
  block: string;
  user: string;
  serial: number;
}

/** The block that each user has selected, which is locked for all others. */
export class SelectedBlocks {
  /** User → block. */
  readonly selected = new Map<string, string>();
  /** In order. */
  readonly unlocked: Unlocked[] = [];

  /** Returns the block that the user had selected before. */
  select(user: string, block: string | null, serial: number): string | undefined {
    const before = this.selected.get(user);
    this.selected.delete(user);
    if (block !== null) this.selected.set(user, block);
    if (before === undefined) return undefined;
    this.unlocked.push({ block: before, user, serial });
    if (this.unlocked.length > MAX_UNLOCKED) this.unlocked.shift();
    return before;
  }

  /** The users who have locked a block for a user. */
  holders(block: string, user: string): string[] {
    return [...this.selected]
      .filter(([holder, one]) => one === block && holder !== user)
      .map(([holder]) => holder);
  }

  /** Blocks that others have unlocked, as a tab of a user has not received yet. */
  unlockedAfter(received: number, user: string): string[] {
    const first = this.unlocked.findLastIndex(({ serial }) => serial <= received) + 1;
    return this.unlocked
      .slice(first)
      .filter((one) => one.user !== user)
      .map(({ block }) => block);
  }

  /** Whether a tab of a user may show a block as locked, if it has received messages up to a serial. */
  mayBeLocked(block: string, user: string, received: number): boolean {
    return this.holders(block, user).length > 0 || this.unlockedAfter(received, user).includes(block);
  }
}
