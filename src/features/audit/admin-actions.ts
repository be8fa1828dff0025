import type { Deps } from '../../platform/deps.ts';
import { isAdminAction } from '../../platform/events.ts';
import { toPrintable } from '../../platform/text/printable-text.ts';
import { insertAdminAction } from './queries.ts';

/** Most characters that are kept of a text that the caller chose. */
const MAX_CHARACTERS = 200;

/** Records changes by operators in the transaction of the change, so that audit and data always agree. */
export function recordAdminActions(deps: Deps): void {
  deps.events.onTransaction(async (event, { actor }, db) => {
    if (!isAdminAction(event)) return;
    const { action, teamId, projectId, tenant, subject } = event.payload;
    await insertAdminAction(db, {
      at: deps.clock.now(),
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      action,
      teamId: teamId ?? null,
      projectId: projectId ?? null,
      tenant: tenant ?? null,
      subject: subject === undefined ? null : toPrintable(subject, MAX_CHARACTERS),
    });
  });
}
