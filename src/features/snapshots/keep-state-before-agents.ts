import type { Deps } from '../../platform/deps.ts';
import { authorOf, isTemplateChanging } from '../templates/index.ts';
import { selectNewestSnapshot } from './queries.ts';
import { recordSnapshot, thinOldSnapshots } from './record.ts';

/** An agent that has not changed a template for this long starts a new session of work with its next change. */
const SESSION_MS = 15 * 60_000;

/**
 * Makes changes by agents undoable: records the present content as a snapshot, in the transaction of the change, before
 * an agent replaces all of it, before the first change of an agent's session of work, and if the template has no snapshot yet.
 * A change by another actor ends the session.
 */
export function keepStateBeforeAgents(deps: Deps): void {
  deps.events.onTransaction(async (event, scope, db) => {
    if (!isTemplateChanging(event) || scope.kind !== 'tenant' || scope.actor.kind !== 'agent') return;
    const { id, contentId, contentBy, contentAt, isReplacement } = event.payload;
    const now = deps.clock.now();
    const isWithinSession = contentBy === authorOf(scope) && now - (contentAt ?? 0) < SESSION_MS;
    const isOptional = isWithinSession && !isReplacement;
    if (isOptional && (await selectNewestSnapshot(scope, db, id)) !== undefined) return;
    const label = `Before changes by ${scope.actor.name}`;
    const draft = { templateId: id, contentId, isAutosave: true, label };
    const { isNew } = await recordSnapshot(scope, db, draft, now);
    if (isNew) await thinOldSnapshots(scope, db, id, now);
  });
}
