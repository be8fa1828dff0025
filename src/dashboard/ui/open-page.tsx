import { type ReactNode, useEffect } from 'react';
import { SHARED } from '../texts/shared.ts';
import { Logo } from './logo.tsx';

/** A page without navigation: one box in the middle. */
export function OpenPage({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${SHARED.product}`;
  }, [title]);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-5 px-4 py-10">
      <Logo />
      <div className="rounded-lg border border-line bg-surface p-6 shadow-raised">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {hint !== undefined && <p className="mt-1 text-muted">{hint}</p>}
        <div className="mt-5">{children}</div>
      </div>
    </main>
  );
}
