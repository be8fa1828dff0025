import { useQuery } from '@tanstack/react-query';
import { LogOut, UserMinus, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../data/api.ts';
import { type Item, pathKey } from '../../data/operations.ts';
import { useAction, useCursorList } from '../../data/queries.ts';
import { sessionQuery } from '../../data/session.ts';
import type { OwnTeam } from '../../data/teams.ts';
import { ROLES, type RoleName, TEAM as T } from '../../texts/team.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Time } from '../../ui/format.tsx';
import { Menu, type MenuGroup } from '../../ui/menu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

type Member = Item<'listMembers'>;

export function Members({ team, invite }: { team: OwnTeam; invite: ReactNode }) {
  const team_id = team.id;
  const list = useCursorList('listMembers', { team_id });
  const ownId = useQuery(sessionQuery).data?.account.id;
  const [leaving, setLeaving] = useState<Member>();
  const invalidates = [pathKey('listMembers', { team_id }), pathKey('getMe')];
  const setRole = useAction(
    (change: { account_id: string; role: RoleName }) => call('setMemberRole', { team_id, ...change }),
    { invalidates, success: T.roleSet },
  );
  const remove = useAction(
    (account_id: string): Promise<unknown> =>
      account_id === ownId ? call('leaveTeam', { team_id }) : call('removeMember', { team_id, account_id }),
    { invalidates, success: (_, id) => (id === ownId ? T.left : T.removed), showsErrors: true },
  );
  const isSelf = leaving?.account_id === ownId;
  return (
    <>
      <Table
        label={T.members}
        list={list}
        keyOf={({ account_id }) => account_id}
        columns={columnsFor(ownId)}
        actionsOf={(member) => {
          const groups = menuOf(member, {
            isOwner: team.role === 'owner',
            isSelf: member.account_id === ownId,
            setRole: (role) => setRole.run({ account_id: member.account_id, role }),
            leave: () => setLeaving(member),
          });
          return groups.length === 0 ? null : <Menu groups={groups} />;
        }}
        empty={
          <EmptyState
            icon={<Users size={22} aria-hidden="true" />}
            title={T.none}
            hint={T.noneHint}
            action={invite}
          />
        }
      />
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={isSelf ? T.leaveTitle : T.removeTitle(leaving?.name ?? '')}
        description={isSelf ? T.leaveHint : T.removeHint}
        action={isSelf ? T.leave : T.remove}
        run={() => remove.perform(leaving?.account_id ?? '')}
      />
    </>
  );
}

const columnsFor = (ownId: string | undefined): Column<Member>[] => [
  {
    id: 'name',
    header: T.name,
    cell: ({ name, account_id }) => (
      <span className="inline-flex max-w-full items-center gap-2">
        <span className="truncate font-medium">{name}</span>
        {account_id === ownId && <Badge>{T.you}</Badge>}
      </span>
    ),
  },
  { id: 'email', header: T.email, cell: ({ email }) => email, isHiddenWhenNarrow: true },
  { id: 'role', header: T.role, cell: ({ role }) => ROLES[role], width: '6rem' },
  {
    id: 'last',
    header: T.lastSignIn,
    cell: ({ last_sign_in_at }) => (last_sign_in_at === null ? T.never : <Time value={last_sign_in_at} />),
    width: '9rem',
    isHiddenWhenNarrow: true,
  },
];

interface MenuOptions {
  /** Whether the signed-in person is an owner of the team. */
  isOwner: boolean;
  /** Whether the member is that person. */
  isSelf: boolean;
  setRole(role: RoleName): void;
  /** Opens the dialog that asks before the member leaves the team. */
  leave(): void;
}

/** The menu of a member. Owners may change roles and remove members, others may only leave. */
function menuOf(member: Member, { isOwner, isSelf, setRole, leave }: MenuOptions): MenuGroup[] {
  if (!isOwner && !isSelf) return [];
  const Icon = isSelf ? LogOut : UserMinus;
  const end = {
    label: isSelf ? T.leave : T.remove,
    icon: <Icon size={15} aria-hidden="true" />,
    isDangerous: true,
    run: leave,
  };
  if (!isOwner) return [{ items: [end] }];
  const others = (Object.keys(ROLES) as RoleName[]).filter((role) => role !== member.role);
  const roles = others.map((role) => ({ label: T.setRole(ROLES[role]), run: () => setRole(role) }));
  return [{ label: T.role, items: roles }, { items: [end] }];
}
