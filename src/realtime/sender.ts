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

/** The page that saved, among the members of a channel. */
export interface Saver {
  /** Its sockets, which have the change already. If the request names no socket: all that may be those of the page. */
  sockets: ReadonlySet<RealtimeSocket>;
  /** Whether it announces its changes, so that the others show them already. */
  isLive: boolean;
}

/**
 * Finds the page that saved. Editors announce each change at once, and published ones name no socket when they save. Such a
 * live save must not be sent again: blocks would be added twice, and text typed since would be lost. A merged save is no
 * live one.
 */
export function findSaver(
  connections: Connections,
  channel: Channel,
  scope: TenantScope,
  templateId: string,
): Saver {
  // Agents and programs have no open editor.
  if (scope.actor.kind !== 'user' || scope.page === undefined) return { sockets: new Set(), isLive: false };
  const page = connections.deps.services.templates.pages.find(scope, templateId);
  const sockets = findSockets(connections, channel, scope, templateId);
  const isMerged = page?.hasOwnContent === true;
  // An unnamed user may be any member of the channel.
  if (sockets === undefined) return { sockets: new Set(), isLive: !isMerged };
  const isLive =
    !isMerged &&
    sockets.some(
      (socket) => channel.operationSenders.has(socket) || channel.pages.get(socket)?.isCollaborating,
    );
  return { sockets: new Set(sockets), isLive };
}

function findSockets(
  connections: Connections,
  channel: Channel,
  scope: TenantScope,
  templateId: string,
): RealtimeSocket[] | undefined {
  const sender = findSender(connections, channel, scope);
  if (sender !== undefined) return [sender];
  const page = connections.deps.services.templates.pages.find(scope, templateId);
  const { id, isUnnamed } = scope.actor;
  // Some backends give several people the same token.
  const own = [...channel.memberOf].filter(
    ([socket, member]) =>
      page !== undefined && channel.pages.get(socket) === page && (isUnnamed || member.id === id),
  );
  const isOneMember = new Set(own.map(([, member]) => member.id)).size === 1;
  if (isOneMember) return own.map(([socket]) => socket);
  if (isUnnamed) return undefined;
  return [...(channel.present.get(id)?.sockets ?? [])];
}
