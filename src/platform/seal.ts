import { equalInConstantTime, hmacSha256 } from './crypto.ts';

/** 16 of HMAC-SHA256's 32 bytes: beyond guessing, and short in a URL. */
const SEAL_BYTES = 16;

/** Seals a text for a URL: anybody can read it, nobody can make or change one, nor use it for another `audience`. */
export function seal(key: Uint8Array, audience: string, text: string): string {
  const body = Buffer.from(text);
  return Buffer.concat([sealOf(key, audience, body), body]).toString('base64url');
}

/** The text in `sealed`, or undefined unless this key has sealed it for this audience. */
export function unseal(key: Uint8Array, audience: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  // Decoding passes over what does not belong there: without this one seal would have many spellings.
  if (bytes.toString('base64url') !== sealed) return undefined;
  const body = bytes.subarray(SEAL_BYTES);
  if (body.length === 0) return undefined;
  const isOurs = equalInConstantTime(bytes.subarray(0, SEAL_BYTES), sealOf(key, audience, body));
  return isOurs ? body.toString() : undefined;
}

function sealOf(key: Uint8Array, audience: string, body: Buffer): Uint8Array {
  return hmacSha256(key, `${audience}\n${body.toString()}`).subarray(0, SEAL_BYTES);
}
