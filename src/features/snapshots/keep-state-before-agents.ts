import type { Deps } from '../../platform/deps.ts';
import { authorOf, isTemplateChanging } from '../templates/index.ts';
import { recordSnapshot } from './record.ts';

/** An agent that has been silent on a template for this long starts a new spell of work with its next change. */
const SPELL_MS = 15 * 60_000;

/**
 * Makes what agents change undoable: the content before the first change of an agent's spell of work is kept as a
 * snapshot, in the same transaction. A change by anybody else in between ends the spell, so that is kept too.
 */
export function keepStateBeforeAgents(deps: Deps): void {
  deps.events.accompany(async (event, scope, db) => {
    if (!isTemplateChanging(event) || scope.kind !== 'tenant' || scope.actor.kind !== 'agent') return;
    const { id, contentId, contentBy, contentAt } = event.payload;
    const now = deps.clock.now();
    const isWithinSpell = contentBy === authorOf(scope) && now - (contentAt ?? 0) < SPELL_MS;
    if (isWithinSpell) return;
    const label = `Before changes by ${scope.actor.name}`;
    await recordSnapshot(scope, db, { templateId: id, contentId, isAutosave: true, label }, now);
  });
}
