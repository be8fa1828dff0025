import type { Deps } from '../platform/deps.ts';
import { defineAcceptSocket } from './accept.ts';
import { createPresentAgents } from './agents.ts';
import { listenToEvents } from './announce.ts';
import { addSocket, dropSocket, type Hub, removeSocket } from './hub.ts';
import { ACTIVITY_TIMEOUT_SECONDS, MAX_BUFFERED_BYTES, MAX_MESSAGE_BYTES } from './limits.ts';
import { CODES, encodeError, encodeMessage } from './protocol.ts';
import { receive } from './receive.ts';
import { closeSocket } from './socket.ts';
import type { SocketData } from './state.ts';
import { sweepConnections } from './sweep-connections.ts';

export type Realtime = ReturnType<typeof createRealtime>;

/** Bun's own limit of silence in seconds; pings keep connections well below it. */
const IDLE_TIMEOUT_SECONDS = 240;

/** Live connections of editors: who is in a template, what they do, and what agents and others change in it. */
export function createRealtime(deps: Deps, maxSocketsPerProject: number) {
  const hub: Hub = {
    deps,
    maxSocketsPerProject,
    sockets: new Map(),
    projects: new Map(),
    channels: new Map(),
    agents: createPresentAgents(deps.clock),
    leaving: new Set(),
    isClosing: false,
  };
  /** Closes every connection with a code that makes clients reconnect at once. */
  const close = async (): Promise<void> => {
    hub.isClosing = true;
    for (const socket of [...hub.sockets.values()]) {
      closeSocket(socket, CODES.reconnect, 'the server is stopping; come back at once');
    }
  };
  return {
    accept: defineAcceptSocket(hub),
    websocket: describeWebsocket(hub),
    listen: () => listenToEvents(hub),
    sweepConnections: () => sweepConnections(hub),
    close,
  };
}

function describeWebsocket(hub: Hub): Bun.WebSocketHandler<SocketData> {
  return {
    open(ws) {
      if ('refusal' in ws.data) {
        const { code, message } = ws.data.refusal;
        ws.send(encodeError(code, message));
        ws.close(code, message);
        return;
      }
      const { socket } = ws.data;
      socket.ws = ws;
      if (!addSocket(hub, socket)) {
        const reason = 'the project has as many connections as it may have';
        dropSocket(hub, socket, CODES.overQuota, reason);
        return;
      }
      const established = { socket_id: socket.id, activity_timeout: ACTIVITY_TIMEOUT_SECONDS };
      ws.send(encodeMessage('pusher:connection_established', established));
    },
    message(ws, message) {
      if ('socket' in ws.data && hub.sockets.has(ws.data.socket.id)) receive(hub, ws.data.socket, message);
    },
    close(ws) {
      if ('refusal' in ws.data) return;
      ws.data.socket.isGone = true;
      hub.leaving.delete(ws.data.socket);
      removeSocket(hub, ws.data.socket);
    },
    maxPayloadLength: MAX_MESSAGE_BYTES,
    backpressureLimit: MAX_BUFFERED_BYTES,
    closeOnBackpressureLimit: true,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    sendPings: false,
    perMessageDeflate: false,
  };
}
