import { SHARED } from '../texts/shared.ts';
import { Skeleton, SkeletonLines } from './states.tsx';

/** Shown while the code of a page is loaded. */
export function PendingPage() {
  return (
    <div
      role="status"
      aria-label={SHARED.list.loading}
      className="mx-auto w-full max-w-7xl px-4 py-6 sm:px-8 sm:py-8"
    >
      <Skeleton className="mb-8 h-7 w-48" />
      <SkeletonLines count={6} />
    </div>
  );
}
