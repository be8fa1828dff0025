import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { SHARED } from '../texts/shared.ts';
import { cx } from './cx.ts';

interface PageProps {
  title: string;
  /** Shown instead of the title, e.g. with a badge. */
  heading?: ReactNode;
  description?: ReactNode;
  /** Breadcrumb: the pages above this one. */
  above?: readonly { label: string; link: LinkProps }[];
  /** Buttons at the right. */
  actions?: ReactNode;
  /** For forms and texts, whose lines would be too long over the full width. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** The id of the heading. */
export const PAGE_HEADING = 'page-heading';

/** A page with its heading. It also sets the title of the window. */
export function Page({ title, heading, description, above, actions, isNarrow = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${SHARED.product}`;
  }, [title]);
  return (
    <div className={cx('mx-auto w-full px-4 py-6 sm:px-8 sm:py-8', isNarrow ? 'max-w-3xl' : 'max-w-7xl')}>
      <header className="mb-6">
        {above !== undefined && (
          <nav aria-label={SHARED.navigation.breadcrumb} className="mb-1.5">
            <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
              {above.map(({ label, link }, index) => (
                <li key={label} className="flex items-center gap-1">
                  {index > 0 && <ChevronRight size={13} aria-hidden="true" />}
                  <Link className="rounded-sm hover:text-ink hover:underline" {...link}>
                    {label}
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h1 id={PAGE_HEADING} className="text-xl font-semibold tracking-tight">
              {heading ?? title}
            </h1>
            {description !== undefined && <p className="mt-0.5 max-w-[70ch] text-muted">{description}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Without padding, for lists. */
  isFlush?: boolean;
  children?: ReactNode;
}

/** A part of a page in a box, with a heading of the second level. */
export function Card({ title, description, actions, isFlush = false, children }: CardProps) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface shadow-raised">
      {title !== undefined && (
        <header className="flex flex-wrap items-start justify-between gap-3 px-4 pt-3.5 pb-3 sm:px-5">
          <div className="min-w-0">
            <h2 className="font-semibold">{title}</h2>
            {description !== undefined && <p className="text-sm text-muted">{description}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      {children !== undefined && (
        <div
          className={cx(
            'empty:hidden',
            !isFlush && 'px-4 pb-4 sm:px-5 sm:pb-5',
            !isFlush && title === undefined && 'pt-4 sm:pt-5',
          )}
        >
          {children}
        </div>
      )}
    </section>
  );
}

/** Names and values, e.g. the facts about a project. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-[minmax(6.5rem,max-content)_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted not-first:max-sm:mt-1">{name}</dt>
          <dd className="min-w-0 max-sm:-mt-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
