import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import { pathKey } from '../../data/operations.ts';
import { get, useAction } from '../../data/queries.ts';
import type { OwnTeam } from '../../data/teams.ts';
import { ROLES, TEAM as T } from '../../texts/team.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';

/** Invitations that were not accepted yet. Renders nothing without any. */
export function Invitations({ team }: { team: OwnTeam }) {
  const team_id = team.id;
  const { data: invitations, error, refetch } = useQuery(get('listTeamInvitations', { team_id }));
  const withdraw = useAction((id: string) => call('revokeInvitation', { team_id, id }), {
    invalidates: [pathKey('listTeamInvitations', { team_id })],
    success: T.withdrawn,
  });
  if (invitations === undefined && error !== null)
    return (
      <div className="mt-6">
        <ErrorNotice error={error} retry={() => void refetch()} />
      </div>
    );
  if (invitations === undefined || invitations.length === 0) return null;
  return (
    <div className="mt-6">
      <Card title={T.invitations}>
        <ul className="flex flex-col divide-y divide-line">
          {invitations.map(({ id, email, role, created_by, expires_at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-1 basis-56">
                <p className="truncate font-medium">{email ?? T.anybody}</p>
                <p className="truncate text-sm text-muted">
                  {ROLES[role]} · {T.invitedBy(created_by)} · {T.expires} {formatDate(expires_at)}
                </p>
              </div>
              {team.role === 'owner' && (
                <Button isSmall disabled={withdraw.isRunning} onClick={() => withdraw.run(id)}>
                  {T.withdraw}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
