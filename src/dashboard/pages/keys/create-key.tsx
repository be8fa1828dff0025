import { call } from '../../data/api.ts';
import { type Input, type Output, pathKey } from '../../data/operations.ts';
import { useAction } from '../../data/queries.ts';
import { KEYS as T } from '../../texts/keys.ts';
import { ExpiryField } from '../../ui/expiry-field.tsx';
import { SelectField, splitList, TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';

/** The widest mode first: it is the default, and most agents need it. */
const MODES = ['write', 'propose', 'comment', 'read'] as const;

/** Fields in the closed section, because few keys need them. */
const LIMITS = ['tenants', 'template_id', 'tools'];

interface CreateKeyProps {
  project: string;
  teamId: string | undefined;
  onMade(key: Output<'createApiKey'>): void;
}

export function CreateKey({ project, teamId, onMade }: CreateKeyProps) {
  const add = useAction((input: Input<'createApiKey'>) => call('createApiKey', input), {
    invalidates: [pathKey('listApiKeys')],
    onSuccess: onMade,
    showsErrors: true,
  });
  const form = useForm({
    initial: {
      ...{ name: '', scope: 'project', mode: MODES[0] as (typeof MODES)[number], expires_at: '' },
      ...{ tenants: '', template_id: '', tools: '' },
    },
    submit: ({ name, scope, mode, expires_at, tenants, template_id, tools }) =>
      add.perform({
        name,
        team_id: teamId,
        mode,
        ...(scope === 'project' && { project_ids: [project] }),
        ...(tenants.trim() !== '' && { tenants: splitList(tenants) }),
        ...(template_id.trim() !== '' && { template_id: template_id.trim() }),
        ...(tools.trim() !== '' && { tools: splitList(tools) }),
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
      <SelectField
        form={form}
        name="mode"
        label={T.mode}
        choices={MODES.map((mode) => ({ value: mode, label: T.modes[mode] }))}
      />
      <ExpiryField form={form} />
      <details className="group" open={LIMITS.some((name) => form.errors[name] !== undefined) || undefined}>
        <summary className="w-fit cursor-pointer rounded-sm font-medium text-muted hover:text-ink">
          {T.moreLimits}
        </summary>
        <div className="mt-3 flex flex-col gap-4">
          <TextField form={form} name="tenants" label={T.reach} hint={T.reachHint} isOptional />
          <TextField form={form} name="template_id" label={T.template} hint={T.templateHint} isOptional />
          <TextField form={form} name="tools" label={T.tools} hint={T.toolsHint} isOptional />
        </div>
      </details>
    </Form>
  );
}
