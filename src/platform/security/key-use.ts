import type { Deps } from '../deps.ts';
import type { Connection } from '../ports/database.ts';

/** The time of last use is stored to the minute, so that a busy caller does not cost a write per call. */
const RESOLUTION_MS = 60_000;

/** Records the use of a key, in the background, so that callers can still read when the disk is full. */
export function recordUse(
  deps: Deps,
  key: { id: string; lastUsedAt: number | null },
  now: number,
  update: (db: Connection, id: string, at: number) => Promise<void>,
): void {
  if (key.lastUsedAt !== null && now - key.lastUsedAt < RESOLUTION_MS) return;
  key.lastUsedAt = now;
  deps.db
    .transaction((db) => update(db, key.id, now))
    .catch((error) =>
      deps.log.warn({ err: error, key_id: key.id }, 'the time of use of a key was not stored'),
    );
}
