import { Type } from '@sinclair/typebox';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { pageOf } from '../../../platform/pagination.ts';
import { findTenantId, ofProjectOrTeam } from '../../projects/index.ts';
import { ACTIVITIES_PER_PAGE, readFeed, toRecordedActivity } from '../read-feed.ts';
import { ActivitySearch, RecordedActivity } from '../schema.ts';

const ActivityOfTenant = Type.Composite([
  Type.Object({
    project_id: Type.String(),
    tenant: Type.String(),
    tenant_name: nullable(Type.String()),
  }),
  RecordedActivity,
]);

export const listAllActivity = defineOperation({
  name: 'listAllActivity',
  summary: 'List changes in all tenants or one with their actors, newest first',
  scope: 'admin',
  effect: 'read',
  access: ofProjectOrTeam('viewer'),
  input: Type.Object({
    project_id: Type.Optional(Type.String()),
    team_id: Type.Optional(Type.String({ description: 'All projects of this team.' })),
    tenant: Type.Optional(Type.String({ description: 'Needs `project_id`.' })),
    template_id: Type.Optional(Type.String()),
    ...ActivitySearch,
  }),
  output: pageOf(ActivityOfTenant, ACTIVITIES_PER_PAGE),
  async run(
    { deps },
    { project_id: projectId, team_id: teamId, tenant, template_id: templateId, ...search },
  ) {
    const tenantId = await findTenantId(deps.db.reader, { project_id: projectId, tenant });
    const feed = { ...search, projectId, teamId, templateId };
    const { rows, ...page } = await readFeed(deps, { tenantId }, ['all', tenantId], feed);
    const items = rows.map((row) => ({
      project_id: row.projectId,
      tenant: row.tenant,
      tenant_name: row.tenantName,
      ...toRecordedActivity(row),
    }));
    return { items, ...page };
  },
});
