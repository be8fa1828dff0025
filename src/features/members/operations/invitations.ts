import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Role } from '../../../platform/security/roles.ts';
import { addInvitation, deleteInvitation, listInvitations, sendInvitation } from '../../accounts/index.ts';
import { ofTeam, selectTeams, teamNotFound } from '../../projects/index.ts';
import { invitationNotFound, tooManyInvitations } from '../errors.ts';
import { countInvitationMail } from '../invitation-limits.ts';
import { CreatedInvitation, Invitation, RoleName } from '../schema.ts';

const MAX_INVITATIONS_PER_TEAM = 100;

export const inviteMember = defineOperation({
  name: 'inviteMember',
  summary: 'Make a link that lets a person join a team, valid for 7 days, and send it if mail is set up',
  scope: 'admin',
  effect: 'admin',
  access: ofTeam('owner', { isSensitive: true }),
  managesAccess: true,
  input: Type.Object({
    team_id: Type.String(),
    role: RoleName,
    email: Type.Optional(
      Type.String({
        maxLength: 254,
        description: 'The only address that can accept. Everybody with the link can if left out.',
      }),
    ),
  }),
  output: CreatedInvitation,
  async run({ deps, scope }, { team_id, role, email }) {
    const createdBy = scope.actor.name;
    const creatorId = scope.access?.account?.id ?? scope.access?.token?.accountId ?? undefined;
    const isByMail = email !== undefined && deps.services.accounts.mailer !== undefined;
    if (isByMail) await countInvitationMail(deps, { teamId: team_id, email });
    const { team, link } = await deps.db.transaction(async (db) => {
      const found = (await selectTeams(db)).find(({ id }) => id === team_id);
      if (found === undefined) throw teamNotFound();
      if ((await listInvitations(deps, db, team_id)).length >= MAX_INVITATIONS_PER_TEAM)
        throw tooManyInvitations(MAX_INVITATIONS_PER_TEAM);
      const made = await addInvitation(deps, db, { email, teamId: team_id, role, createdBy, creatorId });
      const subject = `${made.email ?? 'a link'}: ${role}`;
      const action = adminAction({ action: 'member.invited', teamId: team_id, subject });
      await deps.events.emitInTransaction(action, scope, db);
      return { team: found, link: made };
    });
    const isMailed = sendInvitation(deps, link, { teamName: team.name, createdBy });
    const { id, url, expiresAt } = link;
    return { id, role, url, is_mailed: isMailed, expires_at: toIsoTime(expiresAt) };
  },
});

export const listTeamInvitations = defineOperation({
  name: 'listTeamInvitations',
  summary: 'List the open invitations of a team, without their links',
  scope: 'admin',
  effect: 'read',
  access: ofTeam('admin'),
  input: Type.Object({ team_id: Type.String() }),
  output: Type.Object({ items: Type.Array(Invitation, { maxItems: MAX_INVITATIONS_PER_TEAM }) }),
  async run({ deps }, { team_id }) {
    const rows = await listInvitations(deps, deps.db.reader, team_id);
    const items = rows.map(({ id, email, role, createdBy, createdAt, expiresAt }) => ({
      ...{ id, email, role: role as Role, created_by: createdBy },
      created_at: toIsoTime(createdAt),
      expires_at: toIsoTime(expiresAt),
    }));
    return { items };
  },
});

export const revokeInvitation = defineOperation({
  name: 'revokeInvitation',
  summary: 'Revoke an open invitation; its link stops working at once',
  scope: 'admin',
  effect: 'admin',
  access: ofTeam('owner', { isSensitive: true }),
  managesAccess: true,
  input: Type.Object({ team_id: Type.String(), id: Type.String() }),
  output: Type.Object({ id: Type.String() }),
  async run({ deps, scope }, { team_id, id }) {
    await deps.db.transaction(async (db) => {
      if (!(await deleteInvitation(db, team_id, id))) throw invitationNotFound();
      const action = adminAction({ action: 'member.invitation_revoked', teamId: team_id, subject: id });
      await deps.events.emitInTransaction(action, scope, db);
    });
    return { id };
  },
});
