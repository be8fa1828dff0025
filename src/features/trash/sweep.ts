import type { Deps } from '../../platform/deps.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { type Actor, ownerOf, type TenantScope } from '../../platform/scope.ts';
import { createTenantScope, selectProject, selectTenantById } from '../projects/index.ts';

import {
  type EntryKey,
  selectBeyond,
  selectBeyondBytes,
  selectExpired,
  selectUnfinished,
} from './queries.ts';
import { purgeEntries, restoreEntry, setState } from './work.ts';

/** Entries that are read at once. */
const ENTRIES_AT_ONCE = 50;

/** Most entries per tenant. Older ones are purged before their time. */
const MAX_ENTRIES = 20_000;

/**
 * Most bytes per tenant that count towards no limit: contents of templates, modules and comments. Without this, a
 * tenant could store any amount by creating and deleting.
 */
const MAX_UNCOUNTED_BYTES = 1024 ** 3;

const SWEEPER: Actor = { kind: 'system', id: 'trash', name: 'Trash' };

interface TrashSweep {
  maxEntries?: number;
  maxUncountedBytes?: number;
  isStopped?: () => boolean;
}

/**
 * Completes interrupted work, and deletes for good what has been in the trash long enough. Returns the number of
 * deleted things.
 */
export async function sweepTrash(
  deps: Deps,
  {
    maxEntries = MAX_ENTRIES,
    maxUncountedBytes = MAX_UNCOUNTED_BYTES,
    isStopped = () => false,
  }: TrashSweep = {},
): Promise<number> {
  const { grownTenants, retentionMs } = deps.services.trash;
  const tenants = [...grownTenants.keys()];
  grownTenants.clear();
  let purged = await finishWork(deps, isStopped);
  const deadline = deps.clock.now() - retentionMs;
  const expired = () => selectExpired(deps.db.reader, deadline, ENTRIES_AT_ONCE);
  purged += await purgeWhile(deps, expired, isStopped);
  for (const tenantId of tenants) {
    const beyond = () => selectBeyond(deps.db.reader, tenantId, maxEntries, ENTRIES_AT_ONCE);
    purged += await purgeWhile(deps, beyond, isStopped);
    const large = () => selectBeyondBytes(deps.db.reader, tenantId, maxUncountedBytes, ENTRIES_AT_ONCE);
    purged += await purgeWhile(deps, large, isStopped);
  }
  return purged;
}

/** Purges page after page. Entries that cannot be purged are not read again. */
async function purgeWhile(
  deps: Deps,
  read: () => Promise<EntryKey[]>,
  isStopped: () => boolean,
): Promise<number> {
  let purged = 0;
  let before: string | undefined;
  while (!isStopped()) {
    const page = await read();
    const first = page[0]?.id;
    // Entries of a tenant that was deleted meanwhile.
    if (first === undefined || first === before) break;
    before = first;
    purged += await purgePage(deps, page);
  }
  return purged;
}

async function purgePage(deps: Deps, page: readonly EntryKey[]): Promise<number> {
  let purged = 0;
  for (const [tenantId, entries] of Map.groupBy(page, (entry) => entry.tenantId)) {
    const scope = await openScope(deps, tenantId);
    if (scope === undefined) continue;
    const ids = entries.map(({ id }) => id);
    const done = await purgeEntries({ deps, scope }, ids, { onFailure: retryLater({ deps, scope }) });
    purged += done.entries;
  }
  return purged;
}

/**
 * Marks an entry that cannot be purged as `purging`, so that it is not in the way of other expired entries. Every sweep
 * tries it again.
 */
const retryLater =
  ({ deps, scope }: TenantContext) =>
  async (id: string, error: unknown): Promise<void> => {
    deps.log.error({ err: error, id }, 'an entry of the trash could not be deleted for good');
    await deps.db.transaction((db) => setState(scope, db, id, 'purging'), ownerOf(scope));
  };

async function finishWork(deps: Deps, isStopped: () => boolean): Promise<number> {
  let purged = 0;
  let after = '';
  while (!isStopped()) {
    const page = await selectUnfinished(deps.db.reader, { after, limit: ENTRIES_AT_ONCE });
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
    purged += await purgePage(
      deps,
      page.filter(({ state }) => state === 'purging'),
    );
    for (const { id, tenantId, state } of page) if (state !== 'purging') await resume(deps, tenantId, id);
  }
  return purged;
}

/** Completes a restoration, or undoes a deletion that was not answered. A failure does not stop the others. */
async function resume(deps: Deps, tenantId: number, id: string): Promise<void> {
  const scope = await openScope(deps, tenantId);
  if (scope === undefined) return;
  try {
    await restoreEntry({ deps, scope }, id, true);
  } catch (error) {
    deps.log.warn({ err: error, id }, 'an interrupted restoration from the trash could not be finished');
  }
}

async function openScope(deps: Deps, tenantId: number): Promise<TenantScope | undefined> {
  const tenant = await selectTenantById(deps.db.reader, tenantId);
  const project = tenant && (await selectProject(deps.db.reader, tenant.projectId));
  if (tenant === undefined || project === undefined) return undefined;
  return createTenantScope(deps, project, tenant, { actor: SWEEPER, surface: 'cli' });
}

/** Purges entries of a tenant that `markForPurge` has marked, about `most` things. Returns whether none is left. */
export async function purgeMarked(context: TenantContext, most: number): Promise<boolean> {
  const { deps, scope } = context;
  let after = '';
  let purged = 0;
  while (purged < most) {
    const page = await selectUnfinished(deps.db.reader, {
      tenantId: scope.tenant.id,
      after,
      limit: ENTRIES_AT_ONCE,
    });
    const last = page.at(-1);
    if (last === undefined) return true;
    after = last.id;
    const marked = page.filter(({ state }) => state === 'purging');
    const ids = marked.map(({ id }) => id);
    const done = await purgeEntries(context, ids, { most: most - purged, onFailure: retryLater(context) });
    purged += Math.max(done.things, page.length);
  }
  return false;
}
