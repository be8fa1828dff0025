import { sha256 } from '../../platform/crypto.ts';

/** Advisory locks are named by numbers of 64 bits. */
export function lockNumber(name: string): bigint {
  return Buffer.from(sha256(`galley ${name}`)).readBigInt64BE();
}
