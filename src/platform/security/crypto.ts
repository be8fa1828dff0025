import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a text or bytes, as 32 bytes. */
export function sha256(data: string | Uint8Array): Uint8Array {
  return new Bun.CryptoHasher('sha256').update(data).digest();
}

/** SHA-256 of a text or bytes, as lower-case hex. */
export function sha256Hex(data: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(data).digest('hex');
}

/** SHA-256 of a file, read in chunks, as lower-case hex. */
export async function sha256HexOf(blob: Pick<Blob, 'stream'>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of blob.stream()) hasher.update(chunk);
  return hasher.digest('hex');
}

/** HMAC-SHA256 of `data` under `key`, lower-case hex, as signed users and recipient lists are sent. */
export function hmacSha256Hex(key: string | Uint8Array, data: string): string {
  return new Bun.CryptoHasher('sha256', key).update(data).digest('hex');
}

/** HMAC-SHA256 of `data` under `key`, as 32 bytes. */
export function hmacSha256(key: string | Uint8Array, data: string): Uint8Array {
  return new Bun.CryptoHasher('sha256', key).update(data).digest();
}

/** Compares in constant time. Unequal lengths are unequal. */
export function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `bytes` random bytes from the operating system. */
export function randomBytes(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

/**
 * A new secret with a readable prefix, e.g. `gly_cs_…`, by which secret scanners recognize a leaked one. It has so many
 * random bytes that a plain SHA-256 is a safe way to store it.
 */
export function createSecret(prefix: string, bytes = 32): string {
  return `${prefix}${Buffer.from(randomBytes(bytes)).toString('base64url')}`;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with a key of 32 bytes (AES-256-GCM): nonce, tag and ciphertext, in base64url. */
export function encryptText(key: Uint8Array, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** The text of `encryptText`. Throws if it was changed or encrypted with another key. */
export function decryptText(key: Uint8Array, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([body, decipher.final()]).toString('utf8');
}

/** Random characters of a key that lists show: four of 43. */
const SHOWN_CHARACTERS = 4;

/** What is stored of a key or token, and shown in lists. */
export interface StoredKeyValue {
  hash: Buffer;
  /** The first characters, to recognize it. */
  prefix: string;
}

/** The value of a key or token (left out: a new secret that starts with `prefix`), and what is stored of it. */
export function createKeyValue(
  prefix: string,
  value = createSecret(prefix),
): StoredKeyValue & { value: string } {
  return {
    value,
    hash: Buffer.from(sha256(value)),
    prefix: value.slice(0, prefix.length + SHOWN_CHARACTERS),
  };
}

/** 16 of the 32 bytes of HMAC-SHA256: cannot be guessed, and short in a URL. */
const SIGNATURE_BYTES = 16;

/**
 * Signs a text for a URL (base64url of signature and text). The text is readable, but only the holder of the key can
 * make or change one. It is valid for one `audience` only, which must not contain a line break.
 */
export function signText(key: Uint8Array, audience: string, text: string): string {
  const body = Buffer.from(text);
  return Buffer.concat([signatureOf(key, audience, body), body]).toString('base64url');
}

/** The text of `signed`; undefined unless it was signed with this key for this audience. */
export function verifySignedText(key: Uint8Array, audience: string, signed: string): string | undefined {
  const bytes = Buffer.from(signed, 'base64url');
  // Decoding ignores invalid characters, so several texts would be valid with one signature.
  if (bytes.toString('base64url') !== signed) return undefined;
  const body = bytes.subarray(SIGNATURE_BYTES);
  if (body.length === 0) return undefined;
  const isValid = equalInConstantTime(bytes.subarray(0, SIGNATURE_BYTES), signatureOf(key, audience, body));
  return isValid ? body.toString() : undefined;
}

/** The text of `signed`. Its signature is not checked, so treat the text as untrusted input. */
export function readUnverifiedText(signed: string): string {
  return Buffer.from(signed, 'base64url').subarray(SIGNATURE_BYTES).toString();
}

function signatureOf(key: Uint8Array, audience: string, body: Buffer): Uint8Array {
  if (audience.includes('\n')) throw new Error('the audience of a signature has a line break');
  return hmacSha256(key, `${audience}\n${body.toString()}`).subarray(0, SIGNATURE_BYTES);
}
