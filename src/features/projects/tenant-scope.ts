import type { Deps } from '../../platform/deps.ts';
import type { Actor, Surface, TenantScope } from '../../platform/scope.ts';
import type { ProjectRow } from './queries.ts';
import type { TenantRow } from './tenant-queries.ts';

/** The scope of an actor in a tenant of a project, with the project's plan as it is now. */
export function createTenantScope(
  deps: Deps,
  project: ProjectRow,
  tenant: TenantRow,
  { actor, surface }: { actor: Actor; surface: Surface },
): TenantScope {
  const plan = deps.plans.get(project.plan);
  if (plan === undefined) {
    throw new Error(`project ${project.id} is on the plan ${project.plan}, which is gone`);
  }
  return {
    kind: 'tenant',
    actor,
    teamId: project.teamId,
    projectId: project.id,
    tenant: { id: tenant.id, slug: tenant.slug },
    plan,
    surface,
  };
}
