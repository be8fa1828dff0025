/**
 * Realtime keeps editors equal that have the same template open. Its protocol is that of Pusher (docs/realtime.md).
 *
 * The parts, in the order in which a client meets them: `accept` upgrades its request, `authorize-channel` and `grants`
 * decide which channel it may join, `receive` reads its messages, `subscribe` adds its socket to a channel, `channel` sends
 * to the members. `connections` holds all sockets and sweeps dead ones. `broadcast` passes on events of the service,
 * `access-events` ends access. `links` connects servers, if there are several.
 *
 * The words for contents, which `content-changes` keeps equal:
 * - page: a template that is open in a browser (`TemplatePage`). It may have several sockets, one after the other.
 * - member: a user or agent in the channel of a template.
 * - canvas: what the members show, which is a stored version with the operations since then. `room` keeps those and gives
 *   each a serial number.
 * - announced: a page has sent an operation to the others over its socket. Other operations come from the server: it makes
 *   them from what agents, programs and pages have saved without announcing it.
 * - received: a page has answered a ping that was sent after an operation (`receipts`, `received`).
 * - contested: operations whose senders had not received each other's have set the same value. Each page applied its own
 *   operation first, so they may show different values (`contested`). The server settles it: it sends all the saved value.
 * - doubtful: a page that was cut off may show a value that is not the one of the canvas (`last-changes`).
 * - whole content: the operation `set_content`, which editors send for an undo.
 * - live save: a page that announces its changes has saved, so the others show them already (`live-saves`).
 * - merged save: a page has saved a content that the service has merged with a newer version (`merged-saves`).
 */
import type { Deps } from '../platform/deps.ts';
import { createOriginSet } from '../platform/origins.ts';
import type { TenantScope } from '../platform/scope.ts';
import { defineAcceptSocket } from './accept.ts';
import { createPresentAgents } from './agents.ts';
import { listenToEvents } from './broadcast.ts';
import { addSocket, type Connections, removeSocket, sweepConnections } from './connections.ts';
import { ContentChanges } from './content-changes.ts';
import { FormerMembers } from './former-members.ts';
import { grantAccess, mayRejoin, recognizeAnywhere } from './grants.ts';
import { ACTIVITY_TIMEOUT_SECONDS, MAX_BUFFERED_BYTES, MAX_MESSAGE_BYTES } from './limits.ts';
import { ClientLinks } from './links/client-links.ts';
import { HomeLink } from './links/home-link.ts';
import { CODES, encodeError, encodeMessage } from './protocol.ts';
import { receive } from './receive.ts';
import { type ClientConnection, closeSocket, markGone, type SocketData, STOPPING } from './state.ts';

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
  const changes = new ContentChanges(deps);
  const connections: Connections = {
    deps,
    maxSocketsPerProject: settings.realtime_sockets,
    isAllowedOrigin: (projectId, origin) =>
      (deps.services.projects.origins.of(projectId) ?? standardOrigins).has(origin),
    sockets: new Map(),
    listeners: new Set(),
    clientLinks: undefined as unknown as ClientLinks,
    homeLinks: new Set(),
    projects: new Map(),
    pendingGrants: new Set(),
    channels: new Map(),
    agents: createPresentAgents(deps.clock),
    formerMembers: new FormerMembers(deps, settings.realtime_rejoin_seconds),
    roomBudget: { length: 0 },
    changes,
    leaving: new Set(),
    isClosing: false,
  };
  connections.clientLinks = new ClientLinks(connections);
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
    connections.clientLinks.close();
  };
  return {
    accept: defineAcceptSocket(connections),
    websocket: createWebsocketHandler(connections),
    recognize: (projectId: string, socketId: string) => recognizeAnywhere(connections, projectId, socketId),
    /** See the functions of these names. */
    mayRejoin: (scope: TenantScope, wanted: { templateId: string; userId: string | undefined }) =>
      mayRejoin(connections, scope, wanted),
    grantAccess: (
      scope: TenantScope,
      wanted: { socketId: string; templateId: string; loader: TenantScope },
      check: () => Promise<string>,
    ) => grantAccess(connections, scope, wanted, check),
    listen: () => listenToEvents(connections, changes),
    sweepConnections: () => sweepConnections(connections),
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
      if ('link' in ws.data) {
        ws.data.link = new HomeLink(connections, ws);
        connections.homeLinks.add(ws.data.link);
        return;
      }
      const { socket } = ws.data;
      socket.ws = ws as ClientConnection;
      addSocket(connections, socket);
      const established = { socket_id: socket.id, activity_timeout: ACTIVITY_TIMEOUT_SECONDS };
      ws.send(encodeMessage('pusher:connection_established', established));
    },
    message(ws, message) {
      if ('link' in ws.data) ws.data.link?.receive(message);
      else if ('socket' in ws.data && connections.sockets.has(ws.data.socket.id))
        receive(connections, ws.data.socket, message);
    },
    close(ws) {
      if ('refusal' in ws.data) return;
      if ('link' in ws.data) {
        if (ws.data.link === undefined) return;
        connections.homeLinks.delete(ws.data.link);
        ws.data.link.end();
        return;
      }
      markGone(ws.data.socket);
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
