import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { call } from '../../data/api.ts';
import { pathKey } from '../../data/operations.ts';
import { get, useAction } from '../../data/queries.ts';
import { ACCOUNT } from '../../texts/account.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/format.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

const T = ACCOUNT.sessions;

export function Sessions() {
  const sessions = useQuery(get('listSessions'));
  const end = useAction((id: string) => call('endSession', { id }), {
    invalidates: [pathKey('listSessions')],
    success: T.ended,
  });
  const endOthers = useAction(() => call('endOtherSessions'), {
    invalidates: [pathKey('listSessions')],
    success: T.endedOthers,
  });
  const hasOthers = (sessions.data?.items.length ?? 0) > 1;
  return (
    <Card
      title={T.title}
      description={T.description}
      actions={
        hasOthers && (
          <Button isSmall isBusy={endOthers.isRunning} onClick={() => endOthers.run()}>
            {T.endOthers}
          </Button>
        )
      }
    >
      <Loaded query={sessions}>
        {({ items }) => (
          <ul className="divide-y divide-line">
            {items.map(({ id, is_current, device, address, last_seen_at }) => (
              <li key={id} className="flex items-center gap-3 py-2.5">
                <DeviceIcon device={device} />
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">{describeDevice(device)}</p>
                  <p className="text-sm text-muted">
                    {address} · {T.lastSeen} <Time value={last_seen_at} />
                  </p>
                </div>
                {is_current ? (
                  <Badge kind="good">{T.current}</Badge>
                ) : (
                  <Button kind="quiet" isSmall disabled={end.isRunning} onClick={() => end.run(id)}>
                    {T.end}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function DeviceIcon({ device }: { device: string }) {
  const Icon = /Mobile|Android|iPhone/.test(device) ? Smartphone : Monitor;
  return <Icon size={17} aria-hidden="true" className="shrink-0 text-muted" />;
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** The browser and system of a user agent: `Firefox · Linux`. */
function describeDevice(device: string): string {
  const browser = BROWSERS.find(([sign]) => device.includes(sign))?.[1];
  const system = SYSTEMS.find(([sign]) => device.includes(sign))?.[1];
  if (browser === undefined) return device || T.unknown;
  return system === undefined ? browser : `${browser} · ${system}`;
}
