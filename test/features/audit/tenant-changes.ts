import { join } from 'node:path';
import { spooledFile } from '../../../src/platform/files/upload.ts';
import { smallContent, type TestApp } from '../../support/test-app.ts';
import { type Changes, createProject, run } from './operator.ts';

/** A template in the trash of a tenant. */
const trashTemplate = async (app: TestApp) => {
  const tenant = await app.openTenant('untidy');
  const { id } = (await tenant.request('POST', '/templates', { body: { content: smallContent() } })).body
    .data;
  await tenant.request('DELETE', `/templates/${id}`);
  return { id, place: { project_id: app.first.project_id, tenant: 'untidy' } };
};

const startExport = async (app: TestApp) => {
  const place = { project_id: app.first.project_id };
  await app.openTenant('saved');
  const { id } = await run(app, 'exportTenant', { ...place, tenant: 'saved' });
  return { id, place };
};

const writeExport = async (app: TestApp, file: string) => {
  const { id, place } = await startExport(app);
  await app.deps.services.dataJobs.idle();
  await run(app, 'saveDataFile', { ...place, job_id: id, file });
  return place;
};

/** Those of one tenant, its data and its trash. */
export const TENANT_CHANGES: Changes = {
  deleteTenant: async (app) => {
    const { project_id } = app.first;
    return [
      { project_id, tenant: 'acme' },
      { action: 'tenant.deleted', project_id, tenant: 'acme', subject: 'moved to the trash' },
    ];
  },
  exportTenant: async (app) => {
    const { project_id } = app.first;
    await app.openTenant('exported');
    const place = { project_id, tenant: 'exported' };
    return [place, { action: 'tenant.export_started', ...place }];
  },
  importTenant: async (app) => {
    const path = join(app.data, 'upload.zip');
    const place = await writeExport(app, path);
    const facts = { filename: 'x.zip', bytes: 1, sha256: '', head: new Uint8Array() };
    return [
      { ...place, tenant: 'uploaded', file: spooledFile({ path, ...facts }) },
      { action: 'tenant.import_started', ...place, tenant: 'uploaded' },
    ];
  },
  importTenantFile: async (app) => {
    const path = join(app.data, 'import.zip');
    const place = await writeExport(app, path);
    return [
      { ...place, tenant: 'imported', file: path },
      { action: 'tenant.import_started', ...place, tenant: 'imported' },
    ];
  },
  eraseTenant: async (app) => {
    const { project_id } = app.first;
    await app.openTenant('erased');
    const place = { project_id, tenant: 'erased' };
    return [place, { action: 'tenant.erased', ...place }];
  },
  exportPerson: async (app) => {
    const { project_id } = app.first;
    return [
      { project_id, user_id: 'u-1' },
      { action: 'person.export_started', project_id },
    ];
  },
  erasePerson: async (app) => {
    const { project_id } = app.first;
    return [
      { project_id, user_id: 'u-1' },
      { action: 'person.erasure_started', project_id },
    ];
  },
  cancelDataJob: async (app) => {
    // Those of the cases before record their ends.
    await app.deps.services.dataJobs.idle();
    const { id, place } = await startExport(app);
    return [
      { ...place, job_id: id },
      { action: 'data_job.cancelled', project_id: place.project_id, subject: `tenant_export ${id}` },
    ];
  },
  downloadDataFile: async (app) => {
    const { id, place } = await startExport(app);
    await app.deps.services.dataJobs.idle();
    return [
      { ...place, job_id: id },
      { action: 'data_job.downloaded', project_id: place.project_id, subject: `tenant_export ${id}` },
    ];
  },
  saveDataFile: async (app) => {
    const { id, place } = await startExport(app);
    await app.deps.services.dataJobs.idle();
    return [
      { ...place, job_id: id, file: join(app.data, `${id}.zip`) },
      { action: 'data_job.downloaded', project_id: place.project_id, subject: `tenant_export ${id}` },
    ];
  },
  createTenant: async (app) => {
    const { project_id } = app.first;
    return [
      { project_id, tenant: 'made', name: 'Made Inc.' },
      { action: 'tenant.created', project_id, tenant: 'made', subject: 'Made Inc.' },
    ];
  },
  updateTenant: async (app) => {
    const { project_id } = app.first;
    await app.openTenant('updated');
    return [
      { project_id, tenant: 'updated', suspended: 'read_only' },
      { action: 'tenant.suspended', project_id, tenant: 'updated', subject: 'read_only' },
    ];
  },
  restoreTenant: async (app) => {
    const { project_id } = app.first;
    await app.openTenant('restored');
    await run(app, 'deleteTenant', { project_id, tenant: 'restored' });
    return [
      { project_id, tenant: 'restored' },
      { action: 'tenant.restored', project_id, tenant: 'restored', subject: 'from the trash' },
    ];
  },
  moveTenant: async (app) => {
    const { project_id } = app.first;
    await app.openTenant('moved');
    const to_project_id = await createProject(app, 'Target');
    const subject = `to Target (${to_project_id})`;
    return [
      { project_id, tenant: 'moved', to_project_id },
      { action: 'tenant.moved', project_id, tenant: 'moved', subject },
    ];
  },
  restoreTenantTrash: async (app) => {
    const { place, id } = await trashTemplate(app);
    return [
      { ...place, trash_id: id },
      { action: 'trash.restored', ...place, subject: `template ${id}` },
    ];
  },
  deleteTenantTrash: async (app) => {
    const { place, id } = await trashTemplate(app);
    return [
      { ...place, trash_id: id },
      { action: 'trash.purged', ...place, subject: `template ${id}` },
    ];
  },
  emptyTenantTrash: async (app) => {
    const { place } = await trashTemplate(app);
    return [
      { ...place, kind: 'template' },
      { action: 'trash.emptied', ...place, subject: '1 thing' },
    ];
  },
};
