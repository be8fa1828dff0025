import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SHARED } from '../texts/shared.ts';
import { cx } from './cx.ts';
import { ErrorNotice } from './notice.tsx';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What to do next. */
  hint: ReactNode;
  action?: ReactNode;
}

/** Shown in place of an empty list. It says what to do next. */
export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-10 text-center">
      {icon !== undefined && (
        <span className="mb-2 rounded-full bg-hover p-3 text-muted" aria-hidden="true">
          {icon}
        </span>
      )}
      <p className="text-lg font-semibold">{title}</p>
      <p className="max-w-[48ch] text-muted">{hint}</p>
      {action !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** Texts of an empty list whose filters match nothing. */
export const NO_MATCH = { title: SHARED.list.noMatch, hint: SHARED.list.noMatchHint };

/** A gray bar where a text will be. `className` gives it a size. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <div className={cx('skeleton', className)} aria-hidden="true" />;
}

export function SkeletonLines({ count = 4 }: { count?: number }) {
  const widths = ['w-full', 'w-4/5', 'w-11/12', 'w-2/3'];
  return (
    <div role="status" aria-label={SHARED.list.loading} className="flex flex-col gap-3 py-1">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} className={cx('h-4', widths[index % widths.length])} />
      ))}
    </div>
  );
}

export interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query. Before, a skeleton, or an error with a button to try again. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />;
  return skeleton ?? <SkeletonLines />;
}
