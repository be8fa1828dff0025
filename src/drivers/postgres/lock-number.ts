import { sha256 } from '../../platform/security/crypto.ts';

/** The 64-bit number that identifies an advisory lock. */
export function lockNumber(name: string): bigint {
  return Buffer.from(sha256(`galley ${name}`)).readBigInt64BE();
}
