import { noteAnnounced, noteCollaborating } from '../features/templates/index.ts';
import { DomainError } from '../platform/errors.ts';
import { refuseCostlyJson } from '../platform/json-cost.ts';
import { takeFromWindow } from '../platform/rate-limit.ts';
import { ping, publish } from './channel.ts';
import { type Connections, dropSlowReaders, dropSocket } from './connections.ts';
import {
  BYTE_LIMIT,
  EVENT_LIMIT,
  MAX_EVENT_NAME_BYTES,
  MAX_REFUSED_EVENTS,
  MAX_UNSUBSCRIBED_BYTES,
} from './limits.ts';
import {
  isLockEvent,
  readOperationTargets,
  sendRemainingLocks,
  trackLocks,
  withLocksLifted,
} from './locks.ts';
import {
  type ClientMessage,
  CODES,
  encodeClientEvent,
  encodeError,
  encodeMessage,
  readMessage,
} from './protocol.ts';
import { lazyMessage, type Message, spellMessage } from './spelling.ts';
import type { Channel, RealtimeSocket } from './state.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

/** Handles one message of a client. An invalid one is answered with an error. */
export function receive(connections: Connections, socket: RealtimeSocket, raw: string | Buffer): void {
  const now = connections.deps.clock.now();
  socket.lastHeardAt = now;
  socket.pingedAt = undefined;
  if (!isAnswer(socket, raw) && !isWithinRate(connections, socket, raw.length, now)) return;
  if (typeof raw !== 'string') {
    sendError(socket, 'Messages must be text.');
    return;
  }
  if (raw.length > MAX_UNSUBSCRIBED_BYTES && socket.channels.size === 0 && socket.homes.size === 0) {
    sendError(socket, 'The message is too large for a connection that is in no channel.');
    return;
  }
  if (isCostly(raw)) {
    sendRejection(
      socket,
      'The message holds too many values or property names. Split it or leave something out.',
    );
    return;
  }
  const message = readMessage(raw);
  if (message === undefined) {
    sendError(socket, 'Messages must be JSON objects with an event.');
    return;
  }
  const home = findHome(socket, message);
  if (home === undefined) handle(connections, socket, message);
  else home.pass(socket, raw);
}

/** The other server that handles a message, because it is the home of the channel. */
function findHome({ homes, pings }: RealtimeSocket, { event, channel, data }: ClientMessage) {
  if (event === 'pusher:pong') return pings.shift();
  if (homes.size === 0) return undefined;
  // The home answers pings, so that the client notices when the home is gone.
  if (event === 'pusher:ping') return homes.values().next().value;
  const isOwn = event === 'pusher:subscribe' || event === 'pusher:unsubscribe';
  return homes.get(isOwn ? String(Object(data).channel) : (channel ?? ''));
}

const MAX_ANSWER_LENGTH = 100;

/** Whether the message answers a ping. Answers do not count for the rate, because the server decides how many come. */
function isAnswer({ pings }: RealtimeSocket, raw: string | Buffer): boolean {
  return (
    pings.length > 0 &&
    typeof raw === 'string' &&
    raw.length <= MAX_ANSWER_LENGTH &&
    raw.includes('"pusher:pong"')
  );
}

/** Whether the message would take too long to parse, by the limits for bodies of requests. */
function isCostly(text: string): boolean {
  try {
    refuseCostlyJson(Buffer.from(text));
    return false;
  } catch (error) {
    if (error instanceof DomainError) return true;
    throw error;
  }
}

function handle(connections: Connections, socket: RealtimeSocket, message: ClientMessage): void {
  switch (message.event) {
    case 'pusher:ping':
      socket.ws.send(encodeMessage('pusher:pong', {}));
      return;
    case 'pusher:pong':
      socket.receipts.noteAnswer(() => ping(socket));
      return;
    case 'pusher:subscribe':
      subscribe(connections, socket, message.data);
      return;
    case 'pusher:unsubscribe':
      unsubscribe(connections, socket, message.data);
      return;
  }
  if (message.event.startsWith('client-')) relay(connections, socket, message);
  else sendError(socket, `There is no event "${message.event.slice(0, 100)}".`);
}

/**
 * Events above the rate are dropped. After many of them, the socket is closed with a code after which clients stay away.
 */
function isWithinRate(connections: Connections, socket: RealtimeSocket, bytes: number, now: number): boolean {
  if (
    takeFromWindow(socket.events, EVENT_LIMIT, 1, now) &&
    takeFromWindow(socket.bytes, BYTE_LIMIT, bytes, now)
  ) {
    socket.refused = Math.max(0, socket.refused - 1);
    return true;
  }
  socket.refused += 1;
  if (socket.refused > MAX_REFUSED_EVENTS) {
    dropSocket(connections, socket, CODES.rejected, 'the client sends far too many events');
  } else if (now - socket.warnedAt >= 1000 || socket.refused === 1) {
    socket.warnedAt = now;
    sendRejection(socket, 'Too many events: this one was not passed on.');
  }
  return false;
}

/** Sends an event of a client to all others in the channel. `sent`: in the spelling of the sender. */
function relay(connections: Connections, socket: RealtimeSocket, sent: ClientMessage): void {
  const message = spellMessage('snake', sent);
  const { event, channel: name, data } = message;
  if (Buffer.byteLength(event) > MAX_EVENT_NAME_BYTES) {
    sendRejection(socket, `The name of an event can have ${MAX_EVENT_NAME_BYTES} bytes at most.`);
    return;
  }
  const channel = name === undefined ? undefined : socket.channels.get(name);
  const member = channel?.memberOf.get(socket);
  if (channel === undefined || member === undefined) {
    sendRejection(socket, 'Client events can be sent only in channels one is in.');
    return;
  }
  const encoded = lazyMessage((spelling) =>
    encodeClientEvent(spellMessage(spelling, sent), channel.name, member.id),
  );
  const page = channel.pages.get(socket);
  if (page !== undefined) {
    noteCollaborating(page, connections.deps.clock.now());
    channel.room.followEarlier(page);
  }
  if (isLockEvent(event)) {
    relayLock({ channel, socket, userId: member.id }, message, encoded);
  } else if (event === 'client-operation') {
    channel.operationSenders.add(socket);
    const targets = readOperationTargets(data);
    withLocksLifted(channel, targets, () => publish(channel, encoded, socket), socket);
    if (page !== undefined) noteAnnounced(page, data);
    connections.changes.addAnnounced(channel, socket, data, message.dataText ?? 'null');
  } else {
    publish(channel, encoded, socket);
  }
  dropSlowReaders(connections, channel);
}

interface LockSender {
  channel: Channel;
  socket: RealtimeSocket;
  userId: string;
}

function relayLock(
  { channel, socket, userId }: LockSender,
  { event, data }: ClientMessage,
  encoded: Message,
): void {
  const outcome = trackLocks(channel, userId, event, data);
  if (outcome === 'refused')
    sendRejection(socket, 'A block is locked by its "blockId" and the own "userId".');
  if (outcome !== 'relay') return;
  publish(channel, encoded, socket);
  sendRemainingLocks(channel, event, data, socket);
}

/** For invalid messages. */
function sendError(socket: RealtimeSocket, message: string): void {
  socket.ws.send(encodeError(null, message));
}

function sendRejection(socket: RealtimeSocket, message: string): void {
  socket.ws.send(encodeError(CODES.rejected, message));
}
