import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { signInStateQuery, signInWithCode, signInWithPassword } from '../../data/session.ts';
import { DASHBOARD_PATH } from '../../place.ts';
import { SHARED } from '../../texts/shared.ts';
import { SIGN_IN } from '../../texts/sign-in.ts';
import { CodeBlock } from '../../ui/code.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Loaded } from '../../ui/states.tsx';

export function Page() {
  const state = useQuery(signInStateQuery);
  useEffect(() => {
    document.title = `${SIGN_IN.title} · ${SHARED.product}`;
  }, []);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-4 py-10">
      <Logo />
      <div className="rounded-lg border border-line bg-surface p-6 shadow-raised">
        <Loaded query={state}>{({ has_accounts }) => (has_accounts ? <SignIn /> : <NoAccounts />)}</Loaded>
      </div>
    </main>
  );
}

function NoAccounts() {
  return (
    <>
      <h1 className="mb-1 text-xl font-semibold">{SIGN_IN.noAccounts}</h1>
      <p className="mb-4 text-muted">{SIGN_IN.noAccountsHint}</p>
      <CodeBlock label={SIGN_IN.command} code="galley admin link" />
    </>
  );
}

function SignIn() {
  const { next } = useSearch({ strict: false }) as { next?: string };
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    initial: { email: '', password: '', code: '' },
    submit: async ({ email, password, code }) => {
      const step = needsCode ? await signInWithCode(code) : await signInWithPassword(email, password);
      if (step.next === 'code') setNeedsCode(true);
      else location.assign(toOwnPage(next));
    },
  });
  return (
    <>
      <h1 className="mb-4 text-xl font-semibold">{SIGN_IN.title}</h1>
      <Form form={form} submitLabel={SIGN_IN.title}>
        {needsCode ? (
          <TextField form={form} name="code" label={SHARED.signInAgain.code} autoComplete="one-time-code" />
        ) : (
          <>
            <TextField
              form={form}
              name="email"
              label={SHARED.signInAgain.email}
              type="email"
              autoComplete="username"
            />
            <TextField
              form={form}
              name="password"
              label={SHARED.signInAgain.password}
              type="password"
              autoComplete="current-password"
            />
          </>
        )}
      </Form>
    </>
  );
}

/** A page of the dashboard, whatever the address says: a link from elsewhere must not lead away after the sign-in. */
export function toOwnPage(next: string | undefined): string {
  const url = new URL(next ?? '', `${location.origin}${DASHBOARD_PATH}/`);
  const isOwn = url.origin === location.origin && url.pathname.startsWith(DASHBOARD_PATH);
  return isOwn ? url.pathname + url.search : DASHBOARD_PATH;
}
