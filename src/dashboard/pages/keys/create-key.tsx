import { call } from '../../data/api.ts';
import { useAction } from '../../data/queries.ts';
import { KEYS as T } from '../../texts/keys.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import type { ApiKeyWithValue } from './page.tsx';

interface CreateKeyProps {
  project: string;
  teamId: string | undefined;
  onMade(key: ApiKeyWithValue): void;
}

export function CreateKey({ project, teamId, onMade }: CreateKeyProps) {
  const add = useAction((body: object) => call<{ data: ApiKeyWithValue }>('POST', 'admin/keys', { body }), {
    invalidates: [['admin', 'keys']],
    onSuccess: ({ data }) => onMade(data),
    showsErrors: true,
  });
  const form = useForm({
    initial: { name: '', scope: 'project', expires_at: '' },
    submit: ({ name, scope, expires_at }) =>
      add.perform({
        name,
        team_id: teamId,
        ...(scope === 'project' && { project_ids: [project] }),
        ...(expires_at !== '' && { expires_at }),
      }),
  });
  return (
    <Form form={form} submitLabel={T.create}>
      <TextField form={form} name="name" label={T.name} hint={T.nameHint} autoComplete="off" />
      <SelectField
        form={form}
        name="scope"
        label={T.scope}
        choices={[
          { value: 'project', label: T.thisProject },
          { value: 'team', label: T.allProjects },
        ]}
      />
      <TextField
        form={form}
        name="expires_at"
        label={T.expires}
        hint={T.expiresHint}
        type="date"
        isOptional
      />
    </Form>
  );
}
