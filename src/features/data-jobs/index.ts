export { importTenantFile } from './operations/import-tenant.ts';
export { cancelDataJob, getDataJob, listDataJobs, saveDataFile } from './operations/jobs.ts';
export { erasePerson, exportPerson } from './operations/people.ts';
export { eraseTenant, exportTenant } from './operations/tenants.ts';
