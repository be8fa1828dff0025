import { decodeChannelData, isSignedPass } from './channel-auth.ts';
import { type Connections, join, leave } from './connections.ts';
import { MAX_CHANNEL_NAME_BYTES, MAX_CHANNELS_PER_SOCKET } from './limits.ts';
import { CODES, encodeError, encodeMessage, templateOfChannel } from './protocol.ts';
import { closeSocket, type RealtimeSocket } from './state.ts';

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
    const [status, error] = refusal;
    // A home does not find the sockets of a server that it does not know yet, or cannot reach.
    if (refusal === NO_GRANT && connections.deps.homes.isShared && !socket.isElsewhere) {
      closeSocket(socket, CODES.reconnect, 'The authorization is not known here.');
      return;
    }
    const answer = { type: 'AuthError', error, status };
    socket.ws.send(encodeMessage('pusher:subscription_error', answer, name));
    return;
  }
  // Subscribed again, because the answer may have been lost.
  if (socket.channels.has(name)) unsubscribe(connections, socket, { channel: name });
  const { member, spelling } = decodeChannelData(channelData as string);
  // All topics of a socket have the same spelling.
  if (socket.channels.size === 0) socket.spelling = spelling;
  join(connections, socket, name, member);
}

export function unsubscribe(connections: Connections, socket: RealtimeSocket, data: unknown): void {
  const { channel: name } = Object(data) as { channel?: unknown };
  const channel = typeof name === 'string' ? socket.channels.get(name) : undefined;
  if (channel !== undefined) leave(connections, channel, socket);
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
  if (socket.channels.size >= MAX_CHANNELS_PER_SOCKET && !socket.channels.has(name)) {
    return [429, `A socket can be in ${MAX_CHANNELS_PER_SOCKET} channels at most.`];
  }
  return socket.grants.has(name) ? undefined : NO_GRANT;
}
