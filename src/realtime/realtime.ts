/**
 * Realtime keeps the tabs equal that have the same template open. Its protocol is that of Pusher (docs/realtime.md).
 *
 * The files in the order in which a client meets them:
 * - `accept` upgrades its request to a websocket (`connection`); `connections` holds all of this server and sweeps dead ones.
 * - `authorize-channel` signs who may join a channel (`channel-auth`), `subscribe` joins it, `channel-access` and `access-events` end the
 *   access, `former-members` lets a tab come back with an expired token.
 * - `receive` reads its messages, `tell` puts what tabs say into the log of the template.
 * - `channel` sends to the sockets of this server, `broadcast` passes on events of the service, `agents` shows who works without a
 *   socket. `live-templates` holds the templates that are open on this server, `version-store` reads and stores their versions.
 *
 * The folder `room` knows no sockets:
 * - `live-template` is the part of one server in one template. `room-follower` follows the `log` and folds each `entry` into the `room`,
 *   `tab-saves` stores what tabs save (`kept-saves`: what else the history keeps). `plain-tab` tells for tabs that tell nothing.
 * - `room` has the `message-list`, each `member` (`member-table`), its `presence` and the `selected-blocks`. `room-delivery` sends to
 *   members, `messages` writes that as the protocol has it, `replaced-values` finds who has to be told, `room-state` writes it all down.
 * - `editor-content` applies operations, `wire-operations` finds those between two contents, `content-merge` merges.
 *
 * The words: a *tab* is a template that is open in a browser, in the room a *member*. The *canvas* is the last version with what was
 * announced since; it is what all tabs are to show. The *log* has what tabs and the service say about a template, in order. The
 * *room* is the fold of the log, the same on each server.
 */
import type { Deps } from '../platform/deps.ts';
import { createOriginSet } from '../platform/security/origins.ts';
import { defineAcceptSocket } from './accept.ts';
import { listenToAccess } from './access-events.ts';
import { createPresentAgents } from './agents.ts';
import { listenToEvents } from './broadcast.ts';
import { type ChannelAccess, Endings, requireChannelAccess } from './channel-access.ts';
import { closeSocket, type SocketData, STOPPING } from './connection.ts';
import {
  addSocket,
  type Connections,
  isMember,
  recognize,
  removeSocket,
  sweepConnections,
} from './connections.ts';
import { FormerMembers } from './former-members.ts';
import { ACTIVITY_TIMEOUT_SECONDS, MAX_BUFFERED_BYTES, MAX_MESSAGE_BYTES } from './limits.ts';
import { LiveTemplates } from './live-templates.ts';
import { CODES, encodeError, encodeMessage } from './protocol.ts';
import { receive } from './receive.ts';

export interface RealtimeSettings {
  /** Per project. */
  realtime_sockets: number;
  /** How long a member who was cut off may come back with an expired token. */
  realtime_rejoin_seconds: number;
  /** For projects without origins of their own. */
  cors_origins: readonly string[];
}

/** How many steps it takes to close all connections when the server stops, and the pause between two steps. */
const CLOSING_STEPS = 50;
const CLOSING_STEP_MS = 10;

const RECOGNIZED = 'realtime.recognized';

export type Realtime = ReturnType<typeof createRealtime>;

/** Bun closes a connection that is silent for longer. Pings come far more often. */
const IDLE_TIMEOUT_SECONDS = 240;

/** Refuses connections while the server starts. Clients come back after a second. */
export const startingSockets = {
  data: { refusal: { code: CODES.stopping, message: 'The server is starting. Come back in a second.' } },
  websocket: { open: refuse, message() {} },
} satisfies { data: SocketData; websocket: Bun.WebSocketHandler<SocketData> };

function refuse(ws: Bun.ServerWebSocket<SocketData>): void {
  if (!('refusal' in ws.data)) return;
  const { code, message } = ws.data.refusal;
  ws.send(encodeError(code, message));
  ws.close(code, message);
}

export function createRealtime(deps: Deps, settings: RealtimeSettings) {
  const standardOrigins = createOriginSet(settings.cors_origins);
  const live = new LiveTemplates(deps);
  deps.services.templates.live = live;
  const connections: Connections = {
    deps,
    maxSocketsPerProject: settings.realtime_sockets,
    isAllowedOrigin: (projectId, origin) =>
      (deps.services.projects.origins.of(projectId) ?? standardOrigins).has(origin),
    sockets: new Map(),
    projects: new Map(),
    endings: new Endings(deps.clock),
    channels: new Map(),
    live,
    agents: createPresentAgents(deps.clock),
    formerMembers: new FormerMembers(deps, settings.realtime_rejoin_seconds),
    leaving: new Set(),
    isClosing: false,
  };
  /**
   * Closes all connections within half a second, some at a time. Clients connect again after a second, to the next server
   * or to this one, which refuses them for another second. If the port were closed, they would wait longer: see `CODES`.
   */
  const close = async (): Promise<void> => {
    connections.isClosing = true;
    const sockets = [...connections.sockets.values()];
    const perStep = Math.ceil(sockets.length / CLOSING_STEPS);
    for (let from = 0; from < sockets.length; from += perStep) {
      for (const socket of sockets.slice(from, from + perStep))
        closeSocket(socket, CODES.stopping, STOPPING.message);
      await Bun.sleep(CLOSING_STEP_MS);
    }
    live.close();
  };
  return {
    accept: defineAcceptSocket(connections),
    websocket: createWebsocketHandler(connections),
    /** A token of the project has named this socket, which may be at any server, so it is no stranger any more. */
    recognize: (projectId: string, socketId: string) => deps.bus.publish(RECOGNIZED, { projectId, socketId }),
    /** Whether an expired token may ask for a channel again. */
    mayRejoin: (access: ChannelAccess) =>
      connections.formerMembers.isRemembered(access) ||
      (connections.formerMembers.isUsed && isMember(connections, access)),
    requireAccess: (access: ChannelAccess) => requireChannelAccess(deps, access),
    listen() {
      deps.bus.subscribe(RECOGNIZED, ({ projectId, socketId }) =>
        recognize(connections, String(projectId), String(socketId)),
      );
      listenToAccess(connections);
      listenToEvents(connections);
    },
    sweepConnections: () => sweepConnections(connections),
    hasSocket: (id: string) => connections.sockets.has(id),
    counts: () => ({ sockets: connections.sockets.size, channels: connections.channels.size }),
    close,
  };
}

function createWebsocketHandler(connections: Connections): Bun.WebSocketHandler<SocketData> {
  return {
    open(ws) {
      if ('refusal' in ws.data) {
        refuse(ws);
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
