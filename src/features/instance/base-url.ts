import type { Deps } from '../../platform/deps.ts';
import { toDomainError } from '../../platform/errors.ts';
import { mediaBaseOf } from '../media/index.ts';
import { hasMediaVersions, selectFact, upsertFact } from './queries.ts';

/** Name of the fact with the base URL of stored addresses of media. */
export const MEDIA_BASE_URL = 'media_base_url';

/**
 * Logs a warning if clients load media files below another address than the one in stored addresses of pictures.
 * To be called once the base URL is known. The first start, and one without any media, stores the present one.
 */
export async function checkMediaBaseUrl(deps: Deps): Promise<void> {
  const { db, log } = deps;
  const baseUrl = mediaBaseOf(deps);
  const stored = await selectFact(db.reader, MEDIA_BASE_URL);
  if (stored === baseUrl) return;
  if (stored === undefined || !(await hasMediaVersions(db.reader))) {
    try {
      await db.transaction((connection) => upsertFact(connection, MEDIA_BASE_URL, baseUrl));
    } catch (error) {
      // Only logged, so that the server starts with a full disk. The next start tries again.
      if (toDomainError(error).code !== 'storage_full') throw error;
      log.warn('the base URL of stored pictures could not be stored');
    }
    return;
  }
  const advice = `see what would change with "galley media rebase --from ${stored}"`;
  log.warn(
    { base_url: baseUrl, former_base_url: stored },
    `the ${deps.mediaUrl === '' ? 'base URL' : 'address of the CDN'} has changed: pictures in stored templates still load from ${stored}; ${advice}`,
  );
}
