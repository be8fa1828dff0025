export { addProject, addTeam, addTenant, SuppliedCredentials, SuppliedSecret } from './add-project.ts';
export { Brand } from './brand-schema.ts';
export { planLimitReached, projectNotFound, teamNotFound, tenantNotFound } from './errors.ts';
export { projectChanged, projectOriginsChanged, tenantDeleted } from './events.ts';
export { findTeamId } from './find-team.ts';
export { findTenantId } from './find-tenant.ts';
export { MEDIA_CATEGORIES } from './media-categories.ts';
export { getBrand, setBrand } from './operations/brand.ts';
export { getProjectConfig } from './operations/get-project-config.ts';
export { type DemoProject, openDemoProject } from './operations/open-demo-project.ts';
export { addProjectOrigin, listProjectOrigins, removeProjectOrigin } from './operations/origins.ts';
export {
  createProject,
  listProjects,
  renameProject,
  rotateClientSecret,
  rotateSigningKey,
  setProjectPlan,
} from './operations/projects.ts';
export { createTeam, listTeams } from './operations/teams.ts';
export { deleteTenant, listTenants } from './operations/tenants.ts';
export { loadPlans } from './plans.ts';
export {
  deleteClientSecrets,
  deleteProjectRow,
  type ProjectRow,
  selectBrand,
  selectClientSecrets,
  selectProject,
  selectProjectByClientId,
  selectProjects,
  selectTeams,
} from './queries.ts';
export { readBrand } from './read-brand.ts';
export { resolveTenant } from './resolve-tenant.ts';
export { DisplayName, Timestamp } from './schema.ts';
export { projects, teams, tenants } from './table.ts';
export {
  deleteTenantRow,
  releaseMediaBytes,
  releaseTemplate,
  reserveMediaBytes,
  reserveTemplate,
  selectTenant,
  selectTenants,
  selectTenantUsage,
  type TenantRow,
} from './tenant-queries.ts';
export { createTenantScope } from './tenant-scope.ts';
export { requireTenantSlug } from './tenant-slug.ts';
