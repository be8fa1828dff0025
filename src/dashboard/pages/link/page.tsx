import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call } from '../../data/api.ts';
import { pathKey } from '../../data/operations.ts';
import { LINK as T } from '../../texts/link.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { OpenPage } from '../../ui/open-page.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { AcceptLink } from './accept-link.tsx';
import { JoinTeam } from './join-team.tsx';
import { readToken } from './link.ts';

export function Page() {
  const [token] = useState(readToken);
  const [hasAccount, setHasAccount] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...pathKey('describeLink', { token }), token],
    queryFn: () => call('describeLink', { token }, { isSigningIn: true }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== '',
  });
  const isUnknown = token === '' || (error instanceof ApiError && error.status === 404);
  if (isUnknown)
    return (
      <OpenPage title={T.notValid}>
        <Notice kind="warn">{T.notValidHint}</Notice>
        <p className="mt-4">
          <Link to="/sign-in" className={buttonClass()}>
            {T.toSignIn}
          </Link>
        </p>
      </OpenPage>
    );
  if (data === undefined)
    return (
      <OpenPage title={T.opening}>
        {error === null ? <SkeletonLines /> : <ErrorNotice error={error} retry={() => void refetch()} />}
      </OpenPage>
    );
  if (hasAccount) return <JoinTeam token={token} email={data.email} />;
  return (
    <OpenPage title={T.titles[data.kind]} hint={T.hints[data.kind]}>
      <AcceptLink token={token} facts={data} onAccountExists={() => setHasAccount(true)} />
    </OpenPage>
  );
}
