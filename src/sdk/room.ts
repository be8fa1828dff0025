/** Somebody who has the template open; agents have the type `mcp`. */
export interface Member {
  id: string;
  name: string;
  type: 'user' | 'mcp';
}

/** One template's room. */
export interface Channel {
  readonly name: string;
  /** Everybody in it by id, the page's own user included. */
  readonly members: ReadonlyMap<string, Member>;
  /**
   * Listens to an event: `client-operation`, `client-block_locked`, `client-block_unlocked` of others, `mcp-operation`
   * and `comment-broadcast` of the service, `member_added` and `member_removed` with a Member, `subscribed` with all
   * members, also after each reconnection. Returns the function that stops listening.
   */
  on(event: string, listener: (data: unknown) => void): () => void;
  /** Sends a client event to all others; false if there is no connection at the moment. */
  send(event: `client-${string}`, data: object): boolean;
  leave(): void;
}

/** What the service sends; `data` is JSON text or, from other clients, an object. */
export interface Message {
  event: string;
  channel?: string;
  data?: unknown;
}
