import { call } from '../../data/api.ts';
import { pathKey } from '../../data/operations.ts';
import { usePermissions } from '../../data/permissions.ts';
import { planChoices, usePlans } from '../../data/plans.ts';
import type { Project } from '../../data/projects.ts';
import { useAction } from '../../data/queries.ts';
import { PROJECT as T } from '../../texts/project.ts';
import { PROJECTS } from '../../texts/projects.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { PlanSummary } from '../../ui/plan-summary.tsx';

/** Name and plan, with the features and limits of the chosen plan. */
export function Settings({ project: { id, name, plan } }: { project: Project }) {
  const { mayManage } = usePermissions();
  const save = useAction(
    async (values: { name: string; plan: string }) => {
      if (values.name !== name) await call('renameProject', { project_id: id, name: values.name });
      if (values.plan !== plan) await call('setProjectPlan', { project_id: id, plan: values.plan });
    },
    { invalidates: [pathKey('listProjects')], success: T.saved, showsErrors: true },
  );
  const form = useForm({ initial: { name, plan }, submit: save.perform });
  const plans = usePlans();
  const chosen = plans.find((one) => one.name === form.values.plan);
  return (
    <Card title={T.settings}>
      <Form form={form} submitLabel={T.save} isDisabled={!form.isChanged} isReadOnly={!mayManage}>
        <TextField form={form} name="name" label={T.name} autoComplete="off" />
        <SelectField
          form={form}
          name="plan"
          label={T.plan}
          hint={PROJECTS.planHint}
          choices={planChoices(plans, plan)}
        />
        {chosen !== undefined && <PlanSummary plan={chosen} />}
      </Form>
    </Card>
  );
}
