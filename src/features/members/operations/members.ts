import { Type } from '@sinclair/typebox';
import { toIsoTime, toIsoTimeOrNull } from '../../../platform/clock.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation, type OperationContext } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import { accessChanged } from '../../accounts/index.ts';
import { findTeamId, ofTeam } from '../../projects/index.ts';
import { lastOwner, memberNotFound, notForTokens } from '../errors.ts';
import { membershipEnded } from '../events.ts';
import { deleteMember, hasOtherOwner, selectMember, selectMembers, upsertMember } from '../queries.ts';
import { Member, RoleName } from '../schema.ts';
import { deleteTokensOfMember } from '../token-queries.ts';

const MEMBERS_PER_PAGE = 100;

const TeamPath = { team_id: Type.String() };
const MemberPath = { ...TeamPath, account_id: Type.String() };
const Changed = Type.Object({ team_id: Type.String(), account_id: Type.String() });

export const listMembers = defineOperation({
  name: 'listMembers',
  summary: 'List the members of a team',
  scope: 'admin',
  effect: 'read',
  access: ofTeam('viewer'),
  input: Type.Object({ ...TeamPath, cursor: CursorInput }),
  output: pageOf(Member, MEMBERS_PER_PAGE),
  async run({ deps }, { team_id, cursor }) {
    await findTeamId(deps, team_id);
    const audience = `members:${JSON.stringify(team_id)}`;
    const after =
      cursor === undefined ? undefined : String(decodeCursor(deps.urlSigningKey, audience, cursor)[0]);
    const found = await selectMembers(deps.db.reader, team_id, { after, limit: MEMBERS_PER_PAGE + 1 });
    const { rows, ...page } = cutPage(found, MEMBERS_PER_PAGE, ({ email }) =>
      encodeCursor(deps.urlSigningKey, audience, [email]),
    );
    const items = rows.map(({ personId, name, email, role, createdAt, lastSignInAt }) => ({
      ...{ account_id: personId, name, email, role },
      joined_at: toIsoTime(createdAt),
      last_sign_in_at: toIsoTimeOrNull(lastSignInAt),
    }));
    return { items, ...page };
  },
});

export const setMemberRole = defineOperation({
  name: 'setMemberRole',
  summary: 'Give a member of a team another role; the last owner stays one',
  scope: 'admin',
  effect: 'admin',
  access: ofTeam('owner', { isSensitive: true }),
  managesAccess: true,
  input: Type.Object({ ...MemberPath, role: RoleName }),
  output: Type.Object({ ...Changed.properties, role: RoleName }),
  async run({ deps, scope, emit }, { team_id, account_id, role }) {
    await deps.db.transaction(async (db) => {
      const member = await selectMember(db, team_id, account_id);
      if (member === undefined) throw memberNotFound();
      const isOwner = member.role === 'owner';
      if (isOwner && role !== 'owner' && !(await hasOtherOwner(db, team_id, account_id))) throw lastOwner();
      await upsertMember(db, { ...pick(member), role });
      const subject = `${member.email}: ${member.role} → ${role}`;
      const action = adminAction({ action: 'member.role_set', teamId: team_id, subject });
      await deps.events.emitInTransaction(action, scope, db);
    });
    emit(accessChanged(account_id));
    return { team_id, account_id, role };
  },
});

export const removeMember = defineOperation({
  name: 'removeMember',
  summary: 'Remove a member from a team, unless it is the last owner',
  scope: 'admin',
  effect: 'admin',
  access: ofTeam('owner', { isSensitive: true }),
  managesAccess: true,
  input: Type.Object(MemberPath),
  output: Changed,
  async run(context, { team_id, account_id }) {
    await endMembership(context, team_id, account_id, 'removed');
    return { team_id, account_id };
  },
});

export const leaveTeam = defineOperation({
  name: 'leaveTeam',
  summary: 'End your own membership in a team; the last owner cannot',
  scope: 'admin',
  effect: 'admin',
  access: ofTeam('viewer'),
  managesAccess: true,
  input: Type.Object(TeamPath),
  output: Changed,
  async run(context, { team_id }) {
    const account = context.scope.access?.account;
    if (account === undefined) throw notForTokens();
    await endMembership(context, team_id, account.id, 'left');
    return { team_id, account_id: account.id };
  },
});

async function endMembership(
  { deps, scope, emit }: OperationContext<'admin'>,
  teamId: string,
  personId: string,
  how: 'removed' | 'left',
): Promise<void> {
  await deps.db.transaction(async (db) => {
    const member = await selectMember(db, teamId, personId);
    if (member === undefined) throw memberNotFound();
    if (member.role === 'owner' && !(await hasOtherOwner(db, teamId, personId))) throw lastOwner();
    await deleteMember(db, teamId, personId);
    await deleteTokensOfMember(db, teamId, personId);
    await deps.events.emitInTransaction(membershipEnded(teamId, personId), scope, db);
    const action = adminAction({ action: `member.${how}`, teamId, subject: member.email });
    await deps.events.emitInTransaction(action, scope, db);
  });
  emit(accessChanged(personId));
}

const pick = ({ teamId, personId, createdAt }: { teamId: string; personId: string; createdAt: number }) => ({
  ...{ teamId, personId, createdAt },
});
