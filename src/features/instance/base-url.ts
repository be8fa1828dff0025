import type { Deps } from '../../platform/deps.ts';
import { hasMediaVersions, selectFact, upsertFact } from './queries.ts';

/** The fact that says under which base URL addresses of the media library have been stored. */
export const MEDIA_BASE_URL = 'media_base_url';

/**
 * Logs a warning if clients reach this server under another base URL than the one in stored addresses of pictures.
 * To be called once the base URL is known. The first start, and one without any media, stores the present one.
 */
export async function checkMediaBaseUrl({ db, baseUrl, log }: Deps): Promise<void> {
  const stored = await selectFact(db.reader, MEDIA_BASE_URL);
  if (stored === baseUrl) return;
  if (stored === undefined || !(await hasMediaVersions(db.reader))) {
    await db.transaction((connection) => upsertFact(connection, MEDIA_BASE_URL, baseUrl));
    return;
  }
  const advice = `see what would change with "galley media rebase --from ${stored}"`;
  log.warn(
    { base_url: baseUrl, former_base_url: stored },
    `the base URL has changed: pictures in stored templates still load from ${stored}; ${advice}`,
  );
}
