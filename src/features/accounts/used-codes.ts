import { MINUTE_MS } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { wrongCode } from './errors.ts';
import { claimCode } from './factor-queries.ts';

/** Longer than a code of the authenticator app is accepted. */
const REMEMBERED_MS = 5 * MINUTE_MS;

/** Throws if the person has sent this code before. To be called before the code is checked. */
export async function requireNewCode({ db, clock }: Deps, userId: string, code: string): Promise<void> {
  const now = clock.now();
  const hash = sha256Hex(`${userId} ${code}`);
  const claim = { userId, hash, now, expiresAt: now + REMEMBERED_MS };
  if (!(await db.transaction((connection) => claimCode(connection, claim)))) throw wrongCode();
}
