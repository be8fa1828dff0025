import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import { type Item, pathKey } from '../../data/operations.ts';
import { hasPasskeys, makePasskey } from '../../data/passkeys.ts';
import { get, useAction } from '../../data/queries.ts';
import { ACCOUNT } from '../../texts/account.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog, useDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Time } from '../../ui/format.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';

const T = ACCOUNT.passkeys;
const CHANGED = [pathKey('listPasskeys'), pathKey('getSession')];
const icon = { size: 15, 'aria-hidden': true } as const;

type Passkey = Item<'listPasskeys'>;

export function Passkeys() {
  const passkeys = useQuery(get('listPasskeys'));
  const adding = useDialog();
  const button = hasPasskeys() && (
    <Button isSmall icon={<Plus {...icon} />} onClick={adding.open}>
      {T.add}
    </Button>
  );
  return (
    <Card title={T.title} description={T.description} actions={button}>
      {!hasPasskeys() && <Notice kind="info">{T.unavailable}</Notice>}
      <Loaded query={passkeys}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={<Fingerprint size={22} />} title={T.none} hint={T.noneHint} />
          ) : (
            <ul className="divide-y divide-line">
              {items.map((passkey) => (
                <Entry key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Dialog {...adding.props} title={T.add}>
        <NameForm name="" submitLabel={T.add} onDone={adding.close} send={addPasskey} success={T.added} />
      </Dialog>
    </Card>
  );
}

async function addPasskey(name: string): Promise<void> {
  const { options } = await call('startPasskey');
  await call('addPasskey', { response: await makePasskey(options), name });
}

function Entry({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const [renames, setRenames] = useState(false);
  const removing = useDialog();
  const remove = useAction(() => call('removePasskey', { id }), {
    ...{ invalidates: CHANGED, success: T.removed, showsErrors: true },
  });
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Fingerprint size={17} aria-hidden="true" className="text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-sm text-muted">
          {T.created} <Time value={created_at} /> · {T.lastUsed} <Time value={last_used_at} />
        </p>
      </div>
      <Menu
        groups={[
          {
            items: [
              { label: T.rename, icon: <Pencil {...icon} />, run: () => setRenames(true) },
              { label: T.remove, icon: <Trash2 {...icon} />, isDangerous: true, run: removing.open },
            ],
          },
        ]}
      />
      <Dialog isOpen={renames} onClose={() => setRenames(false)} title={T.rename}>
        <NameForm
          name={name}
          submitLabel={ACCOUNT.save}
          success={T.renamed}
          onDone={() => setRenames(false)}
          send={(typed) => call('renamePasskey', { id, name: typed })}
        />
      </Dialog>
      <ConfirmDialog
        {...removing.props}
        title={T.removeTitle}
        description={T.removeHint}
        action={T.remove}
        run={() => remove.perform()}
      />
    </li>
  );
}

interface NameFormProps {
  name: string;
  submitLabel: string;
  success: string;
  onDone(): void;
  send(name: string): Promise<unknown>;
}

function NameForm({ name, submitLabel, success, onDone, send }: NameFormProps) {
  const action = useAction((values: { name: string }) => send(values.name), {
    ...{ invalidates: CHANGED, success, onSuccess: onDone, showsErrors: true },
  });
  const form = useForm({ initial: { name }, submit: action.perform });
  return (
    <Form form={form} submitLabel={submitLabel}>
      <TextField form={form} name="name" label={T.name} hint={T.nameHint} />
    </Form>
  );
}
