import type { Cache } from '../../platform/caching/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { identifyActor } from '../access/index.ts';
import { isSaveRefused } from '../templates/index.ts';
import { snapshotActivity } from './events.ts';
import { makeUnsavedDraft, recordSnapshot } from './record-snapshot.ts';
import { deleteRefused, relabelRefused, selectRefused } from './refused-queries.ts';

/** The snapshot of the last refused save, by template, page and the content it was based on. */
export type RefusedSaves = Cache<string>;

/** Most refused saves in memory. A forgotten one gets another entry in the history at its next attempt. */
export const MAX_REFUSED_SAVES = 10_000;

/**
 * Records contents that could not be saved in the history, so that nothing of them is lost. An editor may save again and
 * again: equal contents of an author are stored once, and a later one of a page that was made from the same content
 * replaces the one before. Else such a loop would push versions out of the history.
 */
export function keepRefusedSaves(deps: Deps): void {
  deps.events.onTransaction(async (event, scope, db) => {
    if (!isSaveRefused(event) || scope.kind !== 'tenant') return;
    const { template, contentId, label, base } = event.payload;
    const { refusedSaves } = deps.services.snapshots;
    const draft = { ...makeUnsavedDraft(scope, template, contentId), label };
    const key = `${template.id} ${identifyActor(scope.actor)} ${base}`;
    const equal = await selectRefused(scope, db, draft);
    if (equal !== undefined) {
      if (equal.label !== label) await relabelRefused(scope, db, equal.id, label);
      refusedSaves.set(key, equal.id);
      return;
    }
    const replaced = refusedSaves.get(key);
    // Deleted before the new one is added, which may need its storage.
    if (replaced !== undefined) await deleteRefused(scope, db, template.id, replaced);
    const recording = { now: deps.clock.now(), keptContentId: template.contentId };
    const { row, isNew } = await recordSnapshot(scope, db, draft, recording);
    refusedSaves.set(key, row.id);
    if (isNew && replaced === undefined)
      await deps.events.emitInTransaction(snapshotActivity('snapshot.autosaved', row), scope, db);
  });
}
