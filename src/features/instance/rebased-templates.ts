import type { Deps } from '../../platform/deps.ts';
import { type Actor, createAdminScope } from '../../platform/scope.ts';
import {
  createTenantScope,
  type ProjectRow,
  selectProject,
  selectTenantById,
  type TenantRow,
} from '../projects/index.ts';
import { templateEvent } from '../templates/index.ts';

/** Topic of the message to the server with the editors of a template whose addresses were rewritten. */
const REBASED = 'media.template_rebased';

interface Rebased {
  project: ProjectRow;
  tenant: TenantRow;
  template: { id: string; version: number };
}

/** Publishes the new version to caches and editors like any other change, on the server that works for the tenant. */
export function publishRebased(deps: Deps, rebased: Rebased, actor: Actor): void {
  const { tenant, template } = rebased;
  if (deps.homes.has(tenant.id)) publishHere(deps, rebased, actor);
  else deps.bus.publish(REBASED, { tenantId: tenant.id, templateId: template.id, version: template.version });
}

/** Publishes versions of templates that another server has rewritten. */
export function listenToRebased(deps: Deps): void {
  deps.bus.subscribe(REBASED, ({ tenantId, templateId, version }) => {
    if (typeof tenantId !== 'number' || !deps.homes.has(tenantId)) return;
    const template = { id: String(templateId), version: Number(version) };
    void findAndPublish(deps, tenantId, template).catch((error) =>
      deps.log.error(
        { err: error, template: template.id },
        'a rewritten template could not be told to its editors',
      ),
    );
  });
}

async function findAndPublish(deps: Deps, tenantId: number, template: Rebased['template']): Promise<void> {
  const tenant = await selectTenantById(deps.db.reader, tenantId);
  const project = tenant && (await selectProject(deps.db.reader, tenant.projectId));
  if (project !== undefined && tenant !== undefined)
    publishHere(deps, { project, tenant, template }, createAdminScope('media rebase').actor);
}

function publishHere(deps: Deps, { project, tenant, template }: Rebased, actor: Actor): void {
  const scope = createTenantScope(deps, project, tenant, { actor, surface: 'cli' });
  deps.events.publish([templateEvent('template.updated', template, { isRewritten: true })], scope);
}
