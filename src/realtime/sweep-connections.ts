import { removeMember } from './channel.ts';
import { dropIfSlow, dropSocket, type Hub } from './hub.ts';
import { PING_AFTER_SECONDS, PONG_TIMEOUT_SECONDS } from './limits.ts';
import { CODES, encodeMessage } from './protocol.ts';
import type { RealtimeSocket } from './state.ts';

/** Pings silent connections, drops dead and slow ones, and removes agents that have been idle for long. */
export function sweepConnections(hub: Hub): void {
  // They were told to close and have not read it.
  for (const socket of hub.leaving) socket.ws.terminate();
  hub.leaving.clear();
  for (const socket of [...hub.sockets.values()]) {
    pingIfSilent(hub, socket);
    if (!socket.isGone) dropIfSlow(hub, socket);
  }
  for (const { topic, member } of hub.agents.takeGone()) {
    const channel = hub.channels.get(topic);
    if (channel !== undefined) removeMember(channel, member.id);
  }
}

/** A half-open connection looks like a silent one: only a ping tells them apart. */
function pingIfSilent(hub: Hub, socket: RealtimeSocket): void {
  const now = hub.deps.clock.now();
  if (socket.pingedAt !== undefined) {
    if (now - socket.pingedAt < PONG_TIMEOUT_SECONDS * 1000) return;
    dropSocket(hub, socket, CODES.noPong, 'the client did not answer a ping');
  } else if (now - socket.lastHeardAt >= PING_AFTER_SECONDS * 1000) {
    socket.pingedAt = now;
    socket.ws.send(encodeMessage('pusher:ping', {}));
  }
}
