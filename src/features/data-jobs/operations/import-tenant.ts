import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { DomainError, invalidField } from '../../../platform/errors.ts';
import { adminAction } from '../../../platform/events.ts';
import { SpooledFileInput } from '../../../platform/files/upload.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { AdminScope, ProjectScope } from '../../../platform/scope.ts';
import { ofProject, requireProject, requireTenantSlug } from '../../projects/index.ts';
import { ExportReader } from '../archive/read.ts';
import { DataJob, toDataJob } from '../schema.ts';

const TenantPath = {
  project_id: Type.String(),
  tenant: Type.Optional(
    Type.String({ description: 'Identifier of the new tenant; left out: that of the exported one.' }),
  ),
};

export const importTenant = defineOperation({
  name: 'importTenant',
  summary: 'Start to import an exported tenant into a project, as a tenant that is new or empty',
  scope: 'project',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  input: Type.Object({ ...TenantPath, file: SpooledFileInput }),
  output: DataJob,
  async run({ deps, scope }, { project_id, tenant, file }) {
    return start({ deps, scope }, { project_id, tenant }, (path) => rename(file.path, path));
  },
});

export const importTenantFile = defineOperation({
  name: 'importTenantFile',
  summary: 'The same with a file on this machine',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({ ...TenantPath, file: Type.String({ description: 'Absolute path of the export.' }) }),
  output: DataJob,
  async run({ deps, scope }, { project_id, tenant, file }) {
    if (!isAbsolute(file)) throw invalidField('file', 'must be an absolute path.');
    if (!(await stat(file).catch(() => undefined))?.isFile())
      throw new DomainError('not_found', `There is no file ${file}. Check the path.`);
    return start({ deps, scope }, { project_id, tenant }, (path) => copyFile(file, path));
  },
});

/**
 * Starts a job. `take` puts the export to a path. The export is opened before the job begins, so that a wrong file is
 * refused at once.
 */
async function start(
  { deps, scope }: { deps: Deps; scope: ProjectScope | AdminScope },
  { project_id: projectId, tenant: wanted }: { project_id: string; tenant: string | undefined },
  take: (path: string) => Promise<void>,
) {
  await requireProject(deps.db.reader, projectId);
  const { id, path } = await deps.services.dataJobs.prepareFile();
  try {
    await take(path);
    const archive = await ExportReader.open(path);
    archive.close();
    const tenant = wanted ?? archive.header.tenant;
    requireTenantSlug(tenant);
    const place = { projectId, tenant };
    const action = adminAction({ ...place, action: 'tenant.import_started' });
    const job = await deps.services.dataJobs.start(
      scope,
      { id, kind: 'tenant_import', ...place, input: {} },
      (db) => deps.events.emitInTransaction(action, scope, db),
    );
    return toDataJob(job);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
