import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { DomainError } from '../../platform/errors.ts';

/**
 * Public keys (Ed25519) of the project's releases: the base64 text of `openssl pkey -in KEY -pubout`. There is none until
 * the project has its first key. One of them must have signed a release: to change the key, add the new one here, publish a
 * release that is signed with the old one, and then sign with the new one.
 */
export const RELEASE_KEYS: readonly string[] = [];

/** Throws `validation_failed` unless one of `keys` has signed `sums`. */
export function requireSignature(sums: Uint8Array, signature: Uint8Array, keys: readonly string[]): void {
  if (keys.map(readKey).some((key) => verify(null, sums, key, signature))) return;
  throw new DomainError(
    'validation_failed',
    'The signature of SHA256SUMS is not by a key of this build: the release is damaged, or somebody else made it. Nothing was changed.',
  );
}

function readKey(text: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Refused below.
  }
  throw new DomainError(
    'validation_failed',
    `"${text.slice(0, 80)}" is not the public key of an Ed25519 pair. GALLEY_RELEASE_KEYS takes the base64 text that "openssl pkey -in KEY -pubout" prints.`,
  );
}
