import { Link, type LinkProps } from '@tanstack/react-router';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * `primary`: the main action of a page or dialog. `danger`: an action that cannot be undone. `asksFirst`: opens a dialog
 * that asks before such an action. `quiet`: for bars and rows.
 */
type ButtonKind = 'primary' | 'normal' | 'quiet' | 'danger' | 'asksFirst';

const KINDS: Record<ButtonKind, string> = {
  primary: 'bg-ink text-inverse border-ink hover:opacity-88',
  normal: 'bg-surface text-ink border-strong/55 hover:bg-hover shadow-raised',
  quiet: 'border-transparent text-ink hover:bg-hover',
  asksFirst: 'bg-surface text-bad border-strong/55 hover:bg-bad-soft shadow-raised',
  danger: 'bg-bad-fill text-[#fff] border-bad-fill hover:opacity-88',
};

const BASE =
  'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none ' +
  'transition-[background,opacity] aria-disabled:opacity-50 aria-disabled:cursor-not-allowed aria-busy:cursor-progress';

interface ButtonStyle {
  kind?: ButtonKind;
  isSmall?: boolean;
  icon?: ReactNode;
}

export const buttonClass = ({ kind = 'normal', isSmall = false }: ButtonStyle = {}): string =>
  cx(BASE, KINDS[kind], isSmall ? 'min-h-7 px-2 text-sm' : 'min-h-8.5 px-3');

interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** Shows a spinner and takes no further clicks. */
  isBusy?: boolean;
}

export function Button({ kind, isSmall, icon, isBusy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass({ kind: kind ?? 'normal', isSmall: isSmall ?? false })}
      aria-busy={isBusy || undefined}
      {...rest}
      {...inactiveIf(rest.disabled === true || isBusy)}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** Not `disabled`, which would take the focus away from the button. It would be lost. */
const inactiveIf = (isInactive: boolean) =>
  isInactive && {
    disabled: false,
    'aria-disabled': true,
    onClick: (event: MouseEvent) => event.preventDefault(),
  };

/** A button with only an icon. `label`: its name for screen readers, and its tooltip. */
export function IconButton({
  label,
  icon,
  ...rest
}: { label: string; icon: ReactNode } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      {...rest}
      {...inactiveIf(rest.disabled === true)}
    >
      {icon}
    </button>
  );
}

/** A link to a page that looks like a button. */
export function LinkButton({
  kind,
  isSmall,
  icon,
  children,
  ...link
}: ButtonStyle & LinkProps & { children: ReactNode }) {
  return (
    <Link className={buttonClass({ kind: kind ?? 'normal', isSmall: isSmall ?? false })} {...link}>
      {icon}
      {children}
    </Link>
  );
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}
