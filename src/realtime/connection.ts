import type { Spelling } from '../http/editor-compat/names.ts';
import type { RateWindow } from '../platform/limits/rate-limit.ts';
import type { TenantScope } from '../platform/scope.ts';
import { randomBytes } from '../platform/security/crypto.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { EndUser } from './channel-auth.ts';
import { CODES, type Code, encodeError } from './protocol.ts';
import { Receipts } from './receipts.ts';
import type { PlainTab } from './room/plain-tab.ts';

/** Data of a websocket, set when it is opened. */
export type SocketData = { socket: RealtimeSocket } | { refusal: Refusal };

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

/** An open websocket. */
export interface RealtimeSocket {
  /** `<number>.<number>`, as clients expect it. */
  id: string;
  projectId: string;
  /** Of the client: an IPv4 address or a /64 of IPv6. */
  network: string;
  /** The origin of the page, unless the page is from this server or the client is a program. */
  origin: string | undefined;
  ws: Bun.ServerWebSocket<SocketData>;
  server: SocketServer;
  /** How its editor writes names. Set before it joins its first channel, and not changed then. */
  spelling: Spelling;
  /** By name of the channel. */
  memberships: Map<string, Membership>;
  /** Channels that it is about to join, by name: the last request counts. */
  joining: Map<string, object>;
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

/** A socket in a channel. */
export interface Membership {
  readonly socket: RealtimeSocket;
  readonly access: ChannelAccess;
  readonly person: EndUser;
  readonly scope: TenantScope;
  /** Names the connection in the log of the template. */
  readonly connection: string;
  /** The id of its tab. Undefined until the tab has reported it, or has shown that it reports nothing: then it is a plain tab. */
  member: string | undefined;
  plain: PlainTab | undefined;
  /** The last version when it joined. */
  version: number;
  /** Resolves when the room has its tab, as the tab has reported it last. */
  joined: Promise<unknown>;
  /** Resolves when the log has all that the tab has reported. */
  told: Promise<unknown>;
}

type Opening = Pick<RealtimeSocket, 'projectId' | 'network' | 'origin' | 'server'>;

/** `ws` is set when the connection opens. */
export function createSocket(opening: Opening, now: number): RealtimeSocket {
  return {
    ...opening,
    id: createSocketId(),
    ws: undefined as unknown as RealtimeSocket['ws'],
    spelling: 'snake',
    memberships: new Map(),
    joining: new Map(),
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

/** Closes a connection with a reason, in a form that clients show. */
export function closeSocket(socket: RealtimeSocket, code: Code, message: string): void {
  if (socket.isGone) return;
  socket.ws.send(encodeError(code, message));
  socket.ws.close(code, message);
}

function createSocketId(): string {
  const [one, other] = new Uint32Array(randomBytes(8).buffer);
  return `${one}.${other}`;
}
