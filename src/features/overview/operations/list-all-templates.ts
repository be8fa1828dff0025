import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { isVisible } from '../../../platform/security/admin-access.ts';
import { foldName } from '../../../platform/text/names.ts';
import { projectNotFound, selectProjects, Timestamp } from '../../projects/index.ts';
import {
  countTemplatesOfTenants,
  selectTemplatePosition,
  selectTemplatesByAge,
  selectTemplatesByTenant,
} from '../queries.ts';

const TEMPLATES_PER_PAGE = 50;

/** Templates read in one query, so that a search among many of them does not block the server. */
const TEMPLATES_PER_SCAN = 5_000;

const TemplateOfTenant = Type.Object({
  project_id: Type.String(),
  project_name: Type.String(),
  tenant: Type.String(),
  tenant_name: nullable(Type.String()),
  id: Type.String(),
  name: nullable(Type.String()),
  version: Type.Integer(),
  score: nullable(Type.Integer(), 'Its last score; null: none.'),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const listAllTemplates = defineOperation({
  name: 'listAllTemplates',
  summary: 'List the templates of all tenants of your teams, of a project or of a tenant, the newest first',
  scope: 'admin',
  effect: 'read',
  access: 'own teams',
  input: Type.Object({
    project_id: Type.Optional(Type.String()),
    tenant: Type.Optional(Type.String({ description: 'Only of tenants with this identifier.' })),
    search: Type.Optional(Type.String({ maxLength: 255, description: 'Text that the name contains.' })),
    archived: Type.Optional(Type.Boolean({ description: 'Archived ones instead of the others.' })),
    cursor: CursorInput,
  }),
  output: pageOf(TemplateOfTenant, TEMPLATES_PER_PAGE),
  async run({ deps, scope }, { project_id, tenant, search = '', archived = false, cursor }) {
    const db = deps.db.reader;
    const visible = (await selectProjects(db, undefined)).filter(({ teamId }) => isVisible(scope, teamId));
    const projectIds = visible
      .map(({ id }) => id)
      .filter((id) => project_id === undefined || id === project_id);
    if (project_id !== undefined && projectIds.length === 0) throw projectNotFound();
    const projectNames = new Map(visible.map(({ id, name }) => [id, name]));
    const audience = `all_templates:${JSON.stringify([project_id, tenant, search, archived])}`;
    const after =
      cursor === undefined ? undefined : String(decodeCursor(deps.urlSigningKey, audience, cursor)[0]);
    const filter = { projectIds, tenant, search: foldName(search), isArchived: archived };
    const found = await findTemplates(db, after, filter);
    const { rows, ...page } = cutPage(found, TEMPLATES_PER_PAGE, ({ id }) =>
      encodeCursor(deps.urlSigningKey, audience, [id]),
    );
    const items = rows.map((row) => ({
      project_id: row.projectId,
      project_name: projectNames.get(row.projectId) ?? '',
      tenant: row.tenant,
      tenant_name: row.tenantName,
      ...{ id: row.id, name: row.name, version: row.version },
      score: row.score === -1 ? null : row.score,
      created_at: toIsoTime(row.createdAt),
      updated_at: toIsoTime(row.updatedAt),
    }));
    return { items, ...page };
  },
});

/**
 * Few templates are read by the index of their tenants. Otherwise all are scanned by age, range by range, until there are
 * enough rows; between two scans the server can answer other requests.
 */
async function findTemplates(
  db: Connection,
  start: string | undefined,
  filter: Parameters<typeof selectTemplatesByAge>[2],
) {
  const limit = TEMPLATES_PER_PAGE + 1;
  if (filter.projectIds.length === 0) return [];
  if ((await countTemplatesOfTenants(db, filter)) <= TEMPLATES_PER_SCAN)
    return selectTemplatesByTenant(db, start, filter, limit);
  const found: Awaited<ReturnType<typeof selectTemplatesByAge>> = [];
  let after = start;
  for (;;) {
    const until = await selectTemplatePosition(db, after, TEMPLATES_PER_SCAN);
    found.push(...(await selectTemplatesByAge(db, { after, until }, filter, limit - found.length)));
    if (until === undefined || found.length === limit) return found;
    after = until;
    await Bun.sleep(0);
  }
}
