import { sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { type ApiKeyRow, selectApiKeyByHash, updateApiKeyLastUse } from './queries.ts';

/** The time of last use is kept to the minute, so that a busy agent does not cost a write per call. */
const LAST_USE_RESOLUTION_MS = 60_000;

/**
 * The API key with this value, or undefined if there is none or it has expired. Notes the time of use.
 * Looking up by hash takes the same time for every wrong value that matters: hashes of guesses are unrelated.
 */
export async function verifyApiKey(deps: Deps, value: string): Promise<ApiKeyRow | undefined> {
  const now = deps.clock.now();
  const row = await selectApiKeyByHash(deps.db.reader, Buffer.from(sha256(value)));
  if (row === undefined || (row.expiresAt !== null && row.expiresAt <= now)) return undefined;
  if (row.lastUsedAt === null || now - row.lastUsedAt >= LAST_USE_RESOLUTION_MS) {
    await deps.db.transaction((db) => updateApiKeyLastUse(db, row.id, now));
  }
  return row;
}
