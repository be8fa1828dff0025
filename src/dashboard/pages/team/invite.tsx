import { useState } from 'react';
import { call } from '../../data/api.ts';
import { type Input, type Output, pathKey } from '../../data/operations.ts';
import { useAction } from '../../data/queries.ts';
import type { OwnTeam } from '../../data/teams.ts';
import { type RoleName, TEAM as T } from '../../texts/team.ts';
import { SecretOnce } from '../../ui/copy.tsx';
import { DialogEnd } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';

type Made = Output<'inviteMember'>;

/** Asks for the role and the address of a person, then shows the link once. */
export function Invite({ team, onDone }: { team: OwnTeam; onDone(): void }) {
  const [made, setMade] = useState<Made>();
  if (made === undefined) return <InviteForm team={team} onMade={setMade} />;
  return (
    <div className="flex flex-col gap-4">
      <SecretOnce name={T.link} value={made.url} hint={T.linkHint} />
      {made.is_mailed && <p>{T.mailed}</p>}
      <DialogEnd label={T.done} onDone={onDone} />
    </div>
  );
}

function InviteForm({ team, onMade }: { team: OwnTeam; onMade(made: Made): void }) {
  const team_id = team.id;
  const add = useAction((input: Input<'inviteMember'>) => call('inviteMember', input), {
    invalidates: [pathKey('listTeamInvitations', { team_id })],
    onSuccess: onMade,
    showsErrors: true,
  });
  const form = useForm({
    initial: { email: '', role: 'editor' as RoleName },
    submit: ({ email, role }) => add.perform({ team_id, role, ...(email !== '' && { email }) }),
  });
  return (
    <Form form={form} submitLabel={T.makeLink}>
      <TextField
        form={form}
        name="email"
        label={T.email}
        hint={T.emailHint}
        type="email"
        autoComplete="off"
        isOptional
      />
      <SelectField
        form={form}
        name="role"
        label={T.role}
        choices={(Object.keys(T.roleHints) as RoleName[]).map((role) => ({
          value: role,
          label: T.roleHints[role],
        }))}
      />
    </Form>
  );
}
