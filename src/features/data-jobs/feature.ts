import { join } from 'node:path';
import { route, type UploadOptions } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import { runPeriodically, scheduleSweeps } from '../../platform/tasks/periodic-task.ts';
import { personErasure, personExport } from './end-user.ts';
import { tenantExport } from './export-tenant.ts';
import { tenantImport } from './import-tenant.ts';
import { DataJobs, JOB_ENDED } from './jobs.ts';
import { eraseEndUser, exportEndUser } from './operations/end-users.ts';
import { importTenant, importTenantFile } from './operations/import-tenant.ts';
import {
  cancelDataJob,
  downloadDataFile,
  getDataJob,
  listAllDataJobs,
  listDataJobs,
  saveDataFile,
} from './operations/jobs.ts';
import { eraseTenant, exportTenant } from './operations/tenants.ts';

/** Larger exports are imported at the command line. */
const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;

const RESUME_INTERVAL_MS = 30_000;

const upload: UploadOptions = { fields: ['file'], maxBytes: () => MAX_UPLOAD_BYTES };

/** Exports, imports and erasures of tenants and people. */
export const dataJobs = defineFeature({
  name: 'dataJobs',
  services: (deps, { export_days }: { export_days: number }) =>
    new DataJobs(
      deps,
      {
        tenant_export: tenantExport,
        tenant_import: tenantImport,
        person_export: personExport,
        person_erasure: personErasure,
      },
      { folder: join(deps.dataDir, 'exports'), retentionDays: export_days },
    ),
  listeners({ bus, log, services }) {
    bus.subscribe(JOB_ENDED, ({ id, isCancelled }) => {
      services.dataJobs
        .endHere(String(id), isCancelled === true)
        .catch((error) => log.error({ err: error, job: id }, 'a data job was not ended'));
    });
  },
  prepare: ({ services }) => services.dataJobs.resume(),
  background({ leader, log, services }) {
    // Each server sweeps its own files.
    const stopSweeping = scheduleSweeps({ log }, 'exports', (isStopped) =>
      services.dataJobs.sweep(isStopped),
    );
    const stopResuming = runPeriodically(() => services.dataJobs.resume(), {
      what: 'resuming data jobs of servers that are gone',
      firstAfterMs: RESUME_INTERVAL_MS,
      intervalMs: RESUME_INTERVAL_MS,
      log,
      leader,
    });
    return () => Promise.all([stopSweeping(), stopResuming()]);
  },
  routes: [
    route('POST', '/tenants/:tenant/export', exportTenant, { status: 201 }),
    route('POST', '/tenants/import', importTenant, { status: 201, upload }),
    route('POST', '/tenants/:tenant/erase', eraseTenant),
    route('POST', '/users/:user_id/export', exportEndUser, { status: 201 }),
    route('POST', '/users/:user_id/erase', eraseEndUser, { status: 201 }),
    route('GET', '/data-jobs', listDataJobs, { answer: 'items' }),
    route('GET', '/data-jobs', listAllDataJobs, { answer: 'items' }),
    route('GET', '/data-jobs/:job_id', getDataJob),
    route('POST', '/data-jobs/:job_id/cancel', cancelDataJob),
    route('GET', '/data-jobs/:job_id/file', downloadDataFile, { answer: 'file' }),
  ],
  commands: [
    exportTenant,
    importTenant,
    importTenantFile,
    eraseTenant,
    exportEndUser,
    eraseEndUser,
    listDataJobs,
    getDataJob,
    cancelDataJob,
    downloadDataFile,
    saveDataFile,
  ],
});

declare module '../../platform/deps.ts' {
  interface Services {
    dataJobs: DataJobs;
  }
}
