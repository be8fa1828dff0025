export { ofProject, ofProjectOrTeam, ofTeam } from './access.ts';
export { Brand, BrandInput, readBrand } from './brand.ts';
export {
  planLimitReached,
  projectNotFound,
  teamNotFound,
  tenantNotFound,
} from './errors.ts';
export {
  isTenantMoved,
  type ProjectChanged,
  type ProjectCredentialsRevoked,
  type ProjectOriginsChanged,
  projectChanged,
  projectOriginsChanged,
  type TenantChanged,
  type TenantDeleted,
  type TenantMoved,
  tenantChanged,
  tenantCreated,
  tenantDeleted,
  tenantPurged,
} from './events.ts';
export {
  insertImportedTenant,
  isImporting,
  publishImportedTenant,
} from './imported-queries.ts';
export { getBrand, setBrand } from './operations/brand.ts';
export {
  deleteTenant,
  listDeletedTenants,
  restoreTenant,
  sweepDeletedTenants,
} from './operations/deleted-tenants.ts';
export { getProjectConfig } from './operations/get-project-config.ts';
export { moveTenant } from './operations/move-tenant.ts';
export { type DemoProject, openDemoProject } from './operations/open-demo-project.ts';
export { addProjectOrigin, listProjectOrigins, removeProjectOrigin } from './operations/origins.ts';
export {
  createProject,
  listPlans,
  listProjects,
  renameProject,
  rotateClientSecret,
  rotateSigningKey,
  setProjectPlan,
  suspendProject,
} from './operations/projects.ts';
export { createTeam, listTeams } from './operations/teams.ts';
export {
  createTenant,
  getTenant,
  getTenantPlan,
  listTenants,
  setTenantPlan,
  updateTenant,
} from './operations/tenants.ts';
export { getTenantUsage } from './operations/usage.ts';
export { loadPlans, MEDIA_CATEGORIES, planOfTenant, requireKnownPlans } from './plans.ts';
export {
  addProject,
  addTeam,
  findTeamId,
  requireProject,
  SuppliedCredentials,
  SuppliedSecret,
} from './project.ts';
export {
  deleteClientSecrets,
  deleteProjectRow,
  isOfTeam,
  type ProjectRow,
  selectBrands,
  selectClientSecrets,
  selectProject,
  selectProjectByClientId,
  selectProjects,
  selectTeams,
  updateProjectSuspension,
} from './queries.ts';
export { DisplayName, Timestamp } from './schema.ts';
export { requireNotSuspended, restrictionsOf, suspensionOf } from './suspension.ts';
export { projects, teams, tenants } from './table.ts';
export {
  addTenant,
  applyTenantSettings,
  createTenantScope,
  findChanges,
  findTenantId,
  prepareSettings,
  requireTenant,
  requireTenantSlug,
  resolveTenant,
} from './tenant.ts';
export {
  deleteTenantRow,
  selectTenant,
  selectTenantById,
  selectTenantsOfProject,
  selectTrashedTenants,
  type TenantRow,
} from './tenant-queries.ts';
export type { UsageReservation } from './usage-counter.ts';
export {
  releaseMediaBytes,
  releaseTemplate,
  reserveMediaBytes,
  reserveTemplate,
  reserveTemplates,
  selectTenantUsage,
} from './usage-queries.ts';
