import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiError } from '../data/api.ts';
import { SHARED } from '../texts/shared.ts';
import { Button, LinkButton } from './button.tsx';
import { ErrorNotice } from './notice.tsx';
import { Page } from './page.tsx';
import { EmptyState } from './states.tsx';

/** What a page shows when it throws. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    // Loads the page again. `reset` only draws it again.
    void router.invalidate();
  };
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  return (
    <Page title={SHARED.errors.crashed}>
      <div className="flex flex-col items-start gap-4">
        <ErrorNotice error={error} retry={retry} />
        <Button onClick={() => location.reload()}>{SHARED.actions.reload}</Button>
      </div>
    </Page>
  );
}

export function NotFoundPage() {
  return (
    <Page title={SHARED.errors.notFound}>
      <EmptyState
        title={SHARED.errors.notFound}
        hint={SHARED.errors.notFoundHint}
        action={
          <LinkButton to="/" kind="primary">
            {SHARED.errors.goHome}
          </LinkButton>
        }
      />
    </Page>
  );
}
