import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { AnyOperation } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { OpenAccountScope } from '../../platform/security/account-call.ts';
import { hasRole, type Role } from '../../platform/security/roles.ts';
import {
  isAddressProven,
  isInvitationAccepted,
  isRoleWithdrawn,
  linkNotValid,
  selectAccount,
} from '../accounts/index.ts';
import { AccountAccess } from './account-access.ts';
import { membershipEnded } from './events.ts';
import { createAdminToken, listAdminTokens, revokeAdminToken } from './operations/admin-tokens.ts';
import { getMe } from './operations/get-me.ts';
import { inviteMember, listTeamInvitations, revokeInvitation } from './operations/invitations.ts';
import { leaveTeam, listMembers, removeMember, setMemberRole } from './operations/members.ts';
import { deleteMember, selectMember, upsertMember } from './queries.ts';
import { deleteTokensOfAccount, deleteTokensOfMember } from './token-queries.ts';

interface MemberSettings {
  /** All operations of the admin API. */
  adminOperations: readonly AnyOperation[];
  editor_url: string;
}

export const members = defineFeature({
  name: 'members',
  services: (deps, { adminOperations, editor_url }: MemberSettings) => ({
    openScope: new AccountAccess(deps).openScope,
    adminOperations: new Set(adminOperations.map(({ name }) => name)),
    editorUrl: editor_url,
  }),
  listeners: ({ events, clock }) => {
    events.onTransaction(async (event, scope, db) => {
      if (isRoleWithdrawn(event)) {
        const { accountId, teamId } = event.payload;
        await deleteMember(db, teamId, accountId);
        await deleteTokensOfMember(db, teamId, accountId);
        await events.emitInTransaction(membershipEnded(teamId, accountId), scope, db);
      }
      if (isAddressProven(event)) await deleteTokensOfAccount(db, event.payload.accountId);
      if (!isInvitationAccepted(event)) return;
      const { accountId, teamId, isExact, inviterId } = event.payload;
      if (inviterId !== undefined && !(await mayInvite(db, teamId, inviterId))) throw linkNotValid();
      const role = event.payload.role as Role;
      const member = await selectMember(db, teamId, accountId);
      // An invitation never lowers a role.
      if (!isExact && member !== undefined && hasRole(member.role, role)) return;
      await upsertMember(db, { teamId, personId: accountId, role, createdAt: clock.now() });
    });
  },
  routes: [
    route('GET', '/me', getMe),
    route('GET', '/teams/:team_id/members', listMembers, { answer: 'page' }),
    route('PUT', '/teams/:team_id/members/:account_id/role', setMemberRole),
    route('DELETE', '/teams/:team_id/members/:account_id', removeMember),
    route('POST', '/teams/:team_id/leave', leaveTeam),
    route('GET', '/teams/:team_id/invitations', listTeamInvitations, { answer: 'items' }),
    route('POST', '/teams/:team_id/invitations', inviteMember, { status: 201 }),
    route('DELETE', '/teams/:team_id/invitations/:id', revokeInvitation),
    route('GET', '/admin-tokens', listAdminTokens, { answer: 'items' }),
    route('POST', '/admin-tokens', createAdminToken, { status: 201 }),
    route('DELETE', '/admin-tokens/:id', revokeAdminToken),
  ],
  commands: [createAdminToken, listAdminTokens, revokeAdminToken],
});

/** A removed owner must not come back with an invitation of their own. */
async function mayInvite(db: Connection, teamId: string, personId: string): Promise<boolean> {
  if ((await selectAccount(db, personId))?.isOperator) return true;
  return (await selectMember(db, teamId, personId))?.role === 'owner';
}

declare module '../../platform/deps.ts' {
  interface Services {
    members: {
      openScope: OpenAccountScope;
      adminOperations: ReadonlySet<string>;
      /** The operator's own editor, see the setting; empty: none. */
      editorUrl: string;
    };
  }
}
