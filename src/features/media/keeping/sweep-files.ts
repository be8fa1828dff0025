import type { Deps } from '../../../platform/deps.ts';
import { isKeyReferred } from '../storing/queries.ts';
import { removeUnusedFiles } from '../storing/stored-files.ts';
import { createPace } from './pace.ts';
import { walkReferredFiles, walkStrayFiles } from './walk-files.ts';

/** Missing files that are named in the log. */
const MAX_NAMED = 100;

/** Files looked for without a pause. */
const FILES_AT_ONCE = 50;

/**
 * Removes stored files no row refers to, and logs which files rows refer to that are not there: those cannot be mended,
 * and nothing is deleted because of them. Returns how many there were of each.
 */
export async function sweepFiles(
  deps: Deps,
  isStopped: () => boolean = () => false,
): Promise<{ removed: number; missing: number }> {
  let removed = 0;
  const pause = createPace();
  for await (const keys of walkStrayFiles(deps)) {
    if (isStopped()) break;
    removed += await removeUnusedFiles(deps, keys);
    await pause();
  }
  const missing = await findMissing(deps, isStopped);
  if (removed > 0) deps.log.info({ removed }, 'media files nobody needs any more were removed');
  if (missing.length > 0) {
    const facts = { missing: missing.length, keys: missing.slice(0, MAX_NAMED) };
    deps.log.error(facts, 'media files are missing in the file store');
  }
  return { removed, missing: missing.length };
}

async function findMissing(deps: Deps, isStopped: () => boolean): Promise<string[]> {
  const missing = new Set<string>();
  const pause = createPace();
  let looked = 0;
  for await (const { key } of walkReferredFiles(deps)) {
    looked += 1;
    if (looked % FILES_AT_ONCE === 0) await pause();
    if (isStopped()) break;
    if ((await deps.files.stat(key)) !== undefined) continue;
    // It may have been deleted since its row was read.
    if (await isKeyReferred(deps.db.reader, key)) missing.add(key);
  }
  return [...missing];
}
