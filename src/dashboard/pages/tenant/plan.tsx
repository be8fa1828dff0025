import { call } from '../../data/api.ts';
import { useAction } from '../../data/queries.ts';
import { TENANT as T } from '../../texts/tenant.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';

export interface TenantPlan {
  plan: string | null;
  change: { features?: Record<string, boolean>; limits?: Record<string, number | null> };
  effective: { name: string; features: Record<string, boolean>; limits: Record<string, number | null> };
}

const MB = 1024 * 1024;

/** The tenant's own plan, features and limits; what is left out is as the project's plan. */
export function PlanForm({ path, plan: { plan, change, effective } }: { path: string; plan: TenantPlan }) {
  const features = Object.keys(effective.features).sort();
  const save = useAction((body: object) => call('PUT', `${path}/plan`, { body }), {
    invalidates: [path.split('/').slice(0, -1)],
    success: T.saved,
    showsErrors: true,
  });
  const { max_templates, storage_limit_bytes } = change.limits ?? {};
  const form = useForm<Record<string, string>>({
    initial: {
      plan: plan ?? '',
      max_templates: max_templates === undefined ? '' : String(max_templates ?? ''),
      storage: typeof storage_limit_bytes === 'number' ? String(storage_limit_bytes / MB) : '',
      ...Object.fromEntries(features.map((name) => [name, stateOf(change.features?.[name])])),
    },
    check: (values): Record<string, string> =>
      Object.fromEntries(
        ['max_templates', 'storage']
          .filter((name) => !/^\d{0,12}$/.test(values[name] ?? ''))
          .map((name) => [name, T.wholeNumber]),
      ),
    submit: (values) => {
      const own = features.filter((name) => values[name] !== 'inherit');
      const limits = {
        ...withoutKeys(change.limits ?? {}, ['max_templates', 'storage_limit_bytes']),
        ...(values.max_templates !== '' && { max_templates: Number(values.max_templates) }),
        ...(values.storage !== '' && { storage_limit_bytes: Math.round(Number(values.storage) * MB) }),
      };
      return save.perform({
        plan: values.plan === '' ? null : values.plan,
        change: {
          ...(own.length > 0 && {
            features: Object.fromEntries(own.map((name) => [name, values[name] === 'on'])),
          }),
          ...(Object.keys(limits).length > 0 && { limits }),
        },
      });
    },
  });
  const choices = (['inherit', 'on', 'off'] as const).map((value) => ({
    value,
    label: T.featureState[value],
  }));
  return (
    <Card title={T.plan} description={T.planHint(effective.name)}>
      <Form form={form} submitLabel={T.savePlan} isDisabled={!form.isChanged}>
        <TextField form={form} name="plan" label={T.planName} hint={T.planNameHint} autoComplete="off" />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            form={form}
            name="max_templates"
            label={T.maxTemplates}
            hint={T.limitHint}
            inputMode="numeric"
          />
          <TextField form={form} name="storage" label={T.storageMb} hint={T.limitHint} inputMode="numeric" />
        </div>
        <fieldset>
          <legend className="mb-2 font-medium">{T.features}</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            {features.map((name) => (
              <SelectField
                key={name}
                form={form}
                name={name}
                label={name.replaceAll('_', ' ')}
                choices={choices}
              />
            ))}
          </div>
        </fieldset>
      </Form>
    </Card>
  );
}

const stateOf = (own: boolean | undefined): string => (own === undefined ? 'inherit' : own ? 'on' : 'off');

const withoutKeys = <Value,>(fields: Record<string, Value>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
