import { type Static, Type } from '@sinclair/typebox';
import { toIsoTime, toIsoTimeOrNull } from '../../../platform/clock.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { AdminScope } from '../../../platform/scope.ts';
import { type AccessRule, roleIn } from '../../../platform/security/admin-access.ts';
import { hasRole } from '../../../platform/security/roles.ts';
import { endGrant } from '../end-grant.ts';
import { grantNotFound } from '../errors.ts';
import { grantRevoked } from '../events.ts';
import { type ListedGrant, selectGrant, selectGrants } from '../queries.ts';
import { Grant } from '../schema.ts';

const MAX_LISTED = 1_000;

/** The person's own grants; for admins, those of all members of the team. */
function isManaged(scope: AdminScope, { grant, teamId }: ListedGrant): boolean {
  const role = roleIn(scope, teamId);
  if (role !== undefined && hasRole(role, 'admin')) return true;
  const { account, token } = scope.access ?? {};
  return grant.personId === (account?.id ?? token?.accountId);
}

const ofGrant: AccessRule<{ id: string }> = {
  role: 'viewer',
  notFound: grantNotFound,
  teamOf: async ({ db }, { id }) => (await selectGrant(db.reader, id))?.teamId,
};

export const listGrants = defineOperation({
  name: 'listGrants',
  summary: 'List the agents that people have connected: your own, and as an admin those of the team',
  scope: 'admin',
  effect: 'read',
  access: 'own teams',
  input: Type.Object({
    project_id: Type.Optional(Type.String()),
    account_id: Type.Optional(Type.String({ description: 'Only those of this person.' })),
  }),
  output: Type.Object({ items: Type.Array(Grant, { maxItems: MAX_LISTED }) }),
  async run({ deps, scope }, { project_id, account_id }) {
    const rows = await selectGrants(deps.db.reader, deps.clock.now(), {
      projectId: project_id,
      personId: account_id,
    });
    const items = rows.filter((row) => isManaged(scope, row)).slice(0, MAX_LISTED);
    return { items: items.map(toGrant) };
  },
});

export const revokeGrant = defineOperation({
  name: 'revokeGrant',
  summary: 'Disconnect an agent; its tokens stop working at once',
  scope: 'admin',
  effect: 'admin',
  access: ofGrant,
  managesAccess: true,
  input: Type.Object({ id: Type.String() }),
  output: Type.Object({ id: Type.String() }),
  async run({ deps, scope, emit }, { id }) {
    await deps.db.transaction(async (db) => {
      const row = await selectGrant(db, id);
      if (row === undefined || !isManaged(scope, row)) throw grantNotFound();
      await endGrant(deps, scope, db, row, ` of ${row.email}`);
    });
    emit(grantRevoked(id));
    return { id };
  },
});

function toGrant({
  grant,
  personName,
  email,
  projectName,
  teamId,
  tenant,
}: ListedGrant): Static<typeof Grant> {
  return {
    id: grant.id,
    client: grant.clientName,
    client_id: grant.clientId,
    mode: grant.mode,
    account: { id: grant.personId, name: personName, email },
    team_id: teamId,
    project_id: grant.projectId,
    project: projectName,
    tenant,
    created_at: toIsoTime(grant.createdAt),
    last_used_at: toIsoTimeOrNull(grant.lastUsedAt),
    expires_at: toIsoTime(grant.expiresAt),
  };
}
