/** A state after an entry. Later entries follow. */
export interface LogSnapshot<State> {
  /** Names the log. A later log of the same channel has another one. */
  epoch: number;
  /** Number of the last entry in the state. */
  position: number;
  /** Number of the last entry in the log. */
  last: number;
  room: State;
}

/** What a server does with the entries of a log, in their order. */
export interface ChannelLogReader<Entry> {
  fold(position: number, entry: Entry): void;
  /** The log is gone, or entries are missing. Nothing is called after that. */
  lose(): void;
}

/**
 * An ordered log of one channel since its last snapshot. In one process nothing is kept; several servers share it in Redis. It is
 * forgotten some time after its last use, and may be lost at any time: then readers begin another one from what is stored.
 */
export interface ChannelLog<Entry, State> {
  /** The present log. Begins one with the epoch that `make` names if there is none; all servers get the same. */
  open(make: () => Promise<{ epoch: number; room: State }>): Promise<LogSnapshot<State>>;
  exists(): Promise<boolean>;
  /** Gives all entries after a snapshot to a reader. Returns a function that ends that. */
  follow(snapshot: { epoch: number; position: number }, reader: ChannelLogReader<Entry>): () => void;
  /** Throws `LogLost` if the log is gone. Entries of one server keep their order. */
  append(epoch: number, entry: Entry): Promise<void>;
  /** The log may forget entries before a snapshot. `write` makes it if it is needed. */
  trim(epoch: number, position: number, write: () => State): Promise<void>;
}

export interface ChannelLogs {
  /** Names this process among the servers of the installation. */
  readonly server: string;
  of<Entry, State>(channel: string): ChannelLog<Entry, State>;
  close(): void;
}

/** The log is gone. */
export class LogLost extends Error {}

/** The log cannot be reached. */
export class LogUnreachable extends Error {}
