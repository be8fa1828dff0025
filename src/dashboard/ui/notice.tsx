import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeError } from '../data/queries.ts';
import { SHARED } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

export type Kind = 'info' | 'good' | 'warn' | 'bad';

const STYLES = {
  info: ['bg-accent-soft text-accent', Info],
  good: ['bg-good-soft text-good', CircleCheck],
  warn: ['bg-warn-soft text-warn', TriangleAlert],
  bad: ['bg-bad-soft text-bad', CircleAlert],
} as const;

interface NoticeProps {
  kind: Kind;
  title?: string;
  children?: ReactNode;
  requestId?: string | undefined;
  /** Buttons at its end. */
  action?: ReactNode;
}

/** A message in a page. Screen readers read `bad` ones at once. */
export function Notice({ kind, title, children, requestId, action }: NoticeProps) {
  const [colors, Icon] = STYLES[kind];
  return (
    <div
      role={kind === 'bad' ? 'alert' : undefined}
      className={cx('flex items-start gap-2.5 rounded-md px-3 py-2.5', colors)}
    >
      <Icon size={17} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-2.5 gap-y-2">
        {/* On narrow screens the buttons are below the text. */}
        <div className="min-w-0 flex-1 basis-56">
          {title !== undefined && <p className="font-medium">{title}</p>}
          <div className="text-ink">{children}</div>
          {requestId !== undefined && (
            <p className="mt-1 font-mono text-xs text-ink">
              {SHARED.errors.requestId} {requestId}
            </p>
          )}
        </div>
        {action}
      </div>
    </div>
  );
}

/** An error of a query, with its request id and a button to try again. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const { text, requestId } = describeError(error);
  return (
    <Notice
      kind="bad"
      title={SHARED.errors.title}
      requestId={requestId}
      action={
        retry && (
          <Button isSmall onClick={retry}>
            {SHARED.actions.retry}
          </Button>
        )
      }
    >
      {text}
    </Notice>
  );
}
