import { isActivity } from '../../platform/activity.ts';
import type { Deps } from '../../platform/deps.ts';
import { toPrintable } from '../../platform/printable-text.ts';
import { clearSummaries, deleteRepeatedActivity, insertActivity } from './queries.ts';

/** Characters kept of what the caller chose. */
const MAX_SUMMARY = 200;
const MAX_NAME = 100;

/** What programs do again and again has a row for each span of this length. */
const SPAN_MS = 15 * 60_000;

/**
 * Writes the feed: every change becomes a row in its own transaction, so the feed and the data never differ, whatever
 * happens to the process.
 */
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
      summary: summary == null ? null : toPrintable(summary, MAX_SUMMARY),
    };
    if (isAutomatic === true) await deleteRepeatedActivity(db, row, now - (now % SPAN_MS));
    if (deletedIds.length > 0) await clearSummaries(scope, db, deletedIds);
    await insertActivity(db, row);
  });
}
