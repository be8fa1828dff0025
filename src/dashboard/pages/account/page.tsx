import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import { pathKey } from '../../data/operations.ts';
import { useAction } from '../../data/queries.ts';
import { type Account, sessionQuery } from '../../data/session.ts';
import { ACCOUNT as T } from '../../texts/account.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Card, Page as PageFrame } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { ConnectedAgents } from './connected-agents.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';

export function Page() {
  const session = useQuery(sessionQuery);
  return (
    <PageFrame title={T.title} isNarrow>
      <Loaded query={session}>
        {({ account }) => (
          <div className="flex flex-col gap-5">
            <Profile account={account} />
            <Passkeys />
            <Password account={account} />
            {account.has_password && <AuthenticatorApp account={account} />}
            <Sessions />
            <ConnectedAgents accountId={account.id} />
          </div>
        )}
      </Loaded>
    </PageFrame>
  );
}

function Profile({ account }: { account: Account }) {
  const change = useAction(({ name }: { name: string; email: string }) => call('updateProfile', { name }), {
    invalidates: [pathKey('getSession')],
    success: T.saved,
    showsErrors: true,
  });
  const form = useForm({ initial: { name: account.name, email: account.email }, submit: change.perform });
  return (
    <Card title={T.profile}>
      <Form form={form} submitLabel={T.save} isDisabled={!form.isChanged}>
        <TextField form={form} name="name" label={T.name} autoComplete="name" />
        <TextField form={form} name="email" label={T.email} type="email" disabled />
      </Form>
    </Card>
  );
}

function Password({ account }: { account: Account }) {
  const dialog = useDialog();
  const label = account.has_password ? T.password.change : T.password.add;
  return (
    <Card
      title={T.password.title}
      description={account.has_password ? T.password.set : T.password.none}
      actions={
        <Button isSmall onClick={dialog.open}>
          {label}
        </Button>
      }
    >
      <Dialog {...dialog.props} title={label}>
        <PasswordForm onDone={dialog.close} />
      </Dialog>
    </Card>
  );
}

function PasswordForm({ onDone }: { onDone(): void }) {
  const change = useAction(({ password }: { password: string }) => call('setPassword', { password }), {
    invalidates: [['account']],
    success: T.password.changed,
    onSuccess: onDone,
    showsErrors: true,
  });
  const form = useForm({ initial: { password: '' }, submit: change.perform });
  return (
    <Form form={form} submitLabel={T.save}>
      <TextField
        form={form}
        name="password"
        label={T.password.new}
        hint={T.password.hint}
        type="password"
        autoComplete="new-password"
      />
    </Form>
  );
}
