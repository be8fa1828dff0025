import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import { type Input, type Output, pathKey } from '../../data/operations.ts';
import { planChoices, usePlans } from '../../data/plans.ts';
import { get, useAction } from '../../data/queries.ts';
import { PROJECTS as T } from '../../texts/projects.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CopyLine, SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';

type Made = Output<'createProject'>;

/** Asks for a name, then shows the credentials once. */
export function CreateProject({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const [made, setMade] = useState<Made>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={made === undefined ? T.create : T.createdTitle}
      description={made === undefined ? T.description : T.createdHint}
    >
      {made === undefined ? <CreateForm onMade={setMade} /> : <Credentials project={made} />}
    </Dialog>
  );
}

function CreateForm({ onMade }: { onMade(project: Made): void }) {
  const teams = useQuery(get('listTeams')).data ?? [];
  const add = useAction((input: Input<'createProject'>) => call('createProject', input), {
    invalidates: [pathKey('listProjects'), pathKey('listProjectCounts')],
    success: T.created,
    onSuccess: onMade,
    showsErrors: true,
  });
  const plans = usePlans();
  const form = useForm({
    initial: { name: '', plan: 'scale', team_id: '' },
    submit: ({ name, plan, team_id }) => add.perform({ name, plan, team_id: team_id || teams[0]?.id }),
  });
  return (
    <Form form={form} submitLabel={T.create}>
      <TextField form={form} name="name" label={T.name} autoComplete="off" />
      <SelectField
        form={form}
        name="plan"
        label={T.plan}
        hint={T.planHint}
        choices={planChoices(plans, form.values.plan)}
      />
      {teams.length > 1 && (
        <SelectField
          form={form}
          name="team_id"
          label={T.team}
          choices={teams.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </Form>
  );
}

function Credentials({ project: { id, client_id, client_secret, signing_key } }: { project: Made }) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="mb-1 font-medium">{T.clientId}</p>
        <CopyLine text={client_id} label={T.clientId} />
      </div>
      <SecretOnce name={T.clientSecret} value={client_secret} />
      <SecretOnce name={T.signingKey} value={signing_key} />
      <div className="flex justify-end">
        <LinkButton kind="primary" to="/projects/$project" params={{ project: id }}>
          {T.open}
        </LinkButton>
      </div>
    </div>
  );
}
