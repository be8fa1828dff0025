import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DASHBOARD_PATH } from '../addresses.ts';
import { call } from '../data/api.ts';
import { sessionQuery } from '../data/session.ts';
import { type SignInReason, signInRequests } from '../data/sign-in-request.ts';
import { SHARED } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { reloadWithoutAsking } from './unsaved.tsx';
import { useWindowFocus } from './window-focus.ts';

const T = SHARED.signInAgain;

/** The dialog that asks for a sign-in when a request needs one. The page below keeps what was typed. */
export function SignInAgain() {
  const [reason, setReason] = useState<SignInReason>();
  useEffect(() => signInRequests.listen(setReason), []);
  const isOld = reason === 'too-old';
  return (
    <Dialog
      isOpen={reason !== undefined}
      onClose={() => signInRequests.answer(false)}
      title={isOld ? T.tooOld : T.expired}
      description={isOld ? T.tooOldHint : T.expiredHint}
    >
      {reason !== undefined && <Content reason={reason} />}
    </Dialog>
  );
}

function Content({ reason }: { reason: SignInReason }) {
  const client = useQueryClient();
  const [before] = useState(() => client.getQueryData(sessionQuery.queryKey));
  const finish = async (isRequired = true) => {
    const now = await call('getSession', {}, { isSigningIn: true }).catch((error) => {
      if (isRequired) throw error;
      return undefined;
    });
    if (now === undefined || (reason === 'too-old' && !now.session.is_fresh)) return;
    // The page shows data of the other person.
    if (before !== undefined && before.account.id !== now.account.id) return reloadWithoutAsking();
    client.setQueryData(sessionQuery.queryKey, now);
    signInRequests.answer(true);
  };
  // The person may have signed in in another tab.
  useWindowFocus(() => void finish(false));
  return (
    <SignInForm
      again={reason === 'too-old' ? before?.account : undefined}
      email={before?.account.email ?? ''}
      staysHere
      returnTo={DASHBOARD_PATH}
      onSignedIn={() => finish()}
      secondary={<Button onClick={() => signInRequests.answer(false)}>{SHARED.actions.cancel}</Button>}
    />
  );
}
