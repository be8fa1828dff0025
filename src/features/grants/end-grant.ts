import type { Deps } from '../../platform/deps.ts';
import { adminAction } from '../../platform/events.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { type AdminScope, createAdminScope } from '../../platform/scope.ts';
import { grantRevoked } from './events.ts';
import { deleteGrant, type ListedGrant, selectGrant } from './queries.ts';

/** Deletes a grant and records it; `note` ends the record. Returns false if there is no such grant any more. */
export async function endGrant(
  { events }: Deps,
  scope: AdminScope,
  db: Connection,
  { grant, teamId, tenant }: ListedGrant,
  note: string,
): Promise<boolean> {
  if (!(await deleteGrant(db, grant.id))) return false;
  const subject = `${grant.clientName} (${grant.id})${note}`;
  const place = { teamId, projectId: grant.projectId, tenant };
  await events.emitInTransaction(adminAction({ action: 'grant.revoked', ...place, subject }), scope, db);
  return true;
}

/** The same, for what a client sent to the endpoints of OAuth. */
export async function endGrantOfClient(deps: Deps, id: string, note: string): Promise<boolean> {
  const scope = createAdminScope('oauth');
  const isEnded = await deps.db.transaction(async (db) => {
    const listed = await selectGrant(db, id);
    return listed !== undefined && endGrant(deps, scope, db, listed, note);
  });
  if (isEnded) deps.events.publish([grantRevoked(id)], scope);
  return isEnded;
}
