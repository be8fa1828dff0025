import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { signInStateQuery, toOwnPage } from '../../data/session.ts';
import { SIGN_IN as T } from '../../texts/sign-in.ts';
import { CodeBlock } from '../../ui/code.tsx';
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
      <Loaded query={state}>{() => <SignIn />}</Loaded>
    </OpenPage>
  );
}

/** Why single sign-on has sent the person back here. */
type Refusal = keyof typeof T.refusals;

function SignIn() {
  const search = useSearch({ strict: false }) as { next?: string; single_sign_on?: Refusal };
  const next = toOwnPage(search.next);
  const refusal = search.single_sign_on;
  return (
    <div className="flex flex-col gap-4">
      {refusal !== undefined && <Notice kind="bad">{T.refusals[refusal] ?? T.refusals.failed}</Notice>}
      {/* A new page: nothing of a former person stays in memory. */}
      <SignInForm returnTo={next} onSignedIn={() => location.assign(next)} />
      <details className="text-sm text-muted">
        <summary className="cursor-pointer">{T.forgotten}</summary>
        <p className="mt-1">{T.forgottenHint}</p>
      </details>
    </div>
  );
}
