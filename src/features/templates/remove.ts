import type { Deps } from '../../platform/deps.ts';
import type { DomainError } from '../../platform/errors.ts';
import { selectFolder } from '../../platform/folders/queries.ts';
import type { FolderRow } from '../../platform/folders/table.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import {
  planLimitReached,
  releaseTemplate,
  reserveTemplate,
  selectTenant,
  tenantNotFound,
} from '../projects/index.ts';
import {
  addTrashKind,
  isTrashKept,
  putInTrash,
  type RestoreStep,
  type TrashContext,
  type TrashEntry,
} from '../trash/index.ts';
import { ConcurrentChange } from './errors.ts';
import { templateActivity, templateDeleted, templateEvent, templatePurged } from './events.ts';
import { deleteTemplateRow, type TemplateRow } from './queries.ts';
import { templateFolders } from './table.ts';
import {
  deleteHiddenTemplate,
  hideTemplateRow,
  isKeyTaken,
  measureTemplate,
  selectHiddenTemplate,
  showTemplateRow,
} from './trash-queries.ts';

/**
 * Deletes a template inside `transactOnTemplate`: puts it into the trash, or deletes it for good if there is none. The
 * caller publishes `template.deleted`.
 */
export async function removeTemplate(
  { deps, scope }: TrashContext,
  db: Connection,
  row: TemplateRow,
): Promise<void> {
  const { id, name, version } = row;
  if (isTrashKept(deps)) {
    const { bytes, historyBytes } = await measureTemplate(scope, db, row);
    if (!(await hideTemplateRow(scope, db, { id, fromVersion: version, now: deps.clock.now() })))
      throw new ConcurrentChange();
    const folderName = (await findFolder(scope, db, row))?.name;
    const thing = { id, kind: 'template' as const, name, folderName, bytes, storageBytes: historyBytes };
    await putInTrash({ deps, scope }, db, thing);
  } else if (!(await deleteTemplateRow(scope, db, id, version))) throw new ConcurrentChange();
  await releaseTemplate(scope, db);
  await deps.events.emitInTransaction(templateDeleted(row, isTrashKept(deps)), scope, db);
}

/** Templates in the trash do not count towards the plan's limit, so there must be room for a restored one. */
async function restoreTemplate(
  { deps, scope }: TrashContext,
  db: Connection,
  { id, folderName }: TrashEntry,
): Promise<RestoreStep> {
  const row = await selectHiddenTemplate(scope, db, id);
  if (row === undefined) return { isDone: true };
  if (!(await reserveTemplate(scope, db))) throw await explainNoRoom(scope, db);
  const isTaken = row.key !== null && (await isKeyTaken(scope, db, row.key));
  const folderId = (await findFolder(scope, db, row))?.id ?? null;
  await showTemplateRow(scope, db, { id, key: isTaken ? null : row.key, folderId });
  await deps.events.emitInTransaction(templateActivity('template.restored', row), scope, db);
  return {
    isDone: true,
    changes: [
      ...(isTaken ? (['key_removed'] as const) : []),
      ...(folderName !== null && folderId === null ? (['moved_to_top'] as const) : []),
    ],
    afterCommit: () => deps.events.publish([templateEvent('template.restored', row)], scope),
  };
}

/** The folder of a template, unless it is in the trash. */
async function findFolder(
  scope: TenantScope,
  db: Connection,
  { folderId }: TemplateRow,
): Promise<FolderRow | undefined> {
  return folderId === null ? undefined : selectFolder(templateFolders, scope, db, folderId);
}

async function purgeTemplate({ deps, scope }: TrashContext, db: Connection, { id }: TrashEntry) {
  await deleteHiddenTemplate(scope, db, id);
  await deps.events.emitInTransaction(templatePurged(id), scope, db);
  return { isDone: true };
}

export function keepTemplatesInTrash(deps: Deps): void {
  addTrashKind(deps, 'template', { restore: restoreTemplate, purge: purgeTemplate });
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
