import type { Deps } from '../platform/deps.ts';
import type { PresentAgents } from './agents.ts';
import { createChannel, joinChannel, leaveChannel, showAgent, topicOf } from './channel.ts';
import type { Member } from './channel-auth.ts';
import { MAX_WAITING_BYTES, SLOW_CHECK_AFTER_BYTES, UNSUBSCRIBED_GRACE_SECONDS } from './limits.ts';
import { CODES, type Code, channelOfTemplate } from './protocol.ts';
import { closeSocket } from './socket.ts';
import type { Channel, RealtimeSocket } from './state.ts';

/** All connections and channels of this server. */
export interface Hub {
  deps: Deps;
  maxSocketsPerProject: number;
  sockets: Map<string, RealtimeSocket>;
  /** By project id. */
  projects: Map<string, Set<RealtimeSocket>>;
  /** By topic; only those with members. */
  channels: Map<string, Channel>;
  agents: PresentAgents;
  /** Sockets that were told to go, until the next sweep. */
  leaving: Set<RealtimeSocket>;
  isClosing: boolean;
}

/** Takes a new connection; false if the project has no room for it. */
export function addSocket(hub: Hub, socket: RealtimeSocket): boolean {
  const sockets = hub.projects.get(socket.projectId) ?? new Set();
  if (sockets.size >= hub.maxSocketsPerProject && !makeRoom(hub, sockets)) return false;
  hub.projects.set(socket.projectId, sockets.add(socket));
  hub.sockets.set(socket.id, socket);
  return true;
}

/** Everyone may open a socket, so the oldest socket without a channel is closed for a new one. */
function makeRoom(hub: Hub, sockets: ReadonlySet<RealtimeSocket>): boolean {
  const latest = hub.deps.clock.now() - UNSUBSCRIBED_GRACE_SECONDS * 1000;
  for (const socket of sockets) {
    if (socket.channels.size > 0 || socket.openedAt > latest) continue;
    dropSocket(hub, socket, CODES.overQuota, 'the connection was in no channel and others need its place');
    return true;
  }
  return false;
}

export function removeSocket(hub: Hub, socket: RealtimeSocket): void {
  if (!hub.sockets.delete(socket.id)) return;
  for (const channel of [...socket.channels.values()]) leave(hub, channel, socket);
  const sockets = hub.projects.get(socket.projectId);
  sockets?.delete(socket);
  if (sockets?.size === 0) hub.projects.delete(socket.projectId);
}

/** Closes a connection and says why, to the client and in the log; one that does not read is cut at the next sweep. */
export function dropSocket(hub: Hub, socket: RealtimeSocket, code: Code, reason: string): void {
  const facts = { socket: socket.id, project_id: socket.projectId, code };
  hub.deps.log.info(facts, `a realtime connection was closed: ${reason}`);
  removeSocket(hub, socket);
  hub.leaving.add(socket);
  closeSocket(socket, code, reason);
}

/** The channel of a template; undefined if it has no members. */
export function findChannel(hub: Hub, projectId: string, templateId: string): Channel | undefined {
  return hub.channels.get(topicOf(projectId, channelOfTemplate(templateId)));
}

export function join(hub: Hub, socket: RealtimeSocket, name: string, member: Member): void {
  const topic = topicOf(socket.projectId, name);
  let channel = hub.channels.get(topic);
  if (channel === undefined) {
    channel = createChannel(socket.projectId, name);
    hub.channels.set(topic, channel);
    for (const agent of hub.agents.listPresent(topic)) showAgent(channel, agent);
  }
  joinChannel(channel, socket, member);
}

export function leave(hub: Hub, channel: Channel, socket: RealtimeSocket): void {
  leaveChannel(channel, socket);
  if (channel.memberOf.size === 0) hub.channels.delete(channel.topic);
}

/** Drops sockets that do not read, once enough was sent to the channel for that to show. */
export function dropSlowReaders(hub: Hub, channel: Channel): void {
  if (channel.sentBytes < SLOW_CHECK_AFTER_BYTES) return;
  channel.sentBytes = 0;
  for (const socket of channel.memberOf.keys()) dropIfSlow(hub, socket);
}

export function dropIfSlow(hub: Hub, socket: RealtimeSocket): void {
  if (socket.ws.getBufferedAmount() <= MAX_WAITING_BYTES) return;
  dropSocket(hub, socket, CODES.tooSlow, 'the client reads too slowly');
}
