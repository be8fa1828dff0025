import { Type } from '@sinclair/typebox';
import { DAY_MS, dayOf, toIsoTime } from '../../../platform/clock.ts';
import { invalidField } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { isVisible } from '../../../platform/security/admin-access.ts';
import {
  selectProjectDays,
  selectProjectStorage,
  selectTenantDays,
  selectTenantStorage,
} from '../daily-queries.ts';
import { USAGE_DAYS } from '../daily-usage.ts';
import { projectNotFound } from '../errors.ts';
import { selectProjects } from '../queries.ts';
import { requireTenant } from '../tenant.ts';

const count = Type.Integer({ minimum: 0 });

export const listDailyUsage = defineOperation({
  name: 'listDailyUsage',
  summary: 'What your teams, a project or a tenant used each day, the oldest day first',
  scope: 'admin',
  effect: 'read',
  access: 'own teams',
  input: Type.Object({
    project_id: Type.Optional(Type.String({ description: 'All of your teams if left out.' })),
    tenant: Type.Optional(Type.String({ description: 'Only this tenant. Needs `project_id`.' })),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: USAGE_DAYS,
        default: 30,
        description: 'How many, with today. Days end at midnight UTC.',
      }),
    ),
  }),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        day: Type.String({ description: 'Such as 2026-11-23.' }),
        requests: Type.Integer({
          minimum: 0,
          description: 'REST requests about tenants. What came in the last 10 seconds is missing.',
        }),
        exports: count,
        tool_calls: count,
        storage_bytes: Type.Integer({
          minimum: 0,
          description: 'Media and snapshots at the end of the day; today what is stored now.',
        }),
      }),
    ),
  }),
  async run({ deps, scope }, { project_id, tenant, days = 30 }) {
    const db = deps.db.reader;
    if (tenant !== undefined && project_id === undefined)
      throw invalidField('project_id', 'is missing: a tenant belongs to a project.');
    const projectIds = (await selectProjects(db, undefined))
      .filter(({ id, teamId }) => isVisible(scope, teamId) && (project_id === undefined || id === project_id))
      .map(({ id }) => id);
    if (project_id !== undefined && projectIds.length === 0) throw projectNotFound();
    const first = dayOf(deps.clock.now()) - days + 1;
    const tenantId =
      project_id === undefined || tenant === undefined
        ? undefined
        : (await requireTenant(db, project_id, tenant)).tenant.id;
    const rows =
      tenantId === undefined
        ? await selectProjectDays(db, projectIds, first)
        : await selectTenantDays(db, tenantId, first);
    const storedNow =
      tenantId === undefined
        ? await selectProjectStorage(db, projectIds)
        : await selectTenantStorage(db, tenantId);
    const known = new Map(rows.map((row) => [row.day, row]));
    const items = Array.from({ length: days }, (_, index) => {
      const row = known.get(first + index);
      return {
        day: toIsoTime((first + index) * DAY_MS).slice(0, 10),
        requests: row?.requests ?? 0,
        exports: row?.exports ?? 0,
        tool_calls: row?.toolCalls ?? 0,
        storage_bytes: index === days - 1 ? storedNow : (row?.storageBytes ?? 0),
      };
    });
    return { items };
  },
});
