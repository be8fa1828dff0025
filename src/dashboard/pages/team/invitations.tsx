import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import { get, type Page, useAction } from '../../data/queries.ts';
import type { OwnTeam } from '../../data/teams.ts';
import { ROLES, type RoleName, TEAM as T } from '../../texts/team.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';

interface Invitation {
  id: string;
  email: string | null;
  role: RoleName;
  created_by: string;
  expires_at: string;
}

/** Invitations that were not accepted yet. Renders nothing without any. */
export function Invitations({ team }: { team: OwnTeam }) {
  const path = `admin/teams/${team.id}/invitations`;
  const { data, error, refetch } = useQuery(get<Page<Invitation>>(path));
  const invitations = data?.data ?? [];
  const withdraw = useAction((id: string) => call('DELETE', `${path}/${id}`), {
    invalidates: [path.split('/')],
    success: T.withdrawn,
  });
  if (data === undefined && error !== null)
    return (
      <div className="mt-6">
        <ErrorNotice error={error} retry={() => void refetch()} />
      </div>
    );
  if (invitations.length === 0) return null;
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
