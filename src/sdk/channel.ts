import { EditorTab, type TabSave } from './editor-tab.ts';
import { callPage, SdkError } from './error.ts';
import type { Message } from './socket.ts';

/** Someone who has the template open; agents have the type `mcp`. */
export interface Member {
  id: string;
  name: string;
  type: 'user' | 'mcp';
}

/** What an editor shows of a template; it handles all operations of the channel, and sends its own. */
export interface ShownContent {
  /** The stored version from which the content is made. */
  readonly version: number;
  read(): unknown;
  /** Shows what another editor of this page shows, because the service knows one content of each page. */
  take(content: unknown): void;
}

/** The presence channel of a template. */
export interface Channel {
  readonly name: string;
  /** All members by id, the page's own user included. */
  readonly members: ReadonlyMap<string, Member>;
  /**
   * Listens to an event: `client-operation`, `client-block_locked`, `client-block_unlocked` of others, `mcp-operation`,
   * `content-replaced` and `comment-broadcast` of the service, `member_added` and `member_removed` with a Member,
   * `subscribed` with all members, also after each reconnection. Returns the function that stops listening.
   */
  on(event: string, listener: (data: unknown) => void): () => void;
  /**
   * Sends a client event to all others, other joins of the page included; false if there is no connection at the moment.
   */
  send(event: `client-${string}`, data: object): boolean;
  /** Sends an event to the other joins of the page only: the service does not return events to their connection. */
  tell(event: string, data: object): void;
  /** As that of `Realtime`; it also works for a last save after `leave`. */
  startSave(): TabSave | undefined;
  /** Ends this join: its listeners hear nothing more. Other joins of the page stay. */
  leave(): void;
}

/** What a subscription needs of its connection. */
interface ChannelHost {
  send(event: string, data: object): boolean;
  leave(): void;
  /** Leaves the channel and joins it again. */
  rejoin(): void;
  onRefused(fault: SdkError): void;
}

interface Presence {
  hash: Record<string, Member>;
}

type Listeners = Map<string, Set<(data: unknown) => void>>;

/** A channel with its members and listeners, as the connection handles it. The page gets a `Channel` for each join. */
export class Subscription {
  readonly name: string;
  /** Resolves with the first subscription, or with the first that tells what the page shows. */
  joined!: Promise<void>;
  /** Ends the wait for the subscription. */
  refuse!: (fault: SdkError) => void;
  isJoined = false;
  /** There is a subscription at the moment. */
  #isUp = false;
  #tab: EditorTab | undefined;
  /** What the editors of the page show, which is the same. */
  readonly #shown = new Set<ShownContent>();
  readonly #host: ChannelHost;
  readonly #members = new Map<string, Member>();
  readonly #joins = new Set<Listeners>();
  readonly #followers = new Set<Listeners>();
  #resolve!: () => void;

  constructor(name: string, host: ChannelHost) {
    this.name = name;
    this.#host = host;
    this.#expect();
  }

  #expect(): void {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // After the subscription nothing waits for the promise.
    promise.catch(() => {});
    this.joined = promise;
    this.refuse = reject;
    this.#resolve = resolve;
  }

  /** Joins the channel for a part of the page, such as an editor. Resolves when the page is in the channel. */
  async join(shown?: ShownContent): Promise<Channel> {
    const listeners: Listeners = new Map();
    this.#joins.add(listeners);
    if (shown !== undefined) this.#show(shown);
    await this.joined;
    const [first = shown] = this.#shown;
    if (first !== shown) shown?.take(first?.read());
    const tab = shown && this.#tab;
    // The service does not return events to the connection that sent them.
    const tell = (event: string, data: object) => {
      const others = [...this.#joins].filter((join) => join !== listeners);
      if (this.#joins.has(listeners)) dispatch(others, event, data);
    };
    return {
      name: this.name,
      members: this.#members,
      on: (event, listener) => {
        const ofEvent = listeners.get(event) ?? new Set();
        listeners.set(event, ofEvent.add(listener));
        return () => void ofEvent.delete(listener);
      },
      send: (event, data) => {
        const isSent = this.#send(event, data);
        tell(event, data);
        return isSent;
      },
      tell,
      startSave: () => tab?.startSave(),
      leave: () => {
        listeners.clear();
        if (!this.#joins.delete(listeners)) return;
        if (shown !== undefined) this.#hide(shown);
        this.#leaveIfUnused();
      },
    };
  }

  /** The state of the tab for a save, if the service knows what it shows. */
  startSave(): TabSave | undefined {
    return this.#tab?.startSave();
  }

  /** Adds listeners that are independent of joins. Returns the function that removes them. */
  follow(events: Readonly<Record<string, (data: unknown) => void>>): () => void {
    const listeners: Listeners = new Map(
      Object.entries(events).map(([event, listener]) => [event, new Set([listener])]),
    );
    this.#followers.add(listeners);
    if (this.isJoined) callPage(() => events.subscribed?.(this.#members));
    return () => {
      if (this.#followers.delete(listeners)) this.#leaveIfUnused();
    };
  }

  #show(shown: ShownContent): void {
    const isFirst = this.#shown.size === 0;
    this.#shown.add(shown);
    if (!isFirst || !this.isJoined) return;
    // The service expects what a page shows right after a subscription.
    this.#expect();
    if (this.#isUp) this.#host.rejoin();
  }

  #hide(shown: ShownContent): void {
    this.#shown.delete(shown);
    if (this.#shown.size > 0 || this.#tab === undefined) return;
    this.#tab.close();
    this.#tab = undefined;
    if (this.#joins.size + this.#followers.size > 0) this.#host.rejoin();
  }

  #send(event: string, data: object): boolean {
    const isOperation = event === 'client-operation' && this.#tab !== undefined;
    return isOperation ? this.#tab?.sendOperation(data) === true : this.#host.send(event, data);
  }

  #tellShown(): void {
    const [first] = this.#shown;
    if (first === undefined) return;
    const transmit = (event: string, data: object) => this.#isUp && this.#host.send(event, data);
    this.#tab ??= new EditorTab(first.version, transmit);
    this.#tab.tell(first.read());
  }

  #leaveIfUnused(): void {
    if (this.#joins.size === 0 && this.#followers.size === 0) this.#host.leave();
  }

  receive({ event, data }: Message): void {
    const handle = this.#protocolEvents[event];
    if (handle === undefined) this.#dispatch(event, data);
    else handle((data ?? {}) as never);
    this.#tab?.receive(data);
  }

  /** The connection is lost. With a fault there is no further attempt. */
  down(fault: SdkError | undefined): void {
    this.#isUp = false;
    this.#members.clear();
    if (fault !== undefined) this.refuse(fault);
  }

  #dispatch(event: string, data: unknown): void {
    dispatch([...this.#joins, ...this.#followers], event, data);
  }

  /** Events of the protocol about the channel itself. */
  readonly #protocolEvents: Record<string, (data: never) => void> = {
    'pusher_internal:subscription_succeeded': ({ presence }: { presence?: Presence }) => {
      this.#members.clear();
      for (const [id, info] of Object.entries(presence?.hash ?? {})) this.#members.set(id, { ...info, id });
      this.isJoined = true;
      this.#isUp = true;
      this.#tellShown();
      this.#resolve();
      this.#dispatch('subscribed', this.#members);
    },
    'pusher_internal:member_added': ({ user_id, user_info }: { user_id: string; user_info: Member }) => {
      const member = { ...user_info, id: user_id };
      this.#members.set(user_id, member);
      this.#dispatch('member_added', member);
    },
    'pusher_internal:member_removed': ({ user_id }: { user_id: string }) => {
      const member = this.#members.get(user_id);
      this.#members.delete(user_id);
      if (member !== undefined) this.#dispatch('member_removed', member);
    },
    'pusher:subscription_error': (data: { error?: string; status?: number }) => {
      const reason = data.error ?? 'no reason given';
      this.#host.onRefused(new SdkError(`The channel was refused: ${reason}`, data.status));
    },
  };
}

function dispatch(receivers: readonly Listeners[], event: string, data: unknown): void {
  for (const listeners of receivers) {
    for (const listener of listeners.get(event) ?? []) callPage(() => listener(data));
  }
}
