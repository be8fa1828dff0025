import { Check, Minus } from 'lucide-react';
import type { Plan } from '../data/plans.ts';
import { PLANS as T } from '../texts/plans.ts';
import { cx } from './cx.ts';
import { formatBytes, formatNumber } from './format.tsx';

/** The features and limits of a plan. */
export function PlanSummary({ plan: { features, limits } }: { plan: Plan }) {
  return (
    <div className="grid gap-x-8 gap-y-5 text-sm lg:grid-cols-[3fr_2fr]">
      <div>
        <h3 className="mb-1.5 font-medium">{T.features}</h3>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-1">
          {Object.entries(features).map(([name, isOn]) => (
            <li key={name} className={cx('flex min-w-0 items-center gap-2', !isOn && 'text-muted')}>
              {isOn ? (
                <Check size={14} aria-label={T.on} className="shrink-0 text-good" />
              ) : (
                <Minus size={14} aria-label={T.off} className="shrink-0" />
              )}
              {T.feature(name)}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="mb-1.5 font-medium">{T.limits}</h3>
        <dl className="flex flex-col gap-1">
          {(Object.keys(T.limitNames) as (keyof typeof T.limitNames)[]).map((name) => (
            <div key={name} className="flex justify-between gap-3">
              <dt className="text-muted">{T.limitNames[name]}</dt>
              <dd className="tabular-nums">{formatLimit(name, limits[name])}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-muted">{T.perTenant}</p>
      </div>
    </div>
  );
}

function formatLimit(name: string, limit: unknown): string {
  if (typeof limit !== 'number') return T.noLimit;
  return name.endsWith('_bytes') ? formatBytes(limit) : formatNumber(limit);
}
