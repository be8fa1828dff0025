import type { EndUser } from '../channel-auth.ts';
import type { ClientOperation, EditorContent } from './editor-content.ts';

/**
 * A point in the history of a tab, which it tells with all it sends: the serial of the last message that it has applied, and how
 * many operations it has made, also while it was offline.
 */
export interface Progress {
  received: number;
  sent: number;
}

/** What a tab tells on a connection. Entries of an earlier connection of the tab count for nothing. */
interface OnConnection {
  /** Id of the tab. */
  member: string;
  connection: string;
}

/** A tab is there, or there again. Without a connection it is known by its save. */
export interface JoinEntry extends Progress {
  kind: 'join';
  /** Id of the tab. */
  member: string;
  connection?: string;
  user: string;
  /** Counts the connections of the tab. */
  turn: number;
  /** What it shows. */
  content: EditorContent;
  /** The version that it was given last. Without it, or for a known tab, it is not needed. */
  base?: EditorContent;
  /** Blocks that the tab itself has changed since its last confirmed save. */
  own: string[];
}

export interface OperationEntry extends OnConnection, Progress {
  kind: 'operation';
  op: ClientOperation;
}

/** A save has something that its tab has not reported. */
export interface UntoldEntry extends Progress {
  kind: 'untold';
  member: string;
  turn: number;
  content: EditorContent;
}

/** The save of a tab that does not report its progress. `base`: the version it was made from. */
export interface MergeEntry {
  kind: 'merge';
  member?: string;
  base: EditorContent;
  content: EditorContent;
}

/** A version is stored. `base`, `content`: the one before and this one, unless it was made from the canvas of this log. */
export interface VersionEntry {
  kind: 'version';
  version: number;
  base?: EditorContent;
  content?: EditorContent;
}

/** What the log of a template holds. */
export type Entry =
  | JoinEntry
  | OperationEntry
  | UntoldEntry
  | MergeEntry
  | VersionEntry
  | (OnConnection & { kind: 'received'; received: number })
  /** The user has selected a block, or not any more. */
  | (OnConnection & { kind: 'lock'; block: string; isLocked: boolean })
  /** A connection has entered the channel. Its tab reports what it shows later, if at all. */
  | { kind: 'enter'; connection: string; person: EndUser }
  | { kind: 'exit'; connection: string }
  /** The server still looks after its tabs. */
  | { kind: 'alive' };

/** Added by the server that appends. All servers read the time from here, so that all forget tabs at the same entry. */
export interface Stamp {
  server: string;
  /** Milliseconds since the Unix epoch. */
  time: number;
}

/**
 * What is sent to a tab: an operation, the block that a user has selected, the end of that, or that others have replaced values
 * that the tab has set. `serial` grows; messages that are no part of the tab's progress have none, as a lock that is lifted for
 * one operation only.
 */
export type Message = { serial?: number } /** Without `user`: an agent, a program or the service. */ & (
  | { op: ClientOperation; user?: string }
  | { lock: string; user: string }
  | { unlock: string }
  /** Blocks whose values a user has replaced who had not seen them. Without `user`: an agent or a program. */
  | { replaced: string[]; user?: string }
);
