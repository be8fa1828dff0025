import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import { signInStateQuery, toOwnPage } from '../../data/session.ts';
import { SIGN_IN as T } from '../../texts/sign-in.ts';
import { CodeBlock } from '../../ui/code.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OpenPage } from '../../ui/open-page.tsx';
import { SignInForm } from '../../ui/sign-in-form.tsx';
import { Loaded } from '../../ui/states.tsx';

export function Page() {
  const state = useQuery(signInStateQuery);
  if (state.data?.has_accounts === false)
    return (
      <OpenPage title={T.noAccounts} hint={T.noAccountsHint}>
        <CodeBlock label={T.command} code="galley admin link" />
      </OpenPage>
    );
  return (
    <OpenPage title={T.title}>
      <Loaded query={state}>{({ has_mail }) => <SignIn hasMail={has_mail} />}</Loaded>
    </OpenPage>
  );
}

/** The reason for which single sign-on was refused. */
type Refusal = keyof typeof T.refusals;

function SignIn({ hasMail }: { hasMail: boolean }) {
  const search = useSearch({ strict: false }) as { next?: string; single_sign_on?: Refusal };
  const next = toOwnPage(search.next);
  const refusal = search.single_sign_on;
  return (
    <div className="flex flex-col gap-4">
      {refusal !== undefined && <Notice kind="bad">{T.refusals[refusal] ?? T.refusals.failed}</Notice>}
      {/* Loads the page anew, so that no data of another person stays in memory. */}
      <SignInForm returnTo={next} onSignedIn={() => location.assign(next)} />
      <details className="text-sm text-muted">
        <summary className="cursor-pointer">{T.forgotten}</summary>
        <div className="mt-2">{hasMail ? <ForgottenPassword /> : T.forgottenHint}</div>
      </details>
    </div>
  );
}

function ForgottenPassword() {
  const [isSent, setSent] = useState(false);
  const form = useForm({
    initial: { email: '' },
    submit: async (input) => {
      await call('requestPasswordReset', input, { isSigningIn: true });
      setSent(true);
    },
  });
  // An unknown address gets the same text. Otherwise it would tell strangers who has an account.
  if (isSent) return <Notice kind="good">{T.sent}</Notice>;
  return (
    <Form form={form} submitLabel={T.send} isWide>
      <TextField
        form={form}
        name="email"
        label={T.yourEmail}
        hint={T.sendHint}
        type="email"
        autoComplete="username"
      />
    </Form>
  );
}
