import type { Server, ServerWebSocket } from 'bun';
import { randomBytes } from '../platform/crypto.ts';
import type { Channel } from './channel.ts';
import { BYTES_PER_SECOND, EVENTS_PER_SECOND } from './limits.ts';
import { type Code, encodeError } from './protocol.ts';
import { type Bucket, fillBucket } from './token-bucket.ts';

/** What a connection carries from its first request on. */
export type SocketData = { socket: RealtimeSocket } | { refusal: Refusal };

/** Why a connection is closed as soon as it is open: clients cannot read anything else. */
export interface Refusal {
  code: Code;
  message: string;
}

export type SocketServer = Server<SocketData>;

/** An open connection. */
export interface RealtimeSocket {
  /** `<number>.<number>`, as clients expect it. */
  id: string;
  projectId: string;
  ws: ServerWebSocket<SocketData>;
  server: SocketServer;
  /** By name. */
  channels: Map<string, Channel>;
  openedAt: number;
  lastHeardAt: number;
  /** Set while an answer to a ping is due. */
  pingedAt: number | undefined;
  events: Bucket;
  bytes: Bucket;
  /** How many more events were refused than taken lately. */
  refused: number;
  /** When it was last told that it sends too much. */
  warnedAt: number;
  /** Nothing can be sent any more. */
  isGone: boolean;
}

/** `ws` is there as soon as the connection is. */
export function createSocket(projectId: string, server: SocketServer, now: number): RealtimeSocket {
  return {
    id: createSocketId(),
    projectId,
    ws: undefined as unknown as RealtimeSocket['ws'],
    server,
    channels: new Map(),
    openedAt: now,
    lastHeardAt: now,
    pingedAt: undefined,
    events: fillBucket(EVENTS_PER_SECOND, now),
    bytes: fillBucket(BYTES_PER_SECOND, now),
    refused: 0,
    warnedAt: 0,
    isGone: false,
  };
}

/** Closes a connection, and says why in a form that clients show. */
export function closeSocket(socket: RealtimeSocket, code: Code, message: string): void {
  if (socket.isGone) return;
  socket.ws.send(encodeError(code, message));
  socket.ws.close(code, message);
}

function createSocketId(): string {
  const [one, other] = new Uint32Array(randomBytes(8).buffer);
  return `${one}.${other}`;
}
