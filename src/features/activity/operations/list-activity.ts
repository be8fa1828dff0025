import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { pageOf } from '../../../platform/pagination.ts';
import { selectTemplate, TemplateId, templateNotFound } from '../../templates/index.ts';
import { ACTIVITIES_PER_PAGE, readFeed, toRecordedActivity } from '../read-feed.ts';
import { ActivitySearch, RecordedActivity } from '../schema.ts';

const ActivityPage = pageOf(RecordedActivity, ACTIVITIES_PER_PAGE);

export const listActivity = defineOperation({
  name: 'listActivity',
  summary: 'List changes in the tenant with their actors, newest first',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object(ActivitySearch),
  output: ActivityPage,
  async run({ deps, scope }, search) {
    const { rows, ...page } = await readFeed(deps, scope, [scope.tenant.id], search);
    return { items: rows.map(toRecordedActivity), ...page };
  },
});

export const listTemplateActivity = defineOperation({
  name: 'listTemplateActivity',
  summary: 'List changes of a template with their actors, newest first',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({ template_id: TemplateId, ...ActivitySearch }),
  output: ActivityPage,
  async run({ deps, scope }, { template_id: templateId, ...search }) {
    const { rows, ...page } = await readFeed(deps, scope, [scope.tenant.id], { ...search, templateId });
    // The feed of a deleted template still exists. Without any row, the template never existed.
    if (rows.length === 0 && (await selectTemplate(scope, deps.db.reader, templateId)) === undefined) {
      const whole = await readFeed(deps, scope, [scope.tenant.id], { templateId });
      if (whole.rows.length === 0) throw templateNotFound();
    }
    return { items: rows.map(toRecordedActivity), ...page };
  },
});
