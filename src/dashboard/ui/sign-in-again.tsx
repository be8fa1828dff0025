import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../data/api.ts';
import { type Session, sessionQuery, signInWithCode, signInWithPassword } from '../data/session.ts';
import { type SignInReason, signInRequests } from '../data/sign-in-request.ts';
import { SHARED } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './fields.tsx';
import { Form, useForm } from './form.tsx';

const T = SHARED.signInAgain;

/** Asks for a sign-in on the spot when a request needs one. The page below keeps what was typed. */
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
      <SignInForm />
    </Dialog>
  );
}

function SignInForm() {
  const client = useQueryClient();
  const before = client.getQueryData(sessionQuery.queryKey);
  const [needsCode, setNeedsCode] = useState(false);
  const finish = async () => {
    const now = await call<Session>('GET', 'account/session', { isSigningIn: true });
    // What is on the page is of the person before.
    if (before !== undefined && before.account.id !== now.account.id) return location.reload();
    client.setQueryData(sessionQuery.queryKey, now);
    signInRequests.answer(true);
  };
  const form = useForm({
    initial: { email: before?.account.email ?? '', password: '', code: '' },
    submit: async ({ email, password, code }) => {
      const { next } = needsCode ? await signInWithCode(code) : await signInWithPassword(email, password);
      if (next === 'code') setNeedsCode(true);
      else await finish();
    },
  });
  return (
    <Form
      form={form}
      submitLabel={T.signIn}
      secondary={<Button onClick={() => signInRequests.answer(false)}>{SHARED.actions.cancel}</Button>}
    >
      {needsCode ? (
        <TextField form={form} name="code" label={T.code} autoComplete="one-time-code" autoFocus />
      ) : (
        <>
          <TextField form={form} name="email" label={T.email} type="email" autoComplete="username" />
          <TextField
            form={form}
            name="password"
            label={T.password}
            type="password"
            autoComplete="current-password"
            autoFocus
          />
        </>
      )}
    </Form>
  );
}
