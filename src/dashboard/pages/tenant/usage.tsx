import { useQuery } from '@tanstack/react-query';
import type { Output, TenantRef } from '../../data/operations.ts';
import { get } from '../../data/queries.ts';
import { TENANT as T } from '../../texts/tenant.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatBytes, formatNumber } from '../../ui/format.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

type Measured = keyof typeof T.measured;

type Amount = Output<'getUsage'>[Measured];

/** What the tenant uses of the limits of its plan. */
export function Usage({ at }: { at: TenantRef }) {
  const usage = useQuery(get('getUsage', at));
  return (
    <Card title={T.usage} description={usage.data && T.usageHint(usage.data.month)}>
      <Loaded query={usage}>
        {(data) => (
          <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            {(Object.keys(T.measured) as Measured[]).map((what) => (
              <Meter key={what} what={what} amount={data[what]} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function Meter({ what, amount: { used, soft_limit, limit } }: { what: Measured; amount: Amount }) {
  const format = what === 'storage_bytes' ? formatBytes : formatNumber;
  const isFull = limit !== null && used >= limit;
  const isNear = !isFull && soft_limit !== null && used >= soft_limit;
  const text = limit === null ? T.noLimit(format(used)) : T.ofLimit(format(used), format(limit));
  return (
    <li>
      <p className="flex items-baseline justify-between gap-2">
        <span className="font-medium">{T.measured[what]}</span>
        <span className="text-sm text-muted tabular-nums">{text}</span>
      </p>
      {limit !== null && (
        <meter
          className="mt-1.5 h-2 w-full"
          aria-label={T.measured[what]}
          min={0}
          max={Math.max(limit, 1)}
          high={Math.min(soft_limit ?? limit, limit)}
          value={Math.min(used, limit)}
        />
      )}
      {(isFull || isNear) && <Badge kind={isFull ? 'bad' : 'warn'}>{isFull ? T.full : T.warned}</Badge>}
    </li>
  );
}
