import type { TenantScope } from '../platform/scope.ts';
import type { Connections } from './connections.ts';
import type { Channel, RealtimeSocket } from './state.ts';

/** The socket in this channel that a request names as its own; a socket of another user is not accepted. */
export function findSender(
  connections: Connections,
  channel: Channel,
  { actor, page }: TenantScope,
): RealtimeSocket | undefined {
  const socket = page?.socketId === undefined ? undefined : connections.sockets.get(page.socketId);
  const member = socket && channel.memberOf.get(socket);
  if (member === undefined) return undefined;
  return actor.isUnnamed || member.id === actor.id ? socket : undefined;
}

/**
 * The sockets that know already what a request has written: those of its own editor. `all`: nothing is sent, because
 * everyone knows, or because it is unknown which editor it was.
 *
 * Published editors tell each change to the others as they make it, and name no socket when they save. What such an
 * editor saves must not be sent again: blocks would be added twice, and text typed since would be lost.
 */
export function findOriginSockets(
  connections: Connections,
  channel: Channel,
  scope: TenantScope,
): ReadonlySet<RealtimeSocket> | 'all' {
  const { actor, page } = scope;
  // Agents and programs have no content.
  if (actor.kind !== 'user' || page === undefined) return new Set();
  const sender = findSender(connections, channel, scope);
  const own = sender === undefined ? findSocketsOf(channel, actor) : [sender];
  // A page whose person is not named may be any of those in the channel.
  if (own === undefined) return 'all';
  return own.some((socket) => channel.operationSenders.has(socket)) ? 'all' : new Set(own);
}

function findSocketsOf(channel: Channel, actor: TenantScope['actor']): RealtimeSocket[] | undefined {
  if (actor.isUnnamed) return undefined;
  return [...(channel.present.get(actor.id)?.sockets ?? [])];
}
