import type { Deps } from '../../../platform/deps.ts';
import type { DomainError } from '../../../platform/errors.ts';
import { selectFolder } from '../../../platform/folders/queries.ts';
import type { FolderRow } from '../../../platform/folders/table.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import {
  planLimitReached,
  releaseTemplate,
  reserveTemplate,
  reserveTemplates,
  selectTenant,
  tenantNotFound,
} from '../../projects/index.ts';
import {
  addTrashKind,
  isTrashKept,
  purgeFolders,
  putInTrash,
  type RestoreStep,
  restoreFolders,
  type TrashEntry,
  type TrashStep,
} from '../../trash/index.ts';
import { ConcurrentChange } from '../errors.ts';
import { templateActivity, templateDeleted, templateEvent, templatePurged } from '../events.ts';
import { deleteTemplateRow, selectIdOfKey, type TemplateRow } from '../queries.ts';
import { templateFolders } from '../table.ts';
import { TEMPLATE_FOLDERS } from './attributes.ts';
import {
  countDeletedWith,
  deleteHiddenTemplate,
  hideTemplateRow,
  measureTemplate,
  selectDeletedWith,
  selectHiddenTemplate,
  showTemplateRow,
} from './trash-queries.ts';

/** Templates per transaction when a folder is deleted, restored or purged. Other writers run in between. */
export const TEMPLATES_AT_ONCE = 50;

/** The size of a template in the trash. */
interface RemovedBytes {
  bytes: number;
  /** The bytes that count towards the tenant's storage. */
  storageBytes: number;
}

/**
 * Deletes a template inside `transactOnTemplate`: moves it to the trash, or deletes it for good if there is no trash.
 * The caller publishes `template.deleted`. `deletedWith`: the folder with which it is deleted and whose entry it
 * belongs to.
 */
export async function removeTemplate(
  { deps, scope }: TenantContext,
  db: Connection,
  row: TemplateRow,
  deletedWith: string | null = null,
): Promise<RemovedBytes> {
  let removed = { bytes: 0, storageBytes: 0 };
  if (isTrashKept(deps)) removed = await hideTemplate({ deps, scope }, db, row, deletedWith);
  else if (!(await deleteTemplateRow(scope, db, row.id, row.version))) throw new ConcurrentChange();
  await releaseTemplate(scope, db);
  await deps.events.emitInTransaction(templateDeleted(row, isTrashKept(deps)), scope, db);
  return removed;
}

async function hideTemplate(
  { deps, scope }: TenantContext,
  db: Connection,
  row: TemplateRow,
  deletedWith: string | null,
): Promise<RemovedBytes> {
  const { id, name, version } = row;
  const { bytes, historyBytes: storageBytes } = await measureTemplate(scope, db, row);
  const hidden = { id, fromVersion: version, deletedWith, now: deps.clock.now() };
  if (!(await hideTemplateRow(scope, db, hidden))) throw new ConcurrentChange();
  if (deletedWith === null) {
    const folderName = (await findFolder(scope, db, row))?.name;
    const thing = { id, kind: 'template' as const, name, folderName, bytes, storageBytes };
    await putInTrash({ deps, scope }, db, thing);
  }
  return { bytes, storageBytes };
}

/** Templates in the trash do not count towards the plan's limit, so restoring one needs room. */
async function restoreTemplate(
  { deps, scope }: TenantContext,
  db: Connection,
  { id, folderName }: TrashEntry,
): Promise<RestoreStep> {
  const row = await selectHiddenTemplate(scope, db, id);
  if (row === undefined) return { isDone: true };
  if (!(await reserveTemplate(scope, db))) throw await explainNoRoom(scope, db);
  const { isKeyTaken, folderId } = await showTemplate({ deps, scope }, db, row);
  return {
    isDone: true,
    changes: [
      ...(isKeyTaken ? (['key_removed'] as const) : []),
      ...(folderName !== null && folderId === null ? (['moved_to_top'] as const) : []),
    ],
    afterCommit: () => deps.events.publish([templateEvent('template.restored', row)], scope),
  };
}

async function showTemplate(
  { deps, scope }: TenantContext,
  db: Connection,
  row: TemplateRow,
): Promise<{ isKeyTaken: boolean; folderId: string | null }> {
  const { id, key } = row;
  const isKeyTaken = key !== null && (await selectIdOfKey(scope, db, key)) !== undefined;
  const folderId = (await findFolder(scope, db, row))?.id ?? null;
  await showTemplateRow(scope, db, { id, key: isKeyTaken ? null : key, folderId });
  await deps.events.emitInTransaction(templateActivity('template.restored', row), scope, db);
  return { isKeyTaken, folderId };
}

/** Restores the folders first, then the templates that were deleted with them, in steps. */
async function restoreFolder(
  context: TenantContext,
  db: Connection,
  entry: TrashEntry,
): Promise<RestoreStep> {
  const { deps, scope } = context;
  if (entry.state !== 'restoring') await reserveForFolder(scope, db, entry);
  const {
    afterCommit,
    changes = [],
    ...folders
  } = await restoreFolders(context, db, TEMPLATE_FOLDERS, entry);
  const rows = await selectDeletedWith(scope, db, entry.id, TEMPLATES_AT_ONCE);
  let isAnyKeyTaken = false;
  for (const row of rows) {
    const { isKeyTaken } = await showTemplate(context, db, row);
    isAnyKeyTaken ||= isKeyTaken;
  }
  return {
    ...folders,
    changes: isAnyKeyTaken ? [...changes, 'key_removed'] : changes,
    isDone: rows.length < TEMPLATES_AT_ONCE,
    async afterCommit() {
      await afterCommit?.();
      deps.events.publish(
        rows.map((row) => templateEvent('template.restored', row)),
        scope,
      );
    },
  };
}

/** Reserves room for all templates of a folder in the first step, so that no later step is refused. */
async function reserveForFolder(
  scope: TenantScope,
  db: Connection,
  { id, state }: TrashEntry,
): Promise<void> {
  const count = await countDeletedWith(scope, db, id);
  // An interrupted deletion is undone even if others have used the room meanwhile.
  const limit = state === 'deleting' ? null : scope.plan.limits.max_templates;
  if (count > 0 && !(await reserveTemplates(scope, db, count, limit))) throw await explainNoRoom(scope, db);
}

/** Deletes the templates first, in steps, then the folders. */
async function purgeFolder(context: TenantContext, db: Connection, entry: TrashEntry): Promise<TrashStep> {
  const rows = await selectDeletedWith(context.scope, db, entry.id, TEMPLATES_AT_ONCE);
  for (const row of rows) await purgeTemplate(context, db, row);
  const isDone = rows.length < TEMPLATES_AT_ONCE;
  if (isDone) await purgeFolders(context, db, TEMPLATE_FOLDERS, entry);
  return { isDone, things: rows.length + 1 };
}

/** The folder of a template, unless it is in the trash. */
async function findFolder(
  scope: TenantScope,
  db: Connection,
  { folderId }: TemplateRow,
): Promise<FolderRow | undefined> {
  return folderId === null ? undefined : selectFolder(templateFolders, scope, db, folderId);
}

async function purgeTemplate({ deps, scope }: TenantContext, db: Connection, { id }: { id: string }) {
  await deleteHiddenTemplate(scope, db, id);
  await deps.events.emitInTransaction(templatePurged(id), scope, db);
  return { isDone: true };
}

export function addTemplateTrashKinds(deps: Deps): void {
  addTrashKind(deps, 'template', { restore: restoreTemplate, purge: purgeTemplate });
  addTrashKind(deps, 'template_folder', {
    feature: TEMPLATE_FOLDERS.feature,
    restore: restoreFolder,
    purge: purgeFolder,
  });
}

/** Why `reserveTemplate` refused: the plan allows no more, or the tenant has been deleted. */
export async function explainNoRoom(
  { plan, projectId, tenant }: TenantScope,
  db: Connection,
): Promise<DomainError> {
  const { max_templates: limit } = plan.limits;
  const present = await selectTenant(db, projectId, tenant.slug);
  if (limit === null || present?.id !== tenant.id) return tenantNotFound();
  return planLimitReached('templates', limit, plan.name);
}
