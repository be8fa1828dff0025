import { Plus } from 'lucide-react';
import { call } from '../../data/api.ts';
import { pathKey } from '../../data/operations.ts';
import { useAction } from '../../data/queries.ts';
import { useMe } from '../../data/teams.ts';
import { INSTANCE as T } from '../../texts/instance.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog, useDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';

/** All teams of the server. */
export function Teams() {
  const teams = useMe().data?.teams ?? [];
  const dialog = useDialog();
  return (
    <Card
      title={T.teams}
      description={T.teamsHint}
      actions={
        <Button isSmall icon={<Plus size={15} aria-hidden="true" />} onClick={dialog.open}>
          {T.createTeam}
        </Button>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {teams.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-4 py-2.5 first:pt-0 last:pb-0">
            <p className="min-w-0 flex-1 truncate">
              <span className="font-medium">{name}</span>
              <code className="ml-2 font-mono text-xs text-muted">{id}</code>
            </p>
            <LinkButton isSmall to="/team" search={{ team: id }}>
              {T.openTeam}
            </LinkButton>
          </li>
        ))}
      </ul>
      <Dialog {...dialog.props} title={T.createTeam}>
        <CreateTeam onDone={dialog.close} />
      </Dialog>
    </Card>
  );
}

function CreateTeam({ onDone }: { onDone(): void }) {
  const add = useAction((input: { name: string }) => call('createTeam', input), {
    invalidates: [pathKey('getMe'), pathKey('listTeams')],
    success: T.teamCreated,
    onSuccess: onDone,
    showsErrors: true,
  });
  const form = useForm({ initial: { name: '' }, submit: add.perform });
  return (
    <Form form={form} submitLabel={T.createTeam}>
      <TextField form={form} name="name" label={T.teamName} autoComplete="off" />
    </Form>
  );
}
