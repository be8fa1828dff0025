import { useQuery } from '@tanstack/react-query';
import { Fingerprint, LogIn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hasPasskeys } from '../data/passkeys.ts';
import { describeError, useAction } from '../data/queries.ts';
import {
  type Account,
  proveByPasskey,
  proveByPassword,
  signInStateQuery,
  signInWithCode,
  signInWithPasskey,
  signInWithPassword,
  singleSignOnPath,
} from '../data/session.ts';
import { SHARED } from '../texts/shared.ts';
import { Button, buttonClass } from './button.tsx';
import { TextField } from './fields.tsx';
import { Form, useForm } from './form.tsx';
import { Notice } from './notice.tsx';

const T = SHARED.signIn;

interface SignInFormProps {
  /** The person of the session, who confirms that it is them. Undefined: anyone may sign in. */
  again?: Account | undefined;
  email?: string;
  /** Opens single sign-on in a new tab, because this page has to stay. */
  staysHere?: boolean;
  returnTo: string;
  onSignedIn(): Promise<void> | void;
  secondary?: ReactNode;
}

/** Sign-in by passkey, by password with a code, or by single sign-on. */
export function SignInForm(props: SignInFormProps) {
  const { again } = props;
  const { data: state } = useQuery(signInStateQuery);
  const [needsCode, setNeedsCode] = useState(false);
  const takesPasskey = hasPasskeys() && (again === undefined || again.passkeys > 0) && !needsCode;
  const takesPassword = again === undefined || again.has_password;
  const provider = again === undefined || again.has_single_sign_on ? state?.single_sign_on : null;
  return (
    <div className="flex flex-col gap-4">
      {takesPasskey && <PasskeyButton {...props} />}
      {provider && !needsCode && <SingleSignOnLink {...props} name={provider.name} />}
      {(takesPasskey || provider) && takesPassword && !needsCode && <Divider />}
      {takesPassword && (
        <PasswordForm {...props} needsCode={needsCode} onCodeNeeded={() => setNeedsCode(true)} />
      )}
    </div>
  );
}

function PasskeyButton({ again, onSignedIn }: SignInFormProps) {
  const { run, isRunning, error } = useAction(
    async () => {
      await (again === undefined ? signInWithPasskey() : proveByPasskey());
      await onSignedIn();
    },
    { showsErrors: true },
  );
  return (
    <>
      {error !== null && <Notice kind="bad">{describeError(error).text}</Notice>}
      <Button icon={<Fingerprint size={16} aria-hidden="true" />} isBusy={isRunning} onClick={() => run()}>
        {T.passkey}
      </Button>
    </>
  );
}

function SingleSignOnLink({ name, staysHere, returnTo }: SignInFormProps & { name: string }) {
  return (
    <a
      href={singleSignOnPath(returnTo)}
      target={staysHere ? '_blank' : undefined}
      rel="noreferrer"
      className={buttonClass()}
    >
      <LogIn size={16} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 break-words whitespace-normal">{T.singleSignOn(name)}</span>
    </a>
  );
}

function Divider() {
  return (
    <div className="flex items-center gap-3 text-sm text-muted">
      <span className="h-px flex-1 bg-line" />
      {T.or}
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}

interface PasswordFormProps extends SignInFormProps {
  needsCode: boolean;
  onCodeNeeded(): void;
}

function PasswordForm(props: PasswordFormProps) {
  const { again, email = '', onSignedIn, secondary, needsCode, onCodeNeeded } = props;
  const form = useForm({
    initial: { email: again?.email ?? email, password: '', code: '' },
    submit: async (values) => {
      if (again !== undefined) await proveByPassword(values.password);
      else {
        const step = needsCode
          ? await signInWithCode(values.code)
          : await signInWithPassword(values.email, values.password);
        if (step.next === 'code') return onCodeNeeded();
      }
      await onSignedIn();
    },
  });
  return (
    <Form form={form} submitLabel={again === undefined ? T.signIn : T.confirm} secondary={secondary} isWide>
      {needsCode ? (
        <TextField
          form={form}
          name="code"
          label={T.code}
          hint={T.codeHint}
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
        />
      ) : (
        <>
          <TextField
            form={form}
            name="email"
            label={T.email}
            type="email"
            autoComplete="username webauthn"
            disabled={again !== undefined}
          />
          <TextField
            form={form}
            name="password"
            label={T.password}
            type="password"
            autoComplete="current-password"
          />
        </>
      )}
    </Form>
  );
}
