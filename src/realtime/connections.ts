import type { Deps } from '../platform/deps.ts';
import type { TenantScope } from '../platform/scope.ts';
import type { PresentAgents } from './agents.ts';
import { Channel, ping, topicOf } from './channel.ts';
import type { ChannelAccess, Endings, IsEnding } from './channel-access.ts';
import { closeSocket, type Membership, type RealtimeSocket } from './connection.ts';
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
import type { LiveTemplates } from './live-templates.ts';
import { CODES, type Code } from './protocol.ts';
import { UnauthorizedSockets } from './unauthorized-sockets.ts';

interface ProjectSockets {
  sockets: Set<RealtimeSocket>;
  strangers: UnauthorizedSockets;
}

/** All connections and channels of this server. */
export interface Connections {
  deps: Deps;
  maxSocketsPerProject: number;
  /** Whether pages of this origin may read answers about the project (CORS). */
  isAllowedOrigin(projectId: string, origin: string): boolean;
  sockets: Map<string, RealtimeSocket>;
  /** By id. */
  projects: Map<string, ProjectSockets>;
  endings: Endings;
  /** By topic; only those with sockets here. */
  channels: Map<string, Channel>;
  live: LiveTemplates;
  agents: PresentAgents;
  formerMembers: FormerMembers;
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
    if (socket.memberships.size + socket.joining.size === 0 && socket.openedAt <= latest) return socket;
  return undefined;
}

export function addSocket({ projects, sockets }: Connections, socket: RealtimeSocket): void {
  let project = projects.get(socket.projectId);
  if (project === undefined) {
    project = { sockets: new Set(), strangers: new UnauthorizedSockets() };
    projects.set(socket.projectId, project);
  }
  project.sockets.add(socket);
  project.strangers.add(socket);
  sockets.set(socket.id, socket);
}

export function removeSocket(connections: Connections, socket: RealtimeSocket): void {
  if (!connections.sockets.delete(socket.id)) return;
  socket.joining.clear();
  for (const membership of [...socket.memberships.values()]) leave(connections, membership);
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

/** A token of the project has named this socket, so it is no stranger any more. */
export function recognize({ sockets, projects }: Connections, projectId: string, socketId: string): void {
  const socket = sockets.get(socketId);
  if (socket?.projectId !== projectId) return;
  socket.isStranger = false;
  projects.get(projectId)?.strangers.delete(socket);
}

/** The channel of a template. Undefined if no tab on this server has the template open. */
export function findChannel(
  connections: Connections,
  projectId: string,
  templateId: string,
): Channel | undefined {
  return connections.channels.get(topicOf(projectId, templateId));
}

/** Whether a tab with the same token is in the channel of a template, perhaps on a dead connection. */
export function isMember(
  connections: Connections,
  { projectId, templateId, ...access }: ChannelAccess,
): boolean {
  const { memberships } = findChannel(connections, projectId, templateId) ?? {};
  return [...(memberships?.values() ?? [])].some(
    ({ access: other }) =>
      other.tokenDigest === access.tokenDigest &&
      other.userId === access.userId &&
      other.tenantId === access.tenantId,
  );
}

/** The channel of a template, which is opened if it is not. */
export function openChannel(
  { deps, channels, live, agents }: Connections,
  scope: TenantScope,
  templateId: string,
): Channel {
  const topic = topicOf(scope.projectId, templateId);
  let channel = channels.get(topic);
  if (channel === undefined) {
    channel = new Channel(deps, scope.projectId, { templateId, live: live.of(scope, templateId) });
    channels.set(topic, channel);
    for (const agent of agents.listPresent(topic)) channel.showAgent(agent);
  }
  return channel;
}

/** Takes a socket out of a channel. */
export function leave(connections: Connections, membership: Membership): void {
  const { channels, formerMembers } = connections;
  const { socket, access } = membership;
  const channel = findChannel(connections, access.projectId, access.templateId);
  if (!access.isEnded) formerMembers.remember(access, socket.origin);
  channel?.leave(membership);
  if (channel?.size === 0) channels.delete(channel.topic);
}

/** Drops sockets that read too slowly. A check visits every socket, so it runs only after many sent bytes. */
export function dropSlowReaders(connections: Connections, channel: Channel): void {
  if (channel.sentBytes < SLOW_CHECK_AFTER_BYTES) return;
  channel.sentBytes = 0;
  for (const { socket } of channel.memberships.values()) dropIfSlow(connections, socket);
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
  connections.live.sweep();
  for (const socket of [...connections.sockets.values()]) {
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
    for (const { access } of socket.memberships.values())
      connections.formerMembers.refresh(access, socket.origin);
  }
  for (const { topic, member } of connections.agents.takeIdle()) {
    connections.channels.get(topic)?.hideAgent(member);
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

/** Ends the accesses for which `isEnding`. Returns the sockets with them, with the names of their channels. */
export function endAccess(
  { endings, sockets, formerMembers }: Connections,
  isEnding: IsEnding,
): { socket: RealtimeSocket; channels: string[] }[] {
  endings.add(isEnding);
  formerMembers.forget(isEnding);
  const ended: { socket: RealtimeSocket; channels: string[] }[] = [];
  for (const socket of sockets.values()) {
    const own = [...socket.memberships].filter(([, { access }]) => isEnding(access, socket));
    for (const [, { access }] of own) access.isEnded = true;
    if (own.length > 0) ended.push({ socket, channels: own.map(([name]) => name) });
  }
  return ended;
}
