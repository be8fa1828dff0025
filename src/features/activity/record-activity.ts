import { DAY_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { isActivity } from '../../platform/events.ts';
import { deleteInBatches } from '../../platform/tasks/periodic-task.ts';
import { toPrintable } from '../../platform/text/printable-text.ts';
import {
  clearSummaries,
  deleteActivitiesBefore,
  deleteActivitiesBeyond,
  deleteRepeatedActivity,
  insertActivity,
} from './queries.ts';

/** Characters stored of texts that callers choose. */
const MAX_SUMMARY = 200;
const MAX_NAME = 100;

/** Repeated automatic changes have one row per interval of this length. */
const INTERVAL_MS = 15 * 60_000;

/** Writes the feed. A row is part of the transaction of its change, so feed and data always agree. */
export function recordActivity(deps: Deps): void {
  deps.events.onTransaction(async (event, scope, db) => {
    if (!isActivity(event) || scope.kind !== 'tenant') return;
    const { actor, tenant, surface } = scope;
    const { type, templateId, subjectId, version, summary, isAutomatic, deletedIds = [] } = event.payload;
    const now = deps.clock.now();
    deps.services.activity.grownTenants.add(tenant.id);
    const row = {
      tenantId: tenant.id,
      at: now,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: toPrintable(actor.name, MAX_NAME),
      surface,
      type,
      templateId: templateId ?? null,
      subjectId: subjectId ?? null,
      version: version ?? null,
      summary: summary == null ? null : toPrintable(toOneLine(summary), MAX_SUMMARY),
    };
    if (isAutomatic === true) await deleteRepeatedActivity(db, row, now - (now % INTERVAL_MS));
    if (deletedIds.length > 0) await clearSummaries(scope, db, deletedIds);
    await insertActivity(db, row);
  });
}

/** Rows kept per tenant, some 60 MB. Editors that save automatically make up to 1,800 an hour per person. */
const MAX_ACTIVITIES = 200_000;

interface ActivitySweep {
  retentionDays: number;
  /** Ids of the tenants that may have more rows than `maxActivities`. */
  tenants: Iterable<number>;
  maxActivities?: number;
  isStopped?: () => boolean;
}

/** Deletes rows older than `retentionDays`, and the oldest rows of tenants beyond `maxActivities`. Returns their number. */
export async function sweepActivity(
  deps: Deps,
  { retentionDays, tenants, maxActivities = MAX_ACTIVITIES, isStopped = () => false }: ActivitySweep,
): Promise<number> {
  const oldest = deps.clock.now() - retentionDays * DAY_MS;
  let deleted = await deleteInBatches(
    deps.db,
    (db, atMost) => deleteActivitiesBefore(db, oldest, atMost),
    isStopped,
  );
  for (const tenant of tenants) {
    deleted += await deleteInBatches(
      deps.db,
      (db, atMost) => deleteActivitiesBeyond(db, tenant, maxActivities, atMost),
      isStopped,
    );
  }
  return deleted;
}

/** Lists show a summary in one line. */
const toOneLine = (text: string): string =>
  text
    .slice(0, 4 * MAX_SUMMARY)
    .split(/\s+/)
    .join(' ');
