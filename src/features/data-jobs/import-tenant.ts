import { adminAction } from '../../platform/events.ts';
import { createAdminScope, type TenantScope } from '../../platform/scope.ts';
import { eraseTenantFiles, mediaBaseOf } from '../media/index.ts';
import {
  createTenantScope,
  deleteTenantRow,
  insertImportedTenant,
  isImporting,
  prepareSettings,
  publishImportedTenant,
  requireProject,
  selectTenant,
  selectTenantById,
  selectTenantUsage,
  type TenantRow,
  tenantCreated,
  tenantDeleted,
  tenantNotFound,
  tenantPurged,
} from '../projects/index.ts';
import { drawingReaddresser } from '../starters/index.ts';
import type { Manifest, RowKind } from './archive/format.ts';
import { ExportReader } from './archive/read.ts';
import { beyondPlan, damagedExport, tenantNotEmpty } from './errors.ts';
import { hasTakenIds, isTenantEmpty } from './import-queries.ts';
import { RowImport } from './import-rows.ts';
import type { JobContext, JobHandler } from './job-handler.ts';
import { AddressRewriter, NewIds } from './new-ids.ts';
import { updateJob } from './queries.ts';

/** Ids that are compared with existing ones at a time. */
const IDS_AT_ONCE = 500;

/** Kinds of rows with ids, which are unique in an installation. */
const WITH_IDS: readonly RowKind[] = [
  ...(['templates', 'template_folders', 'media_files', 'media_folders'] as const),
  ...(['saved_modules', 'snapshots', 'comments'] as const),
];

/**
 * Fills a new tenant from an export. The tenant stays hidden until everything is there; if the import fails, it is
 * deleted. After an interruption the import continues with the same tenant.
 */
export const tenantImport: JobHandler = {
  async run(context) {
    const { deps, job, file, progress } = context;
    const archive = await ExportReader.open(file);
    try {
      const manifest = await archive.verify((done, total) => progress('checking', done, total));
      const target = await requireTarget(context);
      const { tenant, keepsIds } = await findOrAddTenant(context, archive, target);
      const project = await requireProject(deps.db.reader, job.projectId);
      const { actor } = createAdminScope(job.startedBy);
      const planned = { ...tenant, plan: target?.plan ?? null, planChange: target?.planChange ?? null };
      const scope = createTenantScope(deps, project, planned, { actor, surface: 'cli' });
      requirePlanned(scope, manifest);
      const ids = new NewIds(deps.urlSigningKey, { keeps: keepsIds, tenantId: tenant.id });
      const { base_url, media_url } = archive.header;
      const readdress = drawingReaddresser(deps, base_url);
      const addresses = new AddressRewriter(
        [base_url, media_url ?? base_url],
        mediaBaseOf(deps),
        ids,
        readdress,
      );
      const rows = new RowImport({ deps, scope, archive, ids, addresses, progress }, manifest.counts);
      await rows.run();
      await requireStorage(context, scope);
      await publish(context, tenant, addresses.rewrite(archive.header.brand ?? ''));
      return { ...manifest.counts, tenant: tenant.slug, ids: keepsIds ? 'kept' : 'new' };
    } finally {
      archive.close();
    }
  },

  async clean({ deps, job }) {
    if (job.tenantId === null) return;
    const row = await selectTenantById(deps.db.reader, job.tenantId);
    if (row === undefined || !isImporting(row)) return;
    await deps.db.transaction((db) => deleteTenantRow(db, row.id));
    await eraseTenantFiles(deps, row.id);
  },
};

/** The empty tenant that the imported one replaces, if it exists. */
async function requireTarget({ deps, job }: JobContext): Promise<TenantRow | undefined> {
  const slug = job.tenant as string;
  const target = await selectTenant(deps.db.reader, job.projectId, slug);
  if (target !== undefined && !(await isTenantEmpty(deps.db.reader, target.id))) throw tenantNotEmpty(slug);
  return target;
}

/** The hidden tenant to fill, and whether its rows keep their ids, which is decided once. */
async function findOrAddTenant(
  { deps, job, progress }: JobContext,
  archive: ExportReader,
  target: TenantRow | undefined,
): Promise<{ tenant: TenantRow; keepsIds: boolean }> {
  if (job.tenantId !== null) {
    const known = await selectTenantById(deps.db.reader, job.tenantId);
    if (known === undefined) throw tenantNotFound();
    return { tenant: known, keepsIds: JSON.parse(job.input).keepsIds === true };
  }
  await progress('comparing ids', 0, 0);
  const keepsIds = !(await areIdsTaken(deps.db.reader, archive));
  const { name } = archive.header;
  const settings = prepareSettings(deps, {
    ...(name !== null && name.trim() !== '' && { name: name.slice(0, 255) }),
  });
  const tenant = await deps.db.transaction(async (db) => {
    const row = await insertImportedTenant(db, {
      ...{
        projectId: job.projectId,
        slug: job.tenant as string,
        createdAt: target?.createdAt ?? deps.clock.now(),
      },
      ...{ name: target?.name ?? settings.name ?? null, brand: target?.brand ?? null },
    });
    await updateJob(db, job.id, { tenantId: row.id, input: JSON.stringify({ keepsIds }) });
    return row;
  });
  return { tenant, keepsIds };
}

async function areIdsTaken(db: JobContext['deps']['db']['reader'], archive: ExportReader): Promise<boolean> {
  const isTaken = (table: string, column: string, ids: string[]) =>
    hasTakenIds(db, { table, column }, ids, -1);
  for (const kind of WITH_IDS)
    for await (const rows of archive.rows(kind, IDS_AT_ONCE)) {
      if (
        await isTaken(
          kind,
          'id',
          rows.map((row) => String((row as { id: unknown }).id)),
        )
      )
        return true;
    }
  for await (const rows of archive.rows('media_files', IDS_AT_ONCE)) {
    const tokens = rows.flatMap(({ versions }) => versions.map(({ token }) => token));
    if (await isTaken('media_versions', 'token', tokens)) return true;
  }
  return false;
}

function requirePlanned({ plan: { limits } }: TenantScope, { counts, parts }: Manifest): void {
  const { max_templates, storage_limit_bytes } = limits;
  const templates = counts.templates ?? 0;
  if (max_templates !== null && templates > max_templates)
    throw beyondPlan('templates', templates, max_templates);
  const media = parts.filter(({ name }) => name.startsWith('media/'));
  const bytes = media.reduce((sum, part) => sum + part.bytes, 0);
  if (storage_limit_bytes !== null && bytes > storage_limit_bytes)
    throw beyondPlan('bytes of media', bytes, storage_limit_bytes);
}

/** Checks the storage limit, including the history, whose size is only known after the import. */
async function requireStorage({ deps }: JobContext, scope: TenantScope): Promise<void> {
  const limit = scope.plan.limits.storage_limit_bytes;
  const { storedBytes } = await selectTenantUsage(scope, deps.db.reader);
  if (limit !== null && storedBytes > limit)
    throw beyondPlan('bytes of media and history', storedBytes, limit);
}

/** Shows the tenant under its identifier. Deletes the empty tenant that it replaces. */
async function publish({ deps, job }: JobContext, { id, slug }: TenantRow, brand: string): Promise<void> {
  const { projectId } = job;
  const scope = createAdminScope(job.startedBy);
  const settings = brand === '' ? {} : prepareSettings(deps, { brand: parseBrand(brand) });
  const replaced = await deps.db.transaction(async (db) => {
    const present = await selectTenant(db, projectId, slug);
    if (present !== undefined && !(await isTenantEmpty(db, present.id))) throw tenantNotEmpty(slug);
    if (present !== undefined) await deleteTenantRow(db, present.id);
    const { plan = null, planChange = null, suspended = null } = present ?? {};
    const own = present?.brand == null ? settings : {};
    const row = await publishImportedTenant(db, id, { plan, planChange, suspended, ...own });
    if (row === undefined) throw tenantNotFound();
    const action = adminAction({ action: 'tenant.imported', projectId, tenant: slug });
    await deps.events.emitInTransaction(action, scope, db);
    return present;
  });
  const gone = replaced === undefined ? [] : [tenantDeleted(projectId, slug), tenantPurged(projectId, slug)];
  deps.events.publish([...gone, tenantCreated(projectId, slug)], scope);
  deps.services.templates.search.recordChange();
}

function parseBrand(json: string): object {
  try {
    return JSON.parse(json);
  } catch {
    throw damagedExport('its brand cannot be read');
  }
}
