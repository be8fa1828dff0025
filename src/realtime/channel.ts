import type { TemplatePage } from '../features/templates/index.ts';
import type { Spelling } from '../platform/spelling.ts';
import { Sums } from '../platform/sums.ts';
import type { Member } from './channel-auth.ts';
import { encodeMessage } from './protocol.ts';
import { Room, type RoomBudget } from './room.ts';
import { lazyMessage, type Message, spellEvent, textIn } from './spelling.ts';
import type { Channel, Presence, RealtimeSocket } from './state.ts';

export const PING = encodeMessage('pusher:ping', {});

export function createChannel(projectId: string, name: string, budget: RoomBudget): Channel {
  return {
    name,
    projectId,
    topic: topicOf(projectId, name),
    present: new Map(),
    memberOf: new Map(),
    servers: new Sums(),
    spellings: new Sums(),
    locks: new Map(),
    unlockedBlocks: new Set(),
    operationSenders: new Set(),
    room: new Room(budget),
    pages: new Map(),
    joinedAt: new WeakMap(),
    unchecked: new Map(),
    outdated: new Set(),
    work: Promise.resolve(),
    askedAt: 0,
    sentBytes: 0,
  };
}

export function topicOf(projectId: string, name: string): string {
  return `${projectId} ${name}`;
}

/** Sockets of each spelling have a topic of their own. */
function topicIn(spelling: Spelling, { topic }: Channel): string {
  return spelling === 'snake' ? topic : `${spelling} ${topic}`;
}

/** Sends a message to one socket, in its spelling. */
export function sendTo(socket: RealtimeSocket, message: Message): void {
  socket.ws.send(textIn(socket.spelling, message));
}

export function ping(socket: RealtimeSocket): void {
  socket.receipts.notePing();
  socket.pings.push(undefined);
  socket.ws.send(PING);
}

/** Runs a function when a client has received all that was sent to it until now. */
export function askWhatArrived(socket: RealtimeSocket, whenAnswered: () => void): void {
  socket.receipts.ask(() => ping(socket), whenAnswered);
}

/** Sends a message to all sockets of a channel but `except`. */
export function publish(channel: Channel, message: Message, except?: RealtimeSocket): void {
  const sender = except !== undefined && channel.memberOf.has(except) ? except : undefined;
  for (const spelling of channel.spellings.keys()) {
    const text = textIn(spelling, message);
    const topic = topicIn(spelling, channel);
    for (const server of channel.servers.keys()) {
      if (sender?.server === server && sender.spelling === spelling) sender.ws.publish(topic, text);
      else server.publish(topic, text);
    }
    channel.sentBytes += text.length;
  }
}

/** Sends a message to all sockets of a channel but several. */
export function publishExcept(
  channel: Channel,
  message: Message,
  excepted: ReadonlySet<RealtimeSocket>,
): void {
  const [only] = excepted;
  if (excepted.size <= 1) {
    publish(channel, message, only);
    return;
  }
  for (const socket of channel.memberOf.keys()) if (!excepted.has(socket)) sendTo(socket, message);
  for (const spelling of channel.spellings.keys()) channel.sentBytes += textIn(spelling, message).length;
}

/** Adds a socket. The others are told unless the same user is there already, in another tab. */
export function joinChannel(channel: Channel, socket: RealtimeSocket, member: Member): void {
  const sockets = addPresence(channel, member).sockets.add(socket);
  channel.memberOf.set(socket, member);
  channel.servers.add(socket.server, 1);
  channel.spellings.add(socket.spelling, 1);
  socket.channels.set(channel.name, channel);
  const page = socket.grants.get(channel.name)?.holder?.page;
  if (page !== undefined) {
    noteTabs(channel, socket, page);
    channel.pages.set(socket, page);
    Object.assign(page, { connections: page.connections + 1, wasConnected: true });
  }
  const receivedBefore = page === undefined ? 0 : channel.room.receivedBy(page);
  channel.joinedAt.set(socket, channel.room.serial);
  channel.unchecked.set(socket, { joinedAt: channel.room.serial, receivedBefore });
  socket.ws.subscribe(topicIn(socket.spelling, channel));
  const data = describePresence(channel);
  socket.ws.send(encodeMessage('pusher_internal:subscription_succeeded', data, channel.name));
  // All clients must show the same locks.
  for (const [userId, blockId] of channel.locks) sendTo(socket, encodeLock(channel, blockId, userId));
  channel.unlockedBlocks.clear();
  if (sockets.size === 1) announceMember(channel, member, socket);
}

/**
 * Compares the next save of each member with the canvas. Call it when the room has dropped operations: members show them,
 * but pages that join do not.
 */
export function compareNextSaves({ memberOf, room, unchecked }: Channel): void {
  const now = { joinedAt: room.serial, receivedBefore: 0 };
  for (const socket of memberOf.keys()) unchecked.set(socket, now);
}

/** Notes that a page has several tabs, if an earlier connection with its token still answers a ping: it may be cut off. */
function noteTabs(channel: Channel, socket: RealtimeSocket, page: TemplatePage): void {
  for (const [other, one] of channel.pages) {
    if (one !== page || other === socket) continue;
    askWhatArrived(other, () => {
      if (channel.memberOf.has(socket)) page.hasSeveralTabs = true;
    });
  }
}

/** Removes a socket. The others are told when it was the user's last one. */
export function leaveChannel(channel: Channel, socket: RealtimeSocket): void {
  const member = channel.memberOf.get(socket);
  if (member === undefined) return;
  if (!socket.isGone) socket.ws.unsubscribe(topicIn(socket.spelling, channel));
  channel.memberOf.delete(socket);
  channel.operationSenders.delete(socket);
  channel.unchecked.delete(socket);
  channel.outdated.delete(socket);
  const page = channel.pages.get(socket);
  if (page !== undefined)
    Object.assign(page, { connections: page.connections - 1, hasLostTab: page.hasSeveralTabs });
  channel.pages.delete(socket);
  socket.channels.delete(channel.name);
  channel.servers.add(socket.server, -1);
  channel.spellings.add(socket.spelling, -1);
  const sockets = channel.present.get(member.id)?.sockets;
  sockets?.delete(socket);
  if (sockets?.size === 0) removeMember(channel, member.id);
}

/** Shows an agent, which has no socket. */
export function showAgent(channel: Channel, member: Member): void {
  if (channel.present.has(member.id)) return;
  addPresence(channel, member);
  announceMember(channel, member);
}

export function removeMember(channel: Channel, id: string): void {
  if (!channel.present.delete(id)) return;
  // Clients forget the selection of a user who leaves.
  channel.locks.delete(id);
  publish(channel, encodeMessage('pusher_internal:member_removed', { user_id: id }, channel.name));
}

export function encodeLock(channel: Channel, blockId: string, userId: string): Message {
  return encodeEvent(channel, 'client-block_locked', { blockId, userId });
}

export function encodeUnlock(channel: Channel, blockId: string): Message {
  return encodeEvent(channel, 'client-block_unlocked', { blockId });
}

/** As clients send their events: the data is an object, not JSON text. */
function encodeEvent({ name }: Channel, event: string, data: object): Message {
  return lazyMessage((spelling) =>
    JSON.stringify({ event: spellEvent(spelling, event), channel: name, data }),
  );
}

function addPresence(channel: Channel, member: Member): Presence {
  let presence = channel.present.get(member.id);
  if (presence === undefined) {
    presence = { member, sockets: new Set() };
    channel.present.set(member.id, presence);
  }
  return presence;
}

function announceMember(channel: Channel, member: Member, except?: RealtimeSocket): void {
  const data = { user_id: member.id, user_info: member };
  publish(channel, encodeMessage('pusher_internal:member_added', data, channel.name), except);
}

function describePresence({ present }: Channel) {
  const hash = Object.fromEntries([...present].map(([id, { member }]) => [id, member]));
  return { presence: { count: present.size, ids: [...present.keys()], hash } };
}
