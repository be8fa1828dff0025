import type { Deps } from '../platform/deps.ts';
import { createOriginSet } from '../platform/origins.ts';
import type { TenantScope } from '../platform/scope.ts';
import { defineAcceptSocket } from './accept.ts';
import { createPresentAgents } from './agents.ts';
import { listenToEvents } from './broadcast.ts';
import { addSocket, type Connections, removeSocket, sweepConnections } from './connections.ts';
import { grantAccess, recognize } from './grants.ts';
import { ACTIVITY_TIMEOUT_SECONDS, MAX_BUFFERED_BYTES, MAX_MESSAGE_BYTES } from './limits.ts';
import { CODES, encodeError, encodeMessage } from './protocol.ts';
import { receive } from './receive.ts';
import { closeSocket, type SocketData } from './state.ts';

export interface RealtimeSettings {
  /** Per project. */
  realtime_sockets: number;
  /** For projects without origins of their own. */
  cors_origins: readonly string[];
}

export type Realtime = ReturnType<typeof createRealtime>;

/** Bun's own limit of silence in seconds; pings keep connections well below it. */
const IDLE_TIMEOUT_SECONDS = 240;

/** Live connections of editors: who is in a template, what they do, and what agents and others change in it. */
export function createRealtime(deps: Deps, settings: RealtimeSettings) {
  const standardOrigins = createOriginSet(settings.cors_origins);
  const connections: Connections = {
    deps,
    maxSocketsPerProject: settings.realtime_sockets,
    isAllowedOrigin: (projectId, origin) =>
      (deps.services.projects.origins.of(projectId) ?? standardOrigins).has(origin),
    sockets: new Map(),
    projects: new Map(),
    pendingGrants: new Set(),
    channels: new Map(),
    agents: createPresentAgents(deps.clock),
    leaving: new Set(),
    isClosing: false,
  };
  /** Closes every connection with a code that makes clients reconnect at once. */
  const close = async (): Promise<void> => {
    connections.isClosing = true;
    for (const socket of [...connections.sockets.values()]) {
      closeSocket(socket, CODES.reconnect, 'the server is stopping; come back at once');
    }
  };
  return {
    accept: defineAcceptSocket(connections),
    websocket: describeWebsocket(connections),
    recognize: (projectId: string, socketId: string) => recognize(connections, projectId, socketId),
    /** See the function of that name. */
    grantAccess: (
      scope: TenantScope,
      wanted: { socketId: string; templateId: string },
      check: () => Promise<void>,
    ) => grantAccess(connections, scope, wanted, check),
    listen: () => listenToEvents(connections),
    sweepConnections: () => sweepConnections(connections),
    close,
  };
}

function describeWebsocket(connections: Connections): Bun.WebSocketHandler<SocketData> {
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
      addSocket(connections, socket);
      const established = { socket_id: socket.id, activity_timeout: ACTIVITY_TIMEOUT_SECONDS };
      ws.send(encodeMessage('pusher:connection_established', established));
    },
    message(ws, message) {
      if ('socket' in ws.data && connections.sockets.has(ws.data.socket.id))
        receive(connections, ws.data.socket, message);
    },
    close(ws) {
      if ('refusal' in ws.data) return;
      ws.data.socket.isGone = true;
      connections.leaving.delete(ws.data.socket);
      removeSocket(connections, ws.data.socket);
    },
    maxPayloadLength: MAX_MESSAGE_BYTES,
    backpressureLimit: MAX_BUFFERED_BYTES,
    closeOnBackpressureLimit: true,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    sendPings: false,
    perMessageDeflate: false,
  };
}
