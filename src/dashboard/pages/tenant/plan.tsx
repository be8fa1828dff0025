import { useParams } from '@tanstack/react-router';
import { call } from '../../data/api.ts';
import { type Input, type Output, pathKey, type TenantRef } from '../../data/operations.ts';
import { usePermissions } from '../../data/permissions.ts';
import { planChoices, usePlans } from '../../data/plans.ts';
import { useProject } from '../../data/projects.ts';
import { useAction } from '../../data/queries.ts';
import { PLANS } from '../../texts/plans.ts';
import { TENANT as T } from '../../texts/tenant.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';

type TenantPlan = Output<'getTenantPlan'>;
type Feature = keyof TenantPlan['effective']['features'];

const MB = 1024 * 1024;

type Values = Record<string, string>;

/** The tenant's own plan, features and limits. The plan of the project applies to the rest. */
export function PlanForm({ at, plan: { plan, change, effective } }: { at: TenantRef; plan: TenantPlan }) {
  const { project = '' } = useParams({ strict: false });
  const projectPlan = useProject(project).data?.plan;
  const { mayManage } = usePermissions();
  const features = (Object.keys(effective.features) as Feature[]).sort();
  const save = useAction((input: Input<'setTenantPlan'>) => call('setTenantPlan', input), {
    invalidates: [pathKey('listTenants', { project_id: at.project_id })],
    success: T.saved,
    showsErrors: true,
  });
  const form = useForm<Values>({
    initial: {
      plan: plan ?? '',
      max_templates: showLimit(change.limits?.max_templates),
      storage: showLimit(change.limits?.storage_limit_bytes, MB),
      ...Object.fromEntries(features.map((name) => [name, stateOf(change.features?.[name])])),
    },
    check: checkLimits,
    submit: (values) => save.perform({ ...at, ...toPlan(values, features, change) }),
  });
  const plans = usePlans();
  const base = plans.find(({ name }) => name === (form.values.plan || projectPlan));
  return (
    <Card title={T.plan} description={T.planHint(effective.name)}>
      <Form form={form} submitLabel={T.savePlan} isDisabled={!form.isChanged} isReadOnly={!mayManage}>
        <SelectField
          form={form}
          name="plan"
          label={T.planName}
          choices={[{ value: '', label: T.planOfProject }, ...planChoices(plans, plan ?? '')]}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField form={form} name="max_templates" label={T.maxTemplates} hint={T.limitHint} />
          <TextField form={form} name="storage" label={T.storageMb} hint={T.limitHint} />
        </div>
        <fieldset>
          <legend className="mb-2 font-medium">{T.features}</legend>
          <div className="grid gap-x-8 gap-y-1.5 lg:grid-cols-2">
            {features.map((name) => (
              <FeatureField
                key={name}
                name={name}
                label={PLANS.feature(name)}
                value={form.values[name] ?? 'inherit'}
                isOnInPlan={base?.features[name] ?? false}
                onChange={(value) => form.set(name, value)}
              />
            ))}
          </div>
        </fieldset>
      </Form>
    </Card>
  );
}

const checkLimits = ({ max_templates = '', storage = '' }: Values): Values => ({
  ...(!/^(|none|\d{1,9})$/i.test(max_templates.trim()) && { max_templates: T.wholeNumber }),
  ...(!/^(|none|\d{1,9}(\.\d+)?)$/i.test(storage.trim()) && { storage: T.number }),
});

/** The plan that the form has, for the service. Limits that the form does not have stay. */
function toPlan(values: Values, features: readonly string[], change: TenantPlan['change']) {
  const own = features.filter((name) => values[name] !== 'inherit');
  const { max_templates: _, storage_limit_bytes: __, ...others } = change.limits ?? {};
  const limits = {
    ...others,
    ...readLimit('max_templates', values.max_templates),
    ...readLimit('storage_limit_bytes', values.storage, MB),
  };
  return {
    plan: values.plan === '' ? null : values.plan,
    change: {
      ...(own.length > 0 && {
        features: Object.fromEntries(own.map((name) => [name, values[name] === 'on'])),
      }),
      ...(Object.keys(limits).length > 0 && { limits }),
    },
  };
}

interface FeatureFieldProps {
  name: string;
  label: string;
  value: string;
  isOnInPlan: boolean;
  onChange(value: string): void;
}

/** A feature with its choice in one line, because there are many. */
function FeatureField({ name, label, value, isOnInPlan, onChange }: FeatureFieldProps) {
  return (
    <label className="flex items-center justify-between gap-3">
      {label}
      <select
        name={name}
        className="field w-44! shrink-0"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="inherit">{T.asPlan(isOnInPlan)}</option>
        <option value="on">{T.featureState.on}</option>
        <option value="off">{T.featureState.off}</option>
      </select>
    </label>
  );
}

const stateOf = (own: boolean | undefined): string => (own === undefined ? 'inherit' : own ? 'on' : 'off');

/** An own limit as a person types it. Empty: the limit of the plan. */
const showLimit = (own: number | null | undefined, unit = 1): string =>
  own === undefined ? '' : own === null ? T.noLimitWord : String(own / unit);

function readLimit(name: string, typed = '', unit = 1): Record<string, number | null> {
  const text = typed.trim().toLowerCase();
  if (text === '') return {};
  return { [name]: text === T.noLimitWord ? null : Math.round(Number(text) * unit) };
}
