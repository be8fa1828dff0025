export { eraseEndUser, exportEndUser } from './operations/end-users.ts';
export { importTenantFile } from './operations/import-tenant.ts';
export { cancelDataJob, getDataJob, listDataJobs, saveDataFile } from './operations/jobs.ts';
export { eraseTenant, exportTenant } from './operations/tenants.ts';
