export { importTenantFile } from './operations/import-tenant.ts';
export { cancelDataJob, getDataJob, listDataJobs, saveDataFile } from './operations/jobs.ts';
export { eraseEndUser, exportEndUser } from './operations/people.ts';
export { eraseTenant, exportTenant } from './operations/tenants.ts';
