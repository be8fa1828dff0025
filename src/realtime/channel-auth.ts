import { equalInConstantTime, hmacSha256, hmacSha256Hex } from '../platform/crypto.ts';
import type { Deps } from '../platform/deps.ts';
import type { Spelling } from '../platform/spelling.ts';

/** A user or agent in a channel, as shown to the others. */
export interface Member {
  id: string;
  name: string;
  type: 'user' | 'mcp';
}

/** The signed facts: this socket may join this channel as this user. */
interface ChannelPass {
  socketId: string;
  channel: string;
  /** JSON text with `user_id` and `user_info`. */
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

/** Clients send this text back unchanged, so the server does not have to remember the spelling. */
export function encodeChannelData(member: Member, spelling: Spelling): string {
  const spelled = spelling === 'snake' ? {} : { spelling };
  return JSON.stringify({ user_id: member.id, user_info: member, ...spelled });
}

/** Only for data whose signature was checked. */
export function decodeChannelData(text: string): { member: Member; spelling: Spelling } {
  const { user_info: member, spelling = 'snake' } = JSON.parse(text) as {
    user_info: Member;
    spelling?: Spelling;
  };
  return { member, spelling };
}
