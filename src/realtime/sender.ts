import type { TenantScope } from '../platform/scope.ts';
import type { Connections } from './connections.ts';
import type { Channel, RealtimeSocket } from './state.ts';

/** The socket in this channel that a request names with `X-Socket-Id`. A socket of another user is ignored. */
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
 * The sockets that have a change already: those of the editor that made the request. `all`: the change is sent to no
 * socket, because all have it, or because it is unknown which editor made it.
 *
 * Published editors send each change to the others at once, and name no socket when they save. Such a save must not be
 * sent again: blocks would be added twice, and text typed since would be lost.
 */
export function findOriginSockets(
  connections: Connections,
  channel: Channel,
  scope: TenantScope,
): ReadonlySet<RealtimeSocket> | 'all' {
  const { actor, page } = scope;
  // Agents and programs have no open editor.
  if (actor.kind !== 'user' || page === undefined) return new Set();
  const sender = findSender(connections, channel, scope);
  const own = sender === undefined ? findSocketsOf(channel, actor) : [sender];
  // An unnamed user may be any member of the channel.
  if (own === undefined) return 'all';
  return own.some((socket) => channel.operationSenders.has(socket)) ? 'all' : new Set(own);
}

function findSocketsOf(channel: Channel, actor: TenantScope['actor']): RealtimeSocket[] | undefined {
  if (actor.isUnnamed) return undefined;
  return [...(channel.present.get(actor.id)?.sockets ?? [])];
}
