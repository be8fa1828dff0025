import type { TemplatePage } from '../features/templates/index.ts';
import { randomBytes } from '../platform/crypto.ts';
import type { RateWindow } from '../platform/rate-limit.ts';
import type { TenantScope } from '../platform/scope.ts';
import type { Spelling } from '../platform/spelling.ts';
import type { Sums } from '../platform/sums.ts';
import type { Member } from './channel-auth.ts';
import type { Unchecked } from './late-operations.ts';
import { CODES, type Code, encodeError } from './protocol.ts';
import { Receipts } from './receipts.ts';
import type { Room } from './room.ts';

/** Data of a websocket, set when it is opened. */
export type SocketData = { socket: RealtimeSocket } | { refusal: Refusal } | { link: OtherHome | undefined };

/** Why a connection is closed as soon as it is open. */
export interface Refusal {
  code: Code;
  message: string;
}

export const STOPPING: Refusal = {
  code: CODES.stopping,
  message: 'The server is stopping. Come back in a second.',
};

export type SocketServer = Bun.Server<SocketData>;

/** A Bun server, or a link to another server that has clients. */
export interface Listener {
  /** Sends a text to all of its connections that have subscribed to a topic. */
  publish(topic: string, text: string): unknown;
}

/** A websocket of this server, or one of another server over a link. */
export interface ClientConnection {
  send(text: string): unknown;
  /** Sends a text to all other connections of its listener that have subscribed to a topic. */
  publish(topic: string, text: string): unknown;
  subscribe(topic: string): unknown;
  unsubscribe(topic: string): unknown;
  getBufferedAmount(): number;
  close(code?: number, reason?: string): void;
  terminate(): void;
}

/** Another server that is the home of channels of sockets here, see links/home-link.ts. */
export interface OtherHome {
  /** Handles a message of the link. */
  receive(part: string | Buffer): void;
  /** Passes on what a client has sent. */
  pass(socket: RealtimeSocket, raw: string): void;
  tellClosed(socket: RealtimeSocket): void;
  closeIfSilent(): void;
  /** The link has ended: closes the sockets, so that clients connect again. */
  end(): void;
}

/** An open connection. */
export interface RealtimeSocket {
  /** `<number>.<number>`, as clients expect it. */
  id: string;
  projectId: string;
  /** Of the client: an IPv4 address or a /64 of IPv6. */
  network: string;
  /** The origin of the page, unless the page is from this server or the client is a program. */
  origin: string | undefined;
  ws: ClientConnection;
  server: Listener;
  /** The connection is at another server, and this server is the home of its channels. */
  isElsewhere: boolean;
  /** Other servers that are the home of its channels, by name of the channel. */
  homes: Map<string, OtherHome>;
  /** Who sent each ping that is not answered yet: another server, or undefined for this one. */
  pings: (OtherHome | undefined)[];
  /** How its editor writes names. Set before it joins its first channel, and not changed then. */
  spelling: Spelling;
  /** By name. */
  channels: Map<string, Channel>;
  /** By name of the channel. The socket can join only channels for which it has a grant. */
  grants: Map<string, Grant>;
  /** Whether no token has asked for a channel for it yet. */
  isStranger: boolean;
  openedAt: number;
  lastHeardAt: number;
  /** Set while an answer to a ping is due. */
  pingedAt: number | undefined;
  receipts: Receipts;
  events: RateWindow;
  bytes: RateWindow;
  /** Refused events minus accepted events, never below 0. */
  refused: number;
  /** Time of the last warning of too many events. */
  warnedAt: number;
  /** Whether the connection is closed. */
  isGone: boolean;
}

/** The access of a socket to a channel. */
export interface Grant {
  projectId: string;
  /** Slug of the tenant that the template belongs to. */
  tenant: string;
  tenantId: number;
  templateId: string;
  /** The member's id; undefined until the user's signature was checked. */
  userId: string | undefined;
  /** The key that signed the token. */
  tokenKeyId: string | undefined;
  /** SHA-256 of the token. */
  tokenDigest: string | undefined;
  /** The person with an account whose token it is; undefined if the customer's backend made it. */
  accountId: string | undefined;
  /** The scope of the token, and the page whose token it is. Set once the access is granted. */
  holder?: { scope: TenantScope; page: TemplatePage | undefined };
  /** Set when the access ends while it is being granted. */
  isEnded: boolean;
}

/** A member of a channel with all sockets; an agent has none. */
export interface Presence {
  member: Member;
  sockets: Set<RealtimeSocket>;
}

/** The channel of a template, with its members and their sockets. */
export interface Channel {
  name: string;
  projectId: string;
  /** The topic in the runtime. It contains the project, because names are unique in a project only. */
  topic: string;
  /** By user id, in the order of joining. */
  present: Map<string, Presence>;
  /** By socket. */
  memberOf: Map<RealtimeSocket, Member>;
  /** Number of sockets by listener: each listener publishes to its own sockets alone. */
  servers: Sums<Listener>;
  /** Number of sockets by spelling. */
  spellings: Sums<Spelling>;
  /** User id → id of the block that the user has selected, in the order of selecting. */
  locks: Map<string, string>;
  /** Blocks that all clients show as unlocked, see `withLocksLifted`. */
  unlockedBlocks: Set<string>;
  /** Sockets that send each change to the others as `client-operation`. */
  operationSenders: Set<RealtimeSocket>;
  /** The canvas. */
  room: Room;
  /** By socket. */
  pages: Map<RealtimeSocket, TemplatePage>;
  /** By socket, the last operation before it joined. */
  joinedAt: WeakMap<RealtimeSocket, number>;
  /** Sockets whose pages may have changes that they could not announce, until they save. */
  unchecked: Map<RealtimeSocket, Unchecked>;
  /** Sockets that were not sent yet what their pages lack. Their answers to pings do not show that a page has a version. */
  outdated: Set<RealtimeSocket>;
  /** The queue of changes, which are sent one after the other. */
  work: Promise<void>;
  /** When its sockets were last asked what they have received. */
  askedAt: number;
  /** Bytes sent since the sockets were last checked. */
  sentBytes: number;
}

interface Opening {
  projectId: string;
  network: string;
  origin: string | undefined;
  server: Listener;
  /** Of this server among several. */
  serverId?: number | undefined;
}

/** `ws` is set when the connection opens. */
export function createSocket(
  { projectId, network, origin, server, serverId }: Opening,
  now: number,
): RealtimeSocket {
  return {
    id: createSocketId(serverId),
    projectId,
    network,
    origin,
    ws: undefined as unknown as RealtimeSocket['ws'],
    server,
    isElsewhere: false,
    homes: new Map(),
    pings: [],
    spelling: 'snake',
    channels: new Map(),
    grants: new Map(),
    isStranger: true,
    openedAt: now,
    lastHeardAt: now,
    pingedAt: undefined,
    receipts: new Receipts(),
    events: { startedAt: now, used: 0 },
    bytes: { startedAt: now, used: 0 },
    refused: 0,
    warnedAt: 0,
    isGone: false,
  };
}

export function markGone(socket: RealtimeSocket): void {
  socket.isGone = true;
  socket.receipts.end();
}

/** Closes a connection with a reason, in a form that clients show. */
export function closeSocket(socket: RealtimeSocket, code: Code, message: string): void {
  if (socket.isGone) return;
  socket.ws.send(encodeError(code, message));
  socket.ws.close(code, message);
}

/** Of several servers, the first number names the one that has the socket. */
function createSocketId(serverId: number | undefined): string {
  const [one, other, third] = new Uint32Array(randomBytes(12).buffer);
  return serverId === undefined ? `${one}.${other}` : `${serverId}.${`${one}${other}${third}`.slice(0, 19)}`;
}
