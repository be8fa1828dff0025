import { useEffect } from 'react';
import { call } from '../../data/api.ts';
import { type Input, type Output, pathKey } from '../../data/operations.ts';
import { useRolesBelowOwn } from '../../data/permissions.ts';
import { useAction } from '../../data/queries.ts';
import { useMe } from '../../data/teams.ts';
import { ROLES, type RoleName } from '../../texts/team.ts';
import { TOKENS as T } from '../../texts/tokens.ts';
import { ExpiryField } from '../../ui/expiry-field.tsx';
import { CheckGroup, SelectField, splitList, TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';

type Effect = keyof typeof T.effect;

const EFFECTS = Object.keys(T.effect) as Effect[];

const NONE = Object.fromEntries(EFFECTS.map((effect) => [effect, false])) as Record<Effect, boolean>;
const EMPTY = { name: '', team_id: '', role: '', operations: '', expires_at: '', ...NONE, read: true };

const toInput = ({ name, team_id, role, operations, expires_at, ...chosen }: typeof EMPTY) => ({
  name,
  effects: EFFECTS.filter((effect) => chosen[effect]),
  ...(team_id !== '' && { team_id }),
  ...(operations.trim() !== '' && { operations: splitList(operations) }),
  ...(role !== '' && { role: role as RoleName }),
  ...(expires_at !== '' && { expires_at }),
});

export function CreateToken({ onMade }: { onMade(token: Output<'createAdminToken'>): void }) {
  const teams = useMe().data?.teams ?? [];
  const add = useAction((input: Input<'createAdminToken'>) => call('createAdminToken', input), {
    invalidates: [pathKey('listAdminTokens')],
    onSuccess: onMade,
    showsErrors: true,
  });
  const form = useForm({
    initial: EMPTY,
    check: (values): Record<string, string> =>
      EFFECTS.some((effect) => values[effect]) ? {} : { read: T.oneEffect },
    submit: (values) => add.perform(toInput(values)),
  });
  const roles = useRolesBelowOwn(form.values.team_id);
  const { role } = form.values;
  const isTooHigh = role !== '' && !(roles as readonly string[]).includes(role);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another team was chosen, in which the person has a lower role
  useEffect(() => {
    if (isTooHigh) form.set('role', '');
  }, [isTooHigh]);
  return (
    <Form form={form} submitLabel={T.create}>
      <TextField form={form} name="name" label={T.name} hint={T.nameHint} autoComplete="off" />
      <CheckGroup
        form={form}
        legend={T.effects}
        choices={EFFECTS.map((name) => ({ name, label: T.effect[name] }))}
      />
      <TextField
        form={form}
        name="operations"
        label={T.operations}
        hint={T.operationsHint}
        autoComplete="off"
        isOptional
      />
      <SelectField
        form={form}
        name="team_id"
        label={T.team}
        choices={[
          { value: '', label: T.allTeams },
          ...teams.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        form={form}
        name="role"
        label={T.role}
        choices={[
          { value: '', label: T.ownRole },
          ...roles.map((role) => ({ value: role, label: ROLES[role] })),
        ]}
      />
      <ExpiryField form={form} />
    </Form>
  );
}
