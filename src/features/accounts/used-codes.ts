import { MINUTE_MS } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { wrongCode } from './errors.ts';
import { claimCode } from './factor-queries.ts';

/** Longer than codes of authenticator apps are valid. */
const REMEMBERED_MS = 5 * MINUTE_MS;

/** Throws if the person has used this code before. Call it before the code is checked. */
export async function requireNewCode({ db, clock }: Deps, userId: string, code: string): Promise<void> {
  const now = clock.now();
  const hash = sha256Hex(`${userId} ${code}`);
  const claim = { userId, hash, now, expiresAt: now + REMEMBERED_MS };
  if (!(await db.transaction((connection) => claimCode(connection, claim)))) throw wrongCode();
}
