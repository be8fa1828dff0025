import { useState } from 'react';
import { encode } from 'uqr';
import { call, callWith } from '../../data/api.ts';
import { type Output, pathKey } from '../../data/operations.ts';
import { useAction } from '../../data/queries.ts';
import type { Account } from '../../data/session.ts';
import { ACCOUNT } from '../../texts/account.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { ConfirmDialog, Dialog, DialogEnd, useDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';

const T = ACCOUNT.app;
const CHANGED = [pathKey('getSession')];

export function AuthenticatorApp({ account }: { account: Account }) {
  const isOn = account.has_authenticator_app;
  const setUp = useDialog();
  const newCodes = useDialog();
  const removing = useDialog();
  const remove = useAction(() => call('removeAuthenticatorApp'), {
    ...{ invalidates: CHANGED, success: T.removed, showsErrors: true },
  });
  const actions = isOn ? (
    <>
      <Button isSmall onClick={newCodes.open}>
        {T.newCodes}
      </Button>
      <Button isSmall onClick={removing.open}>
        {T.remove}
      </Button>
    </>
  ) : (
    <Button isSmall onClick={setUp.open}>
      {T.setUp}
    </Button>
  );
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2">
          {T.title} <Badge kind={isOn ? 'good' : 'neutral'}>{isOn ? T.on : T.off}</Badge>
        </span>
      }
      description={isOn ? T.onHint : T.offHint}
      actions={actions}
    >
      <Dialog {...setUp.props} title={T.setUpTitle}>
        <SetUp onDone={setUp.close} />
      </Dialog>
      <Dialog {...newCodes.props} title={T.newCodes} description={T.newCodesHint}>
        <NewCodes onDone={newCodes.close} />
      </Dialog>
      <ConfirmDialog
        {...removing.props}
        title={T.removeTitle}
        description={T.removeHint}
        action={T.remove}
        run={() => remove.perform()}
      />
    </Card>
  );
}

type NewApp = Output<'startAuthenticatorApp'>;

/** Steps: the password, then the app and its first code, then the recovery codes. */
function SetUp({ onDone }: { onDone(): void }) {
  const [app, setApp] = useState<NewApp>();
  const [isOn, setOn] = useState(false);
  if (app === undefined) return <PasswordStep operation="startAuthenticatorApp" onAnswer={setApp} />;
  if (!isOn) return <ConfirmStep app={app} onDone={() => setOn(true)} />;
  return <RecoveryCodes codes={app.recovery_codes} onDone={onDone} />;
}

function NewCodes({ onDone }: { onDone(): void }) {
  const [answer, setAnswer] = useState<Output<'makeRecoveryCodes'>>();
  if (answer === undefined) return <PasswordStep operation="makeRecoveryCodes" onAnswer={setAnswer} />;
  return <RecoveryCodes codes={answer.recovery_codes} onDone={onDone} />;
}

interface PasswordStepProps<N extends 'startAuthenticatorApp' | 'makeRecoveryCodes'> {
  operation: N;
  onAnswer(answer: Output<N>): void;
}

function PasswordStep<N extends 'startAuthenticatorApp' | 'makeRecoveryCodes'>({
  operation,
  onAnswer,
}: PasswordStepProps<N>) {
  const form = useForm({
    initial: { password: '' },
    submit: async (input) => onAnswer(await callWith(operation, input)),
  });
  return (
    <Form form={form} submitLabel={T.next}>
      <TextField
        form={form}
        name="password"
        label={T.passwordAgain}
        type="password"
        autoComplete="current-password"
      />
    </Form>
  );
}

function ConfirmStep({ app, onDone }: { app: NewApp; onDone(): void }) {
  const confirm = useAction(
    ({ code }: { code: string }) => call('confirmAuthenticatorApp', { code: code.replaceAll(/\s/g, '') }),
    { invalidates: CHANGED, success: T.turnedOn, onSuccess: onDone, showsErrors: true },
  );
  const form = useForm({ initial: { code: '' }, submit: confirm.perform });
  return (
    <Form form={form} submitLabel={T.turnOn}>
      <p>{T.scan}</p>
      <QrCode text={app.uri} />
      <CopyLine text={app.secret ?? ''} label={T.key} />
      <TextField
        form={form}
        name="code"
        label={T.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
    </Form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <div data-secret className="flex flex-col gap-4">
      <p>{T.recoveryHint}</p>
      <CodeBlock label={T.recovery} code={codes.join('\n')} />
      <DialogEnd label={T.done} onDone={onDone} />
    </div>
  );
}

/** Dark on light in both themes, because some apps cannot read light on dark. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={T.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-md bg-[#fff]"
    >
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
