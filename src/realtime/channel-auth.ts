import { equalInConstantTime, hmacSha256, hmacSha256Hex } from '../platform/crypto.ts';
import type { Deps } from '../platform/deps.ts';

/** Who is in a channel, as the others see it. */
export interface Member {
  id: string;
  name: string;
  type: 'user' | 'mcp';
}

/** What is signed: which socket may join which channel as whom. */
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

export function encodeChannelData(member: Member): string {
  return JSON.stringify({ user_id: member.id, user_info: member });
}

/** Of data that was signed here. */
export function decodeChannelData(text: string): Member {
  return (JSON.parse(text) as { user_info: Member }).user_info;
}
