import { Type } from '@sinclair/typebox';
import { DAY_MS, toIsoTime } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { adminAction } from '../../../platform/events.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import { createAdminScope } from '../../../platform/scope.ts';
import { ofProject } from '../access.ts';
import { deletedTenantNotFound, identifierTaken, tenantNotFound, tenantOutOfReach } from '../errors.ts';
import { tenantDeleted, tenantPurged, tenantRestored } from '../events.ts';
import { requirePlan } from '../plans.ts';
import { requireProject } from '../project.ts';
import { DeletedTenant, Tenant } from '../schema.ts';
import { requireTenantSlug } from '../tenant.ts';
import {
  deleteTenantRow,
  purgeTenantRow,
  selectOverdueTenants,
  selectTenant,
  selectTrashedTenants,
  trashTenant,
  untrashTenant,
} from '../tenant-queries.ts';
import { TENANTS_PER_PAGE, TenantPath, toTenant } from './tenants.ts';

/** When a tenant in the trash is deleted for good. */
const purgeTimeOf = ({ services }: Deps, deletedAt: number) =>
  deletedAt + services.projects.tenantTrashDays * DAY_MS;

export const deleteTenant = defineOperation({
  name: 'deleteTenant',
  summary: 'Move a tenant with everything it has stored to the trash, or delete it for good',
  scope: 'project',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  input: Type.Object({
    ...TenantPath,
    now: Type.Optional(
      Type.Boolean({ description: 'For good, at once. Without such a tenant: those in the trash.' }),
    ),
  }),
  output: Type.Object({
    ...TenantPath,
    purge_at: nullable(Type.String(), 'When it is deleted for good; null: it is already.'),
  }),
  async run({ deps, scope, emit }, { project_id, tenant, now = false }) {
    const isForGood = now || deps.services.projects.tenantTrashDays === 0;
    const deletedAt = deps.clock.now();
    const isPresent = await deps.db.transaction(async (db) => {
      await requireProject(db, project_id);
      const row = await trashTenant(db, project_id, tenant, deletedAt);
      const purged =
        row === undefined && now ? await selectTrashedTenants(db, project_id, { slug: tenant }) : [];
      if (row !== undefined && isForGood) purged.push({ ...row, deletedAt });
      if (row === undefined && purged.length === 0) throw tenantNotFound();
      for (const { id } of purged) await deleteTenantRow(db, id);
      const subject = isForGood ? 'for good' : 'moved to the trash';
      const action = adminAction({ action: 'tenant.deleted', projectId: project_id, tenant, subject });
      await deps.events.emitInTransaction(action, scope, db);
      return row !== undefined;
    });
    if (isPresent) emit(tenantDeleted(project_id, tenant));
    if (isForGood) emit(tenantPurged(project_id, tenant));
    const purge_at = isForGood ? null : toIsoTime(purgeTimeOf(deps, deletedAt));
    return { project_id, tenant, purge_at };
  },
});

export const listDeletedTenants = defineOperation({
  name: 'listDeletedTenants',
  summary: 'List the tenants of a project that are in the trash',
  scope: 'project',
  effect: 'read',
  access: ofProject('viewer'),
  input: Type.Object({ project_id: Type.String(), cursor: CursorInput }),
  output: pageOf(DeletedTenant, TENANTS_PER_PAGE),
  async run({ deps }, { project_id, cursor }) {
    await requireProject(deps.db.reader, project_id);
    const audience = `deleted_tenants:${JSON.stringify([project_id])}`;
    const [deletedAt, last] =
      cursor === undefined ? [] : decodeCursor(deps.urlSigningKey, audience, cursor).map(Number);
    const found = await selectTrashedTenants(deps.db.reader, project_id, {
      ...(deletedAt !== undefined && last !== undefined && { after: [deletedAt, last] as const }),
      limit: TENANTS_PER_PAGE + 1,
    });
    const { rows, ...page } = cutPage(found, TENANTS_PER_PAGE, (row) =>
      encodeCursor(deps.urlSigningKey, audience, [row.deletedAt, row.id]),
    );
    const items = rows.map((row) => ({
      ...toTenant(row),
      id: row.id,
      deleted_at: toIsoTime(row.deletedAt),
      purge_at: toIsoTime(purgeTimeOf(deps, row.deletedAt)),
    }));
    return { items, ...page };
  },
});

export const restoreTenant = defineOperation({
  name: 'restoreTenant',
  summary: 'Take a tenant out of the trash, with everything it had',
  scope: 'project',
  effect: 'admin',
  access: ofProject('admin'),
  input: Type.Object({
    ...TenantPath,
    id: Type.Optional(
      Type.Integer({ description: 'Which of several of this identifier; left out: the one deleted last.' }),
    ),
    as: Type.Optional(Type.String({ description: 'Another identifier, where its own is taken.' })),
  }),
  output: Tenant,
  async run({ deps, scope, emit }, { project_id, tenant, id, as: slug = tenant }) {
    requireTenantSlug(slug);
    if (scope.kind === 'project' && scope.tenants?.has(slug) === false) throw tenantOutOfReach();
    const restored = await deps.db.transaction(async (db) => {
      await requireProject(db, project_id);
      const trashed = await selectTrashedTenants(db, project_id, { slug: tenant });
      const row = trashed.find((candidate) => id === undefined || candidate.id === id);
      if (row === undefined) throw deletedTenantNotFound();
      // The operator may have removed the plan from the plans file.
      if (row.plan !== null) requirePlan(deps, row.plan);
      if ((await selectTenant(db, project_id, slug)) !== undefined) throw identifierTaken(slug);
      await untrashTenant(db, row.id, slug);
      const subject = slug === tenant ? 'from the trash' : `from the trash, was ${tenant}`;
      const action = { action: 'tenant.restored', projectId: project_id, tenant: slug, subject };
      await deps.events.emitInTransaction(adminAction(action), scope, db);
      return { ...row, slug };
    });
    emit(tenantRestored(project_id, slug));
    return toTenant(restored);
  },
});

/** Tenants are few and large: each is deleted in a transaction of its own. */
const TENANTS_PER_SELECT = 20;

/** Deletes the tenants for good that have been in the trash for as long as the settings say. Returns their number. */
export async function sweepDeletedTenants(deps: Deps, isStopped: () => boolean): Promise<number> {
  const deletedUntil = deps.clock.now() - deps.services.projects.tenantTrashDays * DAY_MS;
  let deleted = 0;
  for (;;) {
    const overdue = await selectOverdueTenants(deps.db.reader, deletedUntil, TENANTS_PER_SELECT);
    for (const { id, projectId, slug } of overdue) {
      if (isStopped()) return deleted;
      // It may have been restored since the select.
      if (!(await deps.db.transaction((db) => purgeTenantRow(db, id, deletedUntil)))) continue;
      deps.events.publish([tenantPurged(projectId, slug)], createAdminScope('trash'));
      deleted += 1;
    }
    if (overdue.length < TENANTS_PER_SELECT) return deleted;
  }
}
