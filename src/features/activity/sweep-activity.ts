import type { Deps } from '../../platform/deps.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { deleteActivitiesBefore, deleteActivitiesBeyond } from './queries.ts';

const DAY_MS = 86_400_000;

/** Rows of one transaction: other writers wait for it. */
const ROWS_PER_DELETION = 5_000;

/** Changes kept of one tenant, some 60 MB: editors that save by themselves make up to 1,800 an hour for each person. */
const MAX_ACTIVITIES = 200_000;

export interface ActivitySweep {
  retentionDays: number;
  /** Numbers of the tenants that may have more rows than are kept. */
  tenants: Iterable<number>;
  maxActivities?: number;
  isStopped?: () => boolean;
}

/** Deletes rows older than `retentionDays`, and what tenants have beyond `maxActivities`. Returns how many it were. */
export async function sweepActivity(
  deps: Deps,
  { retentionDays, tenants, maxActivities = MAX_ACTIVITIES, isStopped = () => false }: ActivitySweep,
): Promise<number> {
  const oldest = deps.clock.now() - retentionDays * DAY_MS;
  const sweep = (remove: (db: Connection) => Promise<number>) => deleteInBatches(deps, remove, isStopped);
  let deleted = await sweep((db) => deleteActivitiesBefore(db, oldest, ROWS_PER_DELETION));
  for (const tenant of tenants) {
    deleted += await sweep((db) => deleteActivitiesBeyond(db, tenant, maxActivities, ROWS_PER_DELETION));
  }
  return deleted;
}

async function deleteInBatches(
  deps: Deps,
  remove: (db: Connection) => Promise<number>,
  isStopped: () => boolean,
): Promise<number> {
  let deleted = 0;
  while (!isStopped()) {
    const rows = await deps.db.transaction(remove);
    deleted += rows;
    if (rows < ROWS_PER_DELETION) break;
  }
  return deleted;
}
