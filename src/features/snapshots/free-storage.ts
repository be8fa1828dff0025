import type { Deps } from '../../platform/deps.ts';
import { isStorageNeeded } from '../media/index.ts';
import { selectTenantUsage } from '../projects/index.ts';
import { deleteOldestOfTenant } from './thinning-queries.ts';

/** Snapshots deleted at a time, until there is room. */
const BATCH = 20;

/**
 * Deletes the oldest automatic snapshots of a tenant when a file needs their storage, so that saves cannot use up the
 * storage for files.
 */
export function freeStorageForFiles(deps: Deps): void {
  deps.events.onTransaction(async (event, scope, db) => {
    if (!isStorageNeeded(event) || scope.kind !== 'tenant') return;
    const { bytes, limit } = event.payload;
    let deleted = BATCH;
    while (deleted === BATCH) {
      const { storedBytes } = await selectTenantUsage(scope, db);
      if (storedBytes + bytes <= limit) return;
      deleted = await deleteOldestOfTenant(scope, db, BATCH);
    }
  });
}
