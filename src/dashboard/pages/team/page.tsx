import { UserPlus, Users } from 'lucide-react';
import { type OwnTeam, useMe } from '../../data/teams.ts';
import { TEAM as T } from '../../texts/team.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialog } from '../../ui/dialog.tsx';
import { FilterBar, FilterSelect, type Filters, useFilters } from '../../ui/filters.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { Members } from './members.tsx';

export function Page() {
  const me = useMe();
  const filters = useFilters();
  const teams = me.data?.teams ?? [];
  const team = teams.find(({ id }) => id === filters.values.team) ?? teams[0];
  if (team !== undefined) return <Team key={team.id} team={team} teams={teams} filters={filters} />;
  return (
    <PageFrame title={T.title} description={T.description}>
      <Loaded query={me}>
        {() => (
          <EmptyState icon={<Users size={22} aria-hidden="true" />} title={T.noTeam} hint={T.noTeamHint} />
        )}
      </Loaded>
    </PageFrame>
  );
}

function Team({ team, teams, filters }: { team: OwnTeam; teams: readonly OwnTeam[]; filters: Filters }) {
  const dialog = useDialog();
  const isOwner = team.role === 'owner';
  const invite = isOwner && (
    <Button kind="primary" icon={<UserPlus size={16} aria-hidden="true" />} onClick={dialog.open}>
      {T.invite}
    </Button>
  );
  return (
    <PageFrame title={T.title} description={T.description} actions={invite}>
      {teams.length > 1 && (
        <FilterBar filters={{ ...filters, isActive: false }}>
          <FilterSelect
            label={T.team}
            value={filters.values.team ?? ''}
            all={teams[0]?.name ?? ''}
            choices={teams.slice(1).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => filters.set('team', id)}
          />
        </FilterBar>
      )}
      <Members team={team} invite={invite} />
      {(isOwner || team.role === 'admin') && <Invitations team={team} />}
      <Dialog {...dialog.props} title={T.inviteTitle} description={T.inviteHint}>
        <Invite team={team} onDone={dialog.close} />
      </Dialog>
    </PageFrame>
  );
}
