import { copyFile } from 'node:fs/promises';
import { Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { adminAction } from '../../../platform/events.ts';
import { FileOutput } from '../../../platform/files/file-output.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { AdminScope, ProjectScope } from '../../../platform/scope.ts';
import { openTarget, splitAddress } from '../../backups/index.ts';
import { ofProject, requireProject } from '../../projects/index.ts';
import { fileElsewhere, jobNotFound, noFile, noFileYet } from '../errors.ts';
import { type JobRow, selectJob, selectJobs } from '../queries.ts';
import { DataJob, toDataJob } from '../schema.ts';

const MAX_LISTED = 100;

const JobPath = { project_id: Type.String(), job_id: Type.String() };

export const listDataJobs = defineOperation({
  name: 'listDataJobs',
  summary: 'List exports, imports and erasures of a project that are under way or ended lately',
  scope: 'project',
  effect: 'read',
  access: ofProject('admin'),
  checksTenants: true,
  input: Type.Object({ project_id: Type.String(), tenant: Type.Optional(Type.String()) }),
  output: Type.Object({
    items: Type.Array(DataJob, { description: `The newest first, ${MAX_LISTED} at most.` }),
  }),
  async run({ deps, scope }, { project_id, tenant }) {
    await requireProject(deps.db.reader, project_id);
    const reach = tenantsOf(scope);
    const tenants = tenant === undefined ? reach : [tenant].filter((slug) => reach?.includes(slug) !== false);
    const rows = await selectJobs(deps.db.reader, project_id, { tenants, limit: MAX_LISTED });
    return { items: rows.map(toDataJob) };
  },
});

export const listAllDataJobs = defineOperation({
  name: 'listAllDataJobs',
  summary: 'List exports, imports and erasures of all projects that are under way or ended lately',
  scope: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({
    items: Type.Array(DataJob, { description: `The newest first, ${MAX_LISTED} at most.` }),
  }),
  async run({ deps }) {
    const rows = await selectJobs(deps.db.reader, undefined, { tenants: undefined, limit: MAX_LISTED });
    return { items: rows.map(toDataJob) };
  },
});

export const getDataJob = defineOperation({
  name: 'getDataJob',
  summary: 'How far an export, import or erasure is',
  scope: 'project',
  effect: 'read',
  access: ofProject('admin'),
  checksTenants: true,
  input: Type.Object(JobPath),
  output: DataJob,
  async run({ deps, scope }, place) {
    return toDataJob(await requireJob(deps, scope, place));
  },
});

export const cancelDataJob = defineOperation({
  name: 'cancelDataJob',
  summary: 'End an export, import or erasure that is under way',
  scope: 'project',
  effect: 'admin',
  access: ofProject('admin'),
  checksTenants: true,
  input: Type.Object(JobPath),
  output: DataJob,
  async run({ deps, scope }, place) {
    const job = await requireJob(deps, scope, place);
    await deps.services.dataJobs.cancel(job);
    await deps.db.transaction((db) =>
      deps.events.emitInTransaction(
        adminAction({ ...describeJob(job), action: 'data_job.cancelled' }),
        scope,
        db,
      ),
    );
    return toDataJob(await requireJob(deps, scope, place));
  },
});

export const downloadDataFile = defineOperation({
  name: 'downloadDataFile',
  summary: 'Download the file of an export',
  scope: 'project',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  checksTenants: true,
  input: Type.Object(JobPath),
  output: FileOutput,
  async run({ deps, scope }, place) {
    const { job, path } = await requireFile(deps, scope, place);
    await recordDownload(deps, scope, job);
    return { file: Bun.file(path), stem: nameDownload(job), extension: 'zip', type: 'application/zip' };
  },
});

export const saveDataFile = defineOperation({
  name: 'saveDataFile',
  summary: 'Write the file of an export to a path on this machine, or to a bucket',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({
    ...JobPath,
    file: Type.String({
      description: 'Absolute path, where there must be nothing, or a directory, or s3://bucket/name.',
    }),
  }),
  output: Type.Object({ file: Type.String(), bytes: Type.Integer() }),
  async run({ deps, scope, signal }, { file, ...place }) {
    const { job, path: own } = await requireFile(deps, scope, place);
    const { target: address, name = nameFile(job) } = await splitAddress(file);
    const target = openTarget(deps.services.backups.accessTo(address));
    const copy = (path: string) => copyFile(own, path);
    await target.store(name, copy, signal);
    await recordDownload(deps, scope, job);
    return { file: `${target.address.replace(/\/$/, '')}/${name}`, bytes: job.fileBytes as number };
  },
});

type Acting = ProjectScope | AdminScope;

/** The only tenants of which the scope may see jobs; undefined: all, and jobs of the whole project. */
function tenantsOf(scope: Acting): string[] | undefined {
  return scope.kind === 'project' && scope.tenants !== undefined ? [...scope.tenants] : undefined;
}

async function requireJob(
  { db }: Deps,
  scope: Acting,
  { project_id, job_id }: { project_id: string; job_id: string },
): Promise<JobRow> {
  const job = await selectJob(db.reader, job_id);
  if (job === undefined || job.projectId !== project_id) throw jobNotFound();
  const tenants = tenantsOf(scope);
  if (tenants !== undefined && !tenants.includes(job.tenant ?? '')) throw jobNotFound();
  return job;
}

async function requireFile(
  deps: Deps,
  scope: Acting,
  place: { project_id: string; job_id: string },
): Promise<{ job: JobRow; path: string }> {
  const job = await requireJob(deps, scope, place);
  if (job.state === 'waiting' || job.state === 'running') throw noFileYet();
  if (job.fileBytes === null) throw noFile();
  const path = await deps.services.dataJobs.findFile(job.id);
  if (path === undefined) throw fileElsewhere();
  return { job, path };
}

async function recordDownload(
  deps: Deps,
  scope: Parameters<Deps['events']['emitInTransaction']>[1],
  job: JobRow,
) {
  const action = adminAction({ ...describeJob(job), action: 'data_job.downloaded' });
  await deps.db.transaction((db) => deps.events.emitInTransaction(action, scope, db));
}

const describeJob = ({ id, kind, projectId, tenant }: JobRow) => ({
  projectId,
  ...(tenant !== null && { tenant }),
  subject: `${kind} ${id}`,
});

/** The name under which browsers store the file. */
function nameDownload({ kind, tenant, createdAt }: JobRow): string {
  const name = [...(tenant ?? kind.replace('_', '-'))].slice(0, 60).join('');
  return `${name}-${new Date(createdAt).toISOString().slice(0, 10)}`;
}

/** A name that every file system and bucket accepts. */
const nameFile = (job: JobRow): string => `${nameDownload(job).replace(/[^A-Za-z0-9_-]+/g, '-')}.zip`;
