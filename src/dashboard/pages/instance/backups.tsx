import { useQuery } from '@tanstack/react-query';
import { DatabaseBackup } from 'lucide-react';
import { call } from '../../data/api.ts';
import { type Item, pathKey } from '../../data/operations.ts';
import { get, useAction } from '../../data/queries.ts';
import { INSTANCE as T } from '../../texts/instance.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatBytes, Time } from '../../ui/format.tsx';
import type { Kind } from '../../ui/notice.tsx';
import { Card, Facts } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';

type Run = Item<'listBackups'>;

const REFRESH_MS = 5000;

const KINDS: Record<Run['state'], Kind | 'neutral'> = {
  running: 'info',
  failed: 'bad',
  stored: 'warn',
  verified: 'good',
  removed: 'neutral',
};

/** The schedule of backups and its last runs. */
export function Backups() {
  const backups = useQuery({ ...get('listBackups'), refetchInterval: REFRESH_MS });
  const run = useAction(() => call('runBackup'), {
    invalidates: [pathKey('listBackups')],
    success: ({ backup }) => T.ran(backup.name),
  });
  return (
    <Loaded query={backups}>
      {({ items, target, next_at, status }) =>
        target === null ? (
          <EmptyState
            icon={<DatabaseBackup size={22} aria-hidden="true" />}
            title={T.noTarget}
            hint={T.noTargetHint}
          />
        ) : (
          <div className="flex flex-col gap-6">
            <Card
              title={T.tabs.backups}
              actions={
                <Button isSmall isBusy={run.isRunning} onClick={() => run.run()}>
                  {T.runNow}
                </Button>
              }
            >
              <Facts
                facts={[
                  [T.target, target],
                  [T.next, next_at === null ? T.notScheduled : <Time key="next" value={next_at} />],
                  [
                    T.lastVerified,
                    status?.last_verified_at == null ? (
                      T.never
                    ) : (
                      <Time key="verified" value={status.last_verified_at} />
                    ),
                  ],
                ]}
              />
            </Card>
            <Card title={T.backup}>
              {items.length === 0 ? <p className="text-muted">{T.noBackups}</p> : <Runs runs={items} />}
            </Card>
          </div>
        )
      }
    </Loaded>
  );
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {runs.map(({ name, state, started_at, bytes, error }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1 basis-64">
            <p className="truncate font-mono text-sm">{name}</p>
            <p className="text-sm text-muted">
              <Time value={started_at} />
              {bytes !== null && ` · ${formatBytes(bytes)}`}
            </p>
            {error !== null && <p className="text-sm text-bad">{error}</p>}
          </div>
          <Badge kind={KINDS[state]}>{T.state[state]}</Badge>
        </li>
      ))}
    </ul>
  );
}
