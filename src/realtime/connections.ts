import type { Deps } from '../platform/deps.ts';
import type { PresentAgents } from './agents.ts';
import { createChannel, joinChannel, leaveChannel, removeMember, showAgent, topicOf } from './channel.ts';
import type { Member } from './channel-auth.ts';
import {
  MAX_WAITING_BYTES,
  PING_AFTER_SECONDS,
  PONG_TIMEOUT_SECONDS,
  SLOW_CHECK_AFTER_BYTES,
  UNSUBSCRIBED_GRACE_SECONDS,
} from './limits.ts';
import { CODES, type Code, channelOfTemplate, encodeMessage } from './protocol.ts';
import { type Channel, closeSocket, type RealtimeSocket } from './state.ts';

/** All connections and channels of this server. */
export interface Connections {
  deps: Deps;
  maxSocketsPerProject: number;
  sockets: Map<string, RealtimeSocket>;
  /** By project id. */
  projects: Map<string, Set<RealtimeSocket>>;
  /** By topic; only those with members. */
  channels: Map<string, Channel>;
  agents: PresentAgents;
  /** Sockets that were asked to close, until the next sweep. */
  leaving: Set<RealtimeSocket>;
  isClosing: boolean;
}

/** Adds a new connection. Returns false if the project has too many. */
export function addSocket(connections: Connections, socket: RealtimeSocket): boolean {
  const sockets = connections.projects.get(socket.projectId) ?? new Set();
  if (sockets.size >= connections.maxSocketsPerProject && !makeRoom(connections, sockets)) return false;
  connections.projects.set(socket.projectId, sockets.add(socket));
  connections.sockets.set(socket.id, socket);
  return true;
}

/** Everyone may open a socket, so the oldest socket without a channel is closed for a new one. */
function makeRoom(connections: Connections, sockets: ReadonlySet<RealtimeSocket>): boolean {
  const latest = connections.deps.clock.now() - UNSUBSCRIBED_GRACE_SECONDS * 1000;
  for (const socket of sockets) {
    if (socket.channels.size > 0 || socket.openedAt > latest) continue;
    dropSocket(
      connections,
      socket,
      CODES.overQuota,
      'the connection was in no channel and others need its place',
    );
    return true;
  }
  return false;
}

export function removeSocket(connections: Connections, socket: RealtimeSocket): void {
  if (!connections.sockets.delete(socket.id)) return;
  for (const channel of [...socket.channels.values()]) leave(connections, channel, socket);
  const sockets = connections.projects.get(socket.projectId);
  sockets?.delete(socket);
  if (sockets?.size === 0) connections.projects.delete(socket.projectId);
}

/** Closes a connection with a reason for the client and the log. The next sweep cuts it if the client does not read. */
export function dropSocket(
  connections: Connections,
  socket: RealtimeSocket,
  code: Code,
  reason: string,
): void {
  const facts = { socket: socket.id, project_id: socket.projectId, code };
  connections.deps.log.info(facts, `a realtime connection was closed: ${reason}`);
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
    channel = createChannel(socket.projectId, name);
    connections.channels.set(topic, channel);
    for (const agent of connections.agents.listPresent(topic)) showAgent(channel, agent);
  }
  joinChannel(channel, socket, member);
}

export function leave(connections: Connections, channel: Channel, socket: RealtimeSocket): void {
  leaveChannel(channel, socket);
  if (channel.memberOf.size === 0) connections.channels.delete(channel.topic);
}

/** Drops sockets that read too slowly. It checks only after many bytes, because a check visits every socket. */
export function dropSlowReaders(connections: Connections, channel: Channel): void {
  if (channel.sentBytes < SLOW_CHECK_AFTER_BYTES) return;
  channel.sentBytes = 0;
  for (const socket of channel.memberOf.keys()) dropIfSlow(connections, socket);
}

function dropIfSlow(connections: Connections, socket: RealtimeSocket): void {
  if (socket.ws.getBufferedAmount() <= MAX_WAITING_BYTES) return;
  dropSocket(connections, socket, CODES.tooSlow, 'the client reads too slowly');
}

/** Pings silent connections, drops dead and slow ones, and removes agents that have been idle for long. */
export function sweepConnections(connections: Connections): void {
  // Clients that have not read the request to close.
  for (const socket of connections.leaving) socket.ws.terminate();
  connections.leaving.clear();
  for (const socket of [...connections.sockets.values()]) {
    pingIfSilent(connections, socket);
    if (!socket.isGone) dropIfSlow(connections, socket);
  }
  for (const { topic, member } of connections.agents.takeIdle()) {
    const channel = connections.channels.get(topic);
    if (channel !== undefined) removeMember(channel, member.id);
  }
}

/** A half-open connection looks like a silent one: only a ping tells them apart. */
function pingIfSilent(connections: Connections, socket: RealtimeSocket): void {
  const now = connections.deps.clock.now();
  if (socket.pingedAt !== undefined) {
    if (now - socket.pingedAt < PONG_TIMEOUT_SECONDS * 1000) return;
    dropSocket(connections, socket, CODES.noPong, 'the client did not answer a ping');
  } else if (now - socket.lastHeardAt >= PING_AFTER_SECONDS * 1000) {
    socket.pingedAt = now;
    socket.ws.send(encodeMessage('pusher:ping', {}));
  }
}
