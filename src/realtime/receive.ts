import { spellMessage } from '../http/editor-compat/messages.ts';
import { DomainError } from '../platform/errors.ts';
import { refuseCostlyJson } from '../platform/fair-use/json-cost.ts';
import { takeFromWindow } from '../platform/limits/rate-limit.ts';
import { broadcast } from './broadcast.ts';
import { type Channel, ping } from './channel.ts';
import type { Membership, RealtimeSocket } from './connection.ts';
import { type Connections, dropSlowReaders, dropSocket, findChannel } from './connections.ts';
import {
  BYTE_LIMIT,
  EVENT_LIMIT,
  MAX_EVENT_NAME_BYTES,
  MAX_REFUSED_EVENTS,
  MAX_UNSUBSCRIBED_BYTES,
} from './limits.ts';
import { type ClientMessage, CODES, encodeError, encodeMessage, readMessage } from './protocol.ts';
import { OPERATIONS } from './room/editor-content.ts';
import { subscribe, unsubscribe } from './subscribe.ts';
import { tellLock, tellOperation, tellReceived, tellShown } from './tell.ts';

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
  if (raw.length > MAX_UNSUBSCRIBED_BYTES && socket.memberships.size === 0) {
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
  handle(connections, socket, message);
}

const MAX_ANSWER_LENGTH = 100;

/** Whether the message answers a ping. Answers do not count for the rate, because the server decides how many come. */
function isAnswer({ receipts }: RealtimeSocket, raw: string | Buffer): boolean {
  return (
    receipts.isExpected &&
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
      void answerPing(socket);
      return;
    case 'pusher:pong':
      socket.receipts.recordAnswer(() => ping(socket));
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

/** The answer shows that all is handled which the client has sent before. */
async function answerPing(socket: RealtimeSocket): Promise<void> {
  await Promise.all([...socket.memberships.values()].map(({ told }) => told));
  if (!socket.isGone) socket.ws.send(encodeMessage('pusher:pong', {}));
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

/** Handles an event of a client in a channel. `sent`: in the spelling of the sender. */
function relay(connections: Connections, socket: RealtimeSocket, sent: ClientMessage): void {
  const message = spellMessage('snake', sent);
  const { event, channel: name, data } = message;
  if (Buffer.byteLength(event) > MAX_EVENT_NAME_BYTES) {
    sendRejection(socket, `The name of an event can have ${MAX_EVENT_NAME_BYTES} bytes at most.`);
    return;
  }
  const membership = name === undefined ? undefined : socket.memberships.get(name);
  const { projectId, templateId } = membership?.access ?? {};
  const channel = templateId && projectId && findChannel(connections, projectId, templateId);
  if (!channel || membership === undefined) {
    sendRejection(socket, 'Client events can be sent only in channels one is in.');
    return;
  }
  const handle = isUnknownOperation(message) ? undefined : EVENTS[event];
  if (handle === undefined) broadcast(connections, channel, sent, membership);
  else {
    const fault = handle(channel, membership, data);
    if (fault !== undefined) sendRejection(socket, fault);
  }
  dropSlowReaders(connections, channel);
}

/** Editors of later versions may have operations that change no content as this service knows it. */
function isUnknownOperation({ event, data }: ClientMessage): boolean {
  const { operation } = Object(data) as { operation?: unknown };
  return event === 'client-operation' && typeof operation === 'string' && !OPERATIONS.has(operation);
}

/** What tabs tell of their content. Each returns what is wrong with the data. */
const EVENTS: Readonly<
  Record<string, (channel: Channel, membership: Membership, data: unknown) => string | undefined>
> = {
  'client-shown': tellShown,
  'client-operation': tellOperation,
  'client-received': tellReceived,
  'client-block_locked': (channel, membership, data) => tellLock(channel, membership, data, true),
  'client-block_unlocked': (channel, membership, data) => tellLock(channel, membership, data, false),
};

/** For invalid messages. */
function sendError(socket: RealtimeSocket, message: string): void {
  socket.ws.send(encodeError(null, message));
}

function sendRejection(socket: RealtimeSocket, message: string): void {
  socket.ws.send(encodeError(CODES.rejected, message));
}
