import type { Deps } from '../platform/deps.ts';
import type { PresentAgents } from './agents.ts';
import {
  createChannel,
  joinChannel,
  leaveChannel,
  ping,
  removeMember,
  showAgent,
  topicOf,
} from './channel.ts';
import type { Member } from './channel-auth.ts';
import type { FormerMembers } from './former-members.ts';
import {
  AUTHORIZATION_TIMEOUT_SECONDS,
  MAX_STRANGERS_PER_NETWORK,
  MAX_WAITING_BYTES,
  PING_AFTER_SECONDS,
  PONG_TIMEOUT_SECONDS,
  SLOW_CHECK_AFTER_BYTES,
  UNSUBSCRIBED_GRACE_SECONDS,
} from './limits.ts';
import { CODES, type Code, channelOfTemplate } from './protocol.ts';
import type { RoomBudget } from './room.ts';
import {
  type Channel,
  closeSocket,
  type Grant,
  type Listener,
  type OtherHome,
  type RealtimeSocket,
} from './state.ts';
import { Strangers } from './strangers.ts';

interface ProjectSockets {
  sockets: Set<RealtimeSocket>;
  strangers: Strangers;
}

/** Brings the pages of a channel up to date. */
interface ChannelUpdates {
  catchUp(channel: Channel, socket: RealtimeSocket): void;
  addAnnounced(channel: Channel, socket: RealtimeSocket, operation: unknown, text: string): void;
}

/** Sockets of other servers, see links/client-links.ts. */
interface OtherClients {
  find(id: string, projectId: string, channel?: string): Promise<RealtimeSocket | undefined>;
  close(): void;
}

/** All connections and channels of this server. */
export interface Connections {
  deps: Deps;
  maxSocketsPerProject: number;
  /** Whether pages of this origin may read answers about the project (CORS). */
  isAllowedOrigin(projectId: string, origin: string): boolean;
  sockets: Map<string, RealtimeSocket>;
  /** Listeners that have accepted connections. */
  listeners: Set<Listener>;
  /** To other servers: they have clients of tenants whose home is this server. */
  clientLinks: OtherClients;
  /** From other servers: they are the home of tenants whose clients are connected here. */
  homeLinks: Set<OtherHome>;
  /** By id. */
  projects: Map<string, ProjectSockets>;
  /** Grants that are being checked. */
  pendingGrants: Set<Grant>;
  /** By topic; only those with members. */
  channels: Map<string, Channel>;
  agents: PresentAgents;
  formerMembers: FormerMembers;
  roomBudget: RoomBudget;
  changes: ChannelUpdates;
  /** Sockets that were asked to close, until the next sweep. */
  leaving: Set<RealtimeSocket>;
  isClosing: boolean;
}

/**
 * Closes a socket if the limits allow no further one. Strangers are closed first, then sockets that have been in no channel
 * for a while. Returns false if no socket can be closed.
 */
export function ensureCapacity(connections: Connections, projectId: string, network: string): boolean {
  const project = connections.projects.get(projectId);
  if (project === undefined) return true;
  const { sockets, strangers } = project;
  const isCrowded = strangers.count(network) >= MAX_STRANGERS_PER_NETWORK;
  if (!isCrowded && sockets.size < connections.maxSocketsPerProject) return true;
  const weakest = isCrowded ? strangers.oldestOf(network) : strangers.oldestOfLargest();
  const dropped = weakest ?? findUnused(connections, sockets);
  if (dropped === undefined) return false;
  dropSocket(
    connections,
    dropped,
    CODES.overCapacity,
    'the connection was in no channel and others need its place',
  );
  return true;
}

/** The oldest socket that is in no channel after the time that clients need to join one. */
function findUnused({ deps }: Connections, sockets: ReadonlySet<RealtimeSocket>): RealtimeSocket | undefined {
  const latest = deps.clock.now() - UNSUBSCRIBED_GRACE_SECONDS * 1000;
  for (const socket of sockets)
    if (socket.channels.size + socket.homes.size === 0 && socket.openedAt <= latest && !socket.isElsewhere)
      return socket;
  return undefined;
}

export function addSocket({ projects, sockets }: Connections, socket: RealtimeSocket): void {
  let project = projects.get(socket.projectId);
  if (project === undefined) {
    project = { sockets: new Set(), strangers: new Strangers() };
    projects.set(socket.projectId, project);
  }
  project.sockets.add(socket);
  project.strangers.add(socket);
  sockets.set(socket.id, socket);
}

export function removeSocket(connections: Connections, socket: RealtimeSocket): void {
  if (!connections.sockets.delete(socket.id)) return;
  for (const home of new Set(socket.homes.values())) home.tellClosed(socket);
  socket.homes.clear();
  for (const channel of [...socket.channels.values()]) leave(connections, channel, socket);
  const project = connections.projects.get(socket.projectId);
  project?.sockets.delete(socket);
  project?.strangers.delete(socket);
  if (project?.sockets.size === 0) connections.projects.delete(socket.projectId);
}

/** Closes a connection with a reason. If the client does not react, the next sweep terminates the connection. */
export function dropSocket(
  connections: Connections,
  socket: RealtimeSocket,
  code: Code,
  reason: string,
): void {
  const facts = { socket: socket.id, project_id: socket.projectId, code };
  // Strangers could fill the log.
  connections.deps.log[socket.isStranger ? 'debug' : 'info'](
    facts,
    `a realtime connection was closed: ${reason}`,
  );
  removeSocket(connections, socket);
  connections.leaving.add(socket);
  closeSocket(socket, code, reason);
}

/** The channel of a template. Undefined if no editor has the template open. */
export function findChannel(
  connections: Connections,
  projectId: string,
  templateId: string,
): Channel | undefined {
  return connections.channels.get(topicOf(projectId, channelOfTemplate(templateId)));
}

export function join(connections: Connections, socket: RealtimeSocket, name: string, member: Member): void {
  const topic = topicOf(socket.projectId, name);
  let channel = connections.channels.get(topic);
  if (channel === undefined) {
    channel = createChannel(socket.projectId, name, connections.roomBudget);
    connections.channels.set(topic, channel);
    for (const agent of connections.agents.listPresent(topic)) showAgent(channel, agent);
  }
  joinChannel(channel, socket, member);
  connections.changes.catchUp(channel, socket);
}

export function leave(connections: Connections, channel: Channel, socket: RealtimeSocket): void {
  // The grant is gone if the access has ended.
  const grant = socket.grants.get(channel.name);
  if (grant !== undefined) connections.formerMembers.remember(grant, socket.origin);
  leaveChannel(channel, socket);
  if (channel.memberOf.size > 0) return;
  channel.room.clear();
  connections.channels.delete(channel.topic);
}

/** Drops sockets that read too slowly. A check visits every socket, so it runs only after many sent bytes. */
export function dropSlowReaders(connections: Connections, channel: Channel): void {
  if (channel.sentBytes < SLOW_CHECK_AFTER_BYTES) return;
  channel.sentBytes = 0;
  for (const socket of channel.memberOf.keys()) dropIfSlow(connections, socket);
}

function dropIfSlow(connections: Connections, socket: RealtimeSocket): void {
  if (socket.ws.getBufferedAmount() <= MAX_WAITING_BYTES) return;
  dropSocket(connections, socket, CODES.overCapacity, 'the client reads too slowly');
}

/** Pings silent connections, drops dead and slow ones, and removes agents that have been idle for long. */
export function sweepConnections(connections: Connections): void {
  // Clients that did not react to the request to close.
  for (const socket of connections.leaving) socket.ws.terminate();
  connections.leaving.clear();
  connections.formerMembers.sweep();
  for (const link of connections.homeLinks) link.closeIfSilent();
  const { id: serverId } = connections.deps.homes;
  for (const socket of [...connections.sockets.values()]) {
    if (socket.isElsewhere) continue;
    if (serverId !== undefined && !socket.id.startsWith(`${serverId}.`)) {
      dropSocket(connections, socket, CODES.reconnect, 'other servers do not find it any more');
      continue;
    }
    if (isOverdue(connections, socket)) {
      dropSocket(
        connections,
        socket,
        CODES.unauthorized,
        'no channel was requested for the connection in time',
      );
      continue;
    }
    pingIfSilent(connections, socket);
    if (!socket.isGone) dropIfSlow(connections, socket);
  }
  for (const { topic, member } of connections.agents.takeIdle()) {
    const channel = connections.channels.get(topic);
    if (channel !== undefined) removeMember(channel, member.id);
  }
}

function isOverdue({ deps }: Connections, { isStranger, openedAt }: RealtimeSocket): boolean {
  return isStranger && deps.clock.now() - openedAt >= AUTHORIZATION_TIMEOUT_SECONDS * 1000;
}

/** Only the answer to a ping shows that the other end of a silent connection is still there. */
function pingIfSilent(connections: Connections, socket: RealtimeSocket): void {
  const now = connections.deps.clock.now();
  if (socket.pingedAt !== undefined) {
    if (now - socket.pingedAt < PONG_TIMEOUT_SECONDS * 1000) return;
    dropSocket(connections, socket, CODES.noPong, 'the client did not answer a ping');
  } else if (now - socket.lastHeardAt >= PING_AFTER_SECONDS * 1000) {
    socket.pingedAt = now;
    ping(socket);
  }
}
