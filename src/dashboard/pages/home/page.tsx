import { useQuery } from '@tanstack/react-query';
import { get } from '../../data/queries.ts';
import { HOME } from '../../texts/home.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, Facts, Page as PageFrame } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

interface Health {
  status: string;
  version: string;
}

export function Page() {
  const health = useQuery({ ...get<Health>('health'), refetchInterval: 30_000 });
  return (
    <PageFrame title={HOME.title}>
      <Card title={HOME.health}>
        <Loaded query={health}>
          {({ status, version }) => (
            <Facts
              facts={[
                [
                  HOME.status,
                  <Badge key="status" kind={status === 'ok' ? 'good' : 'bad'}>
                    {status}
                  </Badge>,
                ],
                [HOME.version, version],
              ]}
            />
          )}
        </Loaded>
      </Card>
    </PageFrame>
  );
}
