import { SdkError } from './error.ts';
import { makeId } from './random-id.ts';

/** The place of a tab in its own history; a save sends it as `tab`. */
export interface TabState {
  member: string;
  /** How many connections the tab has had. */
  turn: number;
  /** The last stored version that it has been given whole. */
  version: number;
  /** Serial of the last message that it has handled. */
  received: number;
  /** How many operations it has made, also without a connection. */
  sent: number;
  /** Blocks that it has set since its last confirmed save. */
  own: string[];
}

/** `tab` in the answer of a save: the tab shows `version` as soon as it has handled the message `received`. */
export interface SavedState {
  version: number;
  received?: number | undefined;
}

interface ShownLater {
  version: number;
  received: number;
}

/** A save that is under way. Call `confirm` or `fail` once. */
export interface TabSave {
  readonly tab: TabState;
  confirm(saved: SavedState | undefined): void;
  fail(): void;
}

/** The service takes no more. */
const MOST_OWN = 2_000;

/** A tab that only reads confirms after so many messages, or so much time. */
const MOST_UNCONFIRMED = 50;
const CONFIRM_MS = 10_000;

/**
 * A tab with an editor in the channel of a template: it counts what the editor receives and sends, so that the service
 * knows what the tab shows (docs/realtime.md).
 */
export class EditorTab {
  readonly #member = makeId();
  #turn = 0;
  #version: number;
  #received = 0;
  #sent = 0;
  /** Blocks that the tab has set since its last confirmed save. */
  #own = new Set<string>();
  /** The blocks of each save under way. */
  readonly #saving = new Set<ReadonlySet<string>>();
  /** Saved versions that the tab does not show yet. */
  #saved: ShownLater[] = [];
  #unconfirmed = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #transmit: (event: `client-${string}`, data: object) => boolean;

  /** `version`: from which the content is made. `transmit`: sends, or returns false without a subscribed channel. */
  constructor(version: number, transmit: (event: `client-${string}`, data: object) => boolean) {
    this.#version = version;
    this.#transmit = transmit;
  }

  /** Tells what the tab shows. Call it after each subscription, before anything else is sent. */
  tell(content: unknown): void {
    this.#turn += 1;
    // The messages of the former connection never arrive.
    this.#saved = [];
    this.#transmit('client-shown', { ...this.#place, content });
    this.#recordConfirmed();
  }

  /** Sends an operation that the editor has applied. False if there is no subscribed channel; it counts all the same. */
  sendOperation(operation: object): boolean {
    const block = findSetBlock(operation);
    if (block !== undefined) this.#own.add(block);
    this.#sent += 1;
    const progress = { received: this.#received, sent: this.#sent };
    const isSent = this.#transmit('client-operation', { ...operation, ...progress });
    if (isSent) this.#recordConfirmed();
    return isSent;
  }

  /** Call it when the editor has handled a message of the channel. */
  receive(data: unknown): void {
    const { serial } = (data ?? {}) as { serial?: unknown };
    if (typeof serial !== 'number') return;
    this.#received = serial;
    this.#recordVersions();
    this.#unconfirmed += 1;
    if (this.#unconfirmed >= MOST_UNCONFIRMED) this.#confirm();
    else this.#timer ??= setTimeout(() => this.#confirm(), CONFIRM_MS);
  }

  /** Call it in the same turn of the script in which the content of the save is read. */
  startSave(): TabSave {
    const own = this.#own;
    const tab = this.#place;
    this.#own = new Set();
    this.#saving.add(own);
    return {
      tab,
      confirm: (saved) => {
        this.#saving.delete(own);
        if (saved?.received === undefined || tab.turn !== this.#turn) return;
        this.#saved.push(saved as ShownLater);
        this.#recordVersions();
      },
      fail: () => {
        if (this.#saving.delete(own)) for (const block of own) this.#own.add(block);
      },
    };
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  get #place(): TabState {
    const [member, turn, version] = [this.#member, this.#turn, this.#version];
    const own = new Set([this.#own, ...this.#saving].flatMap((blocks) => [...blocks]));
    return {
      member,
      turn,
      version,
      received: this.#received,
      sent: this.#sent,
      own: [...own].slice(-MOST_OWN),
    };
  }

  /** Earlier than that the tab lacks what others have changed in the version. */
  #recordVersions(): void {
    const isShown = ({ received }: ShownLater) => received <= this.#received;
    this.#version = Math.max(this.#version, ...this.#saved.filter(isShown).map(({ version }) => version));
    this.#saved = this.#saved.filter((saved) => !isShown(saved));
  }

  #confirm(): void {
    this.#transmit('client-received', { received: this.#received });
    this.#recordConfirmed();
  }

  #recordConfirmed(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unconfirmed = 0;
  }
}

/** The block to which an operation gives values, in both spellings. Pages may send anything as an operation. */
function findSetBlock(operation: { data?: unknown } | null): string | undefined {
  const { block, updates, styles, ...data } = (operation?.data ?? {}) as Record<string, unknown>;
  const id = (block as { id?: unknown } | undefined)?.id ?? data.block_id ?? data.blockId;
  return typeof id === 'string' && (block ?? updates ?? styles) !== undefined ? id : undefined;
}

/** The message `content-replaced` for the person: a change of somebody else counts instead of an own one. */
export function describeReplaced(data: unknown): SdkError {
  const { user } = (data ?? {}) as { user?: { name?: string } };
  const message = `${user?.name ?? 'Somebody'} changed the same text at the same moment, and theirs counts. Yours is in the history.`;
  return new SdkError(message, 409, data);
}
