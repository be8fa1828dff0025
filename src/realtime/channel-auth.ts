import type { Spelling } from '../http/editor-compat/names.ts';
import type { Deps } from '../platform/deps.ts';
import type { TenantScope } from '../platform/scope.ts';
import { equalInConstantTime, hmacSha256, hmacSha256Hex } from '../platform/security/crypto.ts';

/** A user or agent in a channel, as shown to the others. */
export interface EndUser {
  id: string;
  name: string;
  type: 'user' | 'mcp';
}

/** What the token of a tab may do in the channel, as far as it ends with the token's access. */
export interface SignedAccess {
  tenant: TenantScope['tenant'];
  /** The key that signed the token. */
  key: string | undefined;
  token: TenantScope['token'];
  /** Ids grow with time. */
  id: string;
  /** When it was signed (ms). */
  at: number;
}

/** Who joins, with which access. */
export interface ChannelData {
  person: EndUser;
  spelling: Spelling;
  access: SignedAccess;
}

/** The signed facts: this socket may join this channel as this user. */
interface ChannelPass {
  socketId: string;
  channel: string;
  /** See `encodeChannelData`. */
  channelData: string;
}

/** `<app key>:<signature>`, which lets one socket into one channel. The secret never leaves the server. */
export function signPass(deps: Deps, projectId: string, pass: ChannelPass): string {
  return `${projectId}:${signatureOf(deps, projectId, pass)}`;
}

export function isSignedPass(deps: Deps, projectId: string, pass: ChannelPass, auth: string): boolean {
  return equalInConstantTime(Buffer.from(signPass(deps, projectId, pass)), Buffer.from(auth));
}

function signatureOf(deps: Deps, projectId: string, { socketId, channel, channelData }: ChannelPass): string {
  const secret = hmacSha256(deps.urlSigningKey, `realtime channels\n${projectId}`);
  return hmacSha256Hex(secret, `${socketId}:${channel}:${channelData}`);
}

/** Clients send this text back unchanged, to any server, which then needs to remember nothing. */
export function encodeChannelData({ person, spelling, access }: ChannelData): string {
  return JSON.stringify({ user_id: person.id, user_info: person, spelling, access });
}

/** Only for data whose signature was checked. */
export function decodeChannelData(text: string): ChannelData {
  const { user_info: person, spelling, access } = JSON.parse(text);
  return { person, spelling, access };
}
