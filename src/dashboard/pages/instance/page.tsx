import { useMe } from '../../data/teams.ts';
import { INSTANCE as T } from '../../texts/instance.ts';
import { useFilters } from '../../ui/filters.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Backups } from './backups.tsx';
import { Checks } from './checks.tsx';
import { Jobs } from './jobs.tsx';
import { Log } from './log.tsx';
import { Settings } from './settings.tsx';
import { SignIn } from './sign-in.tsx';
import { Teams } from './teams.tsx';

export function Page() {
  const filters = useFilters();
  const me = useMe();
  return (
    <PageFrame title={T.title} description={T.description}>
      <Loaded query={me}>
        {({ is_operator: isOperator }) =>
          isOperator ? (
            <Tabs
              label={T.title}
              value={filters.values.tab ?? 'settings'}
              // The tabs have different filters.
              onChange={(tab) => filters.replaceAll({ tab })}
              tabs={[
                { id: 'settings', label: T.tabs.settings, content: <Settings filters={filters} /> },
                { id: 'checks', label: T.tabs.checks, content: <Checks /> },
                { id: 'log', label: T.tabs.log, content: <Log filters={filters} /> },
                { id: 'backups', label: T.tabs.backups, content: <Backups /> },
                { id: 'jobs', label: T.tabs.jobs, content: <Jobs /> },
                {
                  id: 'teams',
                  label: T.tabs.teams,
                  content: (
                    <div className="flex flex-col gap-5">
                      <Teams />
                      <SignIn />
                    </div>
                  ),
                },
              ]}
            />
          ) : (
            <Notice kind="info">{T.operatorsOnly}</Notice>
          )
        }
      </Loaded>
    </PageFrame>
  );
}
