import { useQuery } from '@tanstack/react-query';
import { DASHBOARD_PATH } from '../../addresses.ts';
import { call } from '../../data/api.ts';
import { describeError, useAction } from '../../data/queries.ts';
import { sessionQuery } from '../../data/session.ts';
import { LINK as T } from '../../texts/link.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OpenPage } from '../../ui/open-page.tsx';
import { SignInForm } from '../../ui/sign-in-form.tsx';
import { leaveLink } from './link.ts';

/** An invitation of a person who has an account: they sign in, then join. */
export function JoinTeam({ token, email }: { token: string; email: string | null }) {
  const session = useQuery(sessionQuery);
  const join = useAction(() => call('joinByLink', { token }, { isSigningIn: true }), {
    showsErrors: true,
    onSuccess: () => leaveLink(null),
  });
  if (session.data === undefined)
    return (
      <OpenPage title={T.titles.invitation} hint={T.accountExists}>
        <SignInForm
          email={email ?? ''}
          returnTo={`${DASHBOARD_PATH}/link`}
          onSignedIn={() => void session.refetch()}
        />
      </OpenPage>
    );
  return (
    <OpenPage title={T.titles.invitation} hint={T.joinAs(session.data.account.email)}>
      <div className="flex flex-col gap-4">
        {join.error !== null && <Notice kind="bad">{describeError(join.error).text}</Notice>}
        <Button kind="primary" isBusy={join.isRunning} onClick={() => join.run()}>
          {T.join}
        </Button>
      </div>
    </OpenPage>
  );
}
