import { randomBytes } from '../platform/crypto.ts';
import { type Code, encodeError } from './protocol.ts';
import type { RealtimeSocket, SocketServer } from './state.ts';

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
    events: { startedAt: now, used: 0 },
    bytes: { startedAt: now, used: 0 },
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
