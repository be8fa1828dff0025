import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Kind } from './notice.tsx';

const COLORS: Record<Kind | 'neutral', string> = {
  neutral: 'bg-hover text-ink',
  info: 'bg-accent-soft text-accent',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

/** A state in one or two words. The color must not say more than the text. */
export function Badge({ kind = 'neutral', children }: { kind?: Kind | 'neutral'; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1 overflow-hidden rounded-full px-2 py-px text-xs font-medium whitespace-nowrap',
        COLORS[kind],
      )}
    >
      {children}
    </span>
  );
}
