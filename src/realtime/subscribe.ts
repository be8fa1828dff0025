import { makeChannelAccess, requireChannelAccess } from './channel-access.ts';
import { type ChannelData, decodeChannelData, isSignedPass } from './channel-auth.ts';
import { closeSocket, type RealtimeSocket } from './connection.ts';
import { type Connections, leave, openChannel } from './connections.ts';
import { MAX_CHANNEL_NAME_BYTES, MAX_CHANNELS_PER_SOCKET } from './limits.ts';
import { CODES, encodeError, encodeMessage, templateOfChannel } from './protocol.ts';

type Refused = readonly [status: number, error: string];

const NO_GRANT: Refused = [401, 'The authorization has ended. Request a new one.'];

/** Adds a socket to a channel, or answers with the reason why not. `data`: of the message, unchecked. */
export function subscribe(connections: Connections, socket: RealtimeSocket, data: unknown): void {
  const { channel: name, auth, channel_data: channelData } = Object(data) as Record<string, unknown>;
  if (typeof name !== 'string' || Buffer.byteLength(name) > MAX_CHANNEL_NAME_BYTES) {
    const message = `A channel has a name of up to ${MAX_CHANNEL_NAME_BYTES} bytes.`;
    socket.ws.send(encodeError(null, message));
    return;
  }
  const refusal = findRefusal(connections, socket, name, auth, channelData);
  if (refusal !== undefined) {
    refuse(socket, name, refusal);
    return;
  }
  // Subscribed again, because the answer may have been lost.
  unsubscribe(connections, socket, { channel: name });
  const request = {};
  socket.joining.set(name, request);
  const isWanted = () => socket.joining.get(name) === request && !socket.isGone;
  join(connections, socket, decodeChannelData(channelData as string), { name, isWanted }).catch((error) => {
    const { log } = connections.deps;
    log.warn({ err: error, channel: name }, 'a client could not join the channel of a template');
    // It reconnects, after a second.
    closeSocket(socket, CODES.overCapacity, 'The template cannot be opened at the moment.');
  });
}

async function join(
  connections: Connections,
  socket: RealtimeSocket,
  { person, spelling, access }: ChannelData,
  { name, isWanted }: { name: string; isWanted(): boolean },
): Promise<void> {
  const { deps, endings, formerMembers } = connections;
  const templateId = templateOfChannel(name) as string;
  const granted = makeChannelAccess(socket.projectId, templateId, person, access);
  const scope = await requireChannelAccess(deps, granted).catch((error) => {
    if (error.code === 'unavailable') throw error;
    return undefined;
  });
  if (!isWanted()) return;
  socket.joining.delete(name);
  if (scope === undefined || endings.hasEnded(granted, socket, access)) {
    refuse(socket, name, NO_GRANT);
    return;
  }
  // All topics of a socket have the same spelling.
  if (socket.memberships.size === 0) socket.spelling = spelling;
  formerMembers.remember(granted, socket.origin);
  const { token } = access;
  const actor = { ...scope.actor, name: person.name };
  const channel = openChannel(connections, scope, templateId);
  await channel.join({
    socket,
    access: granted,
    person,
    scope: { ...scope, actor, ...(token && { token }) },
  });
}

export function unsubscribe(connections: Connections, socket: RealtimeSocket, data: unknown): void {
  const { channel: name } = Object(data) as { channel?: unknown };
  if (typeof name !== 'string') return;
  socket.joining.delete(name);
  const membership = socket.memberships.get(name);
  if (membership !== undefined) leave(connections, membership);
}

function refuse(socket: RealtimeSocket, name: string, [status, error]: Refused): void {
  socket.ws.send(encodeMessage('pusher:subscription_error', { type: 'AuthError', error, status }, name));
}

/** Removes a socket from a channel for good. Editors then show that they are disconnected. */
export function expel(
  connections: Connections,
  socket: RealtimeSocket,
  name: string,
  { status, error }: { error: string; status: number },
): void {
  const membership = socket.memberships.get(name);
  if (membership === undefined) return;
  refuse(socket, name, [status, error]);
  leave(connections, membership);
}

function findRefusal(
  { deps }: Connections,
  socket: RealtimeSocket,
  name: string,
  auth: unknown,
  channelData: unknown,
): Refused | undefined {
  if (templateOfChannel(name) === undefined) return [403, 'There is no such channel.'];
  if (typeof auth !== 'string' || typeof channelData !== 'string') {
    return [401, 'The channel needs an authorization: auth and channel_data.'];
  }
  const pass = { socketId: socket.id, channel: name, channelData };
  if (!isSignedPass(deps, socket.projectId, pass, auth)) {
    return [401, 'The authorization is not one for this channel and this socket.'];
  }
  const { size } = new Set([...socket.memberships.keys(), ...socket.joining.keys(), name]);
  if (size > MAX_CHANNELS_PER_SOCKET) {
    return [429, `A socket can be in ${MAX_CHANNELS_PER_SOCKET} channels at most.`];
  }
  return undefined;
}
