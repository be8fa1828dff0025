import {
  type ChannelLog,
  type ChannelLogReader,
  LogLost,
  type LogSnapshot,
  LogUnreachable,
} from '../../platform/ports/channel-log.ts';
import type { Entry, Stamp } from './entry.ts';
import type { RoomState } from './room-state.ts';

export { LogLost, LogUnreachable };

/** An entry in a log. `id`: for the waiting call of the server that has appended it. */
export type LogEntry = Entry & Stamp & { id: string };

/**
 * The ordered log of one template. Whatever was acknowledged is in the database, so losing a log costs that the tabs reconnect and tell
 * what they show.
 */
export type RoomLog = ChannelLog<LogEntry, RoomState>;
export type LogReader = ChannelLogReader<LogEntry>;
export type Snapshot = LogSnapshot<RoomState>;
