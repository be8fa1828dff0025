import { equalInConstantTime, hmacSha256 } from './crypto.ts';

/** 16 of the 32 bytes of HMAC-SHA256: cannot be guessed, and short in a URL. */
const SIGNATURE_BYTES = 16;

/**
 * Signs a text for a URL (base64url of signature and text). The text is readable, but nobody without the key can make or
 * change one, or use it for another `audience`.
 */
export function signText(key: Uint8Array, audience: string, text: string): string {
  const body = Buffer.from(text);
  return Buffer.concat([signatureOf(key, audience, body), body]).toString('base64url');
}

/** The text of `signed`; undefined unless it was signed with this key for this audience. */
export function verifySignedText(key: Uint8Array, audience: string, signed: string): string | undefined {
  const bytes = Buffer.from(signed, 'base64url');
  // Decoding ignores foreign characters: without this check one signed text would have many spellings.
  if (bytes.toString('base64url') !== signed) return undefined;
  const body = bytes.subarray(SIGNATURE_BYTES);
  if (body.length === 0) return undefined;
  const isValid = equalInConstantTime(bytes.subarray(0, SIGNATURE_BYTES), signatureOf(key, audience, body));
  return isValid ? body.toString() : undefined;
}

function signatureOf(key: Uint8Array, audience: string, body: Buffer): Uint8Array {
  return hmacSha256(key, `${audience}\n${body.toString()}`).subarray(0, SIGNATURE_BYTES);
}
