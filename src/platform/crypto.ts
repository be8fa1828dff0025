import { timingSafeEqual } from 'node:crypto';

/** SHA-256 of a text or bytes, as 32 bytes. */
export function sha256(data: string | Uint8Array): Uint8Array {
  return new Bun.CryptoHasher('sha256').update(data).digest();
}

/** SHA-256 of a text or bytes, as lower-case hex. */
export function sha256Hex(data: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(data).digest('hex');
}

/** SHA-256 of what is read piece by piece, as lower-case hex. */
export async function sha256HexOf(blob: Blob): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of blob.stream()) hasher.update(chunk);
  return hasher.digest('hex');
}

/** HMAC-SHA256 of `data` under `key`, lower-case hex: the form in which signed users and recipient lists travel. */
export function hmacSha256Hex(key: string | Uint8Array, data: string): string {
  return new Bun.CryptoHasher('sha256', key).update(data).digest('hex');
}

/** HMAC-SHA256 of `data` under `key`, as 32 bytes. */
export function hmacSha256(key: string | Uint8Array, data: string): Uint8Array {
  return new Bun.CryptoHasher('sha256', key).update(data).digest();
}

/** Compares without telling by its duration where the two differ. Unequal lengths are unequal. */
export function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `bytes` random bytes from the operating system. */
export function randomBytes(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

/**
 * A new secret with a readable prefix, e.g. `gly_cs_…`. Its 32 random bytes are enough that a plain SHA-256 is a safe
 * way to store it. The prefix lets secret scanners recognize a leaked one.
 */
export function createSecret(prefix: string, bytes = 32): string {
  return `${prefix}${Buffer.from(randomBytes(bytes)).toString('base64url')}`;
}
