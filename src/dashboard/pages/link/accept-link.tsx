import { useState } from 'react';
import { ApiError, call } from '../../data/api.ts';
import type { Input } from '../../data/operations.ts';
import { hasPasskeys, makePasskey } from '../../data/passkeys.ts';
import { LINK as T } from '../../texts/link.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type LinkFacts, leaveLink } from './link.ts';

interface AcceptLinkProps {
  token: string;
  facts: LinkFacts;
  onAccountExists(): void;
}

type Method = 'passkey' | 'password';

/** Uses the link with a passkey or a password. Both methods share the typed values. */
export function AcceptLink({ token, facts, onAccountExists }: AcceptLinkProps) {
  const [method, setMethod] = useState<Method>(hasPasskeys() ? 'passkey' : 'password');
  const isReset = facts.kind === 'reset';
  const form = useForm({
    initial: { name: '', email: facts.email ?? '', password: '' },
    submit: async ({ name, email, password }) => {
      const person = isReset ? { token } : { token, name, ...(facts.email === null && { email }) };
      const use =
        method === 'passkey'
          ? registerPasskey(person)
          : call('acceptLinkByPassword', { ...person, password }, SIGNING_IN);
      const step = await use.catch((error) => {
        if (facts.kind !== 'invitation' || !isKnown(error)) throw error;
        onAccountExists();
      });
      if (step !== undefined) leaveLink(step.next);
    },
  });
  const fields = (
    <Form form={form} submitLabel={method === 'passkey' ? T.createPasskey : T.usePassword} isWide>
      {!isReset && <TextField form={form} name="name" label={T.name} autoComplete="name" />}
      {(!isReset || facts.email !== null) && (
        <TextField
          form={form}
          name="email"
          label={T.email}
          type="email"
          autoComplete="username"
          disabled={facts.email !== null}
        />
      )}
      {method === 'password' ? (
        <TextField
          form={form}
          name="password"
          label={T.password}
          hint={T.passwordHint}
          type="password"
          autoComplete="new-password"
        />
      ) : (
        <p className="text-muted">{T.passkeyHint}</p>
      )}
    </Form>
  );
  if (!hasPasskeys()) return fields;
  return (
    <Tabs
      label={T.method}
      value={method}
      onChange={(id) => setMethod(id as Method)}
      tabs={(['passkey', 'password'] as const).map((id) => ({ id, label: T.methods[id], content: fields }))}
    />
  );
}

const isKnown = (error: unknown): boolean =>
  error instanceof ApiError && error.facts.reason === 'account_exists';

const SIGNING_IN = { isSigningIn: true };

async function registerPasskey(person: Input<'startLinkPasskey'>) {
  const { options } = await call('startLinkPasskey', person, SIGNING_IN);
  return call('acceptLinkByPasskey', { ...person, response: await makePasskey(options) }, SIGNING_IN);
}
