import type { Static } from '@sinclair/typebox';
import { parseContent } from '../../mail/model/index.ts';
import { toIsoTime } from '../../platform/clock.ts';
import { invalidField } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { foldName } from '../../platform/names.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { storedJson } from '../../platform/stored-json.ts';
import { toContentError } from '../templates/index.ts';
import { moduleNotFound, moduleOfOtherTenant, tooManyModules } from './errors.ts';
import { countModules, type ModuleLimits, type SavedModuleWithBytes, selectModule } from './queries.ts';
import type { SavedModule } from './schema.ts';

export function toSavedModule(scope: TenantScope, row: SavedModuleWithBytes): Static<typeof SavedModule> {
  const isOwn = row.tenantId === scope.tenant.id;
  const created = toIsoTime(row.createdAt);
  const updated = toIsoTime(row.updatedAt);
  return {
    id: row.id,
    name: row.name,
    ...(row.category !== null && { category: row.category }),
    content: storedJson(row.json),
    canUpdate: isOwn,
    canDelete: isOwn,
    createdAt: created,
    updatedAt: updated,
    created_at: created,
    updated_at: updated,
  };
}

/** A module of the scope's tenant. Throws `not_found`, or `forbidden` for a module of another tenant of the project. */
export async function findOwnModule(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<SavedModuleWithBytes> {
  const row = await selectModule(scope, db, id);
  if (row === undefined) throw moduleNotFound();
  if (row.tenantId !== scope.tenant.id) throw moduleOfOtherTenant();
  return row;
}

/** Editors read all modules of a project at once, so these limits bound the largest answer. */
export const MODULE_LIMITS: ModuleLimits = { modules: 500, bytes: 16 * 1024 * 1024 };

/** The error for a project that has reached a limit. */
export async function explainNoRoom(scope: TenantScope, db: Connection) {
  const { modules, bytes } = MODULE_LIMITS;
  const isFull = (await countModules(scope, db)) >= modules;
  return isFull
    ? tooManyModules(`${modules} saved modules`, modules)
    : tooManyModules('16 MB of saved modules', bytes);
}

/**
 * Validates a list of blocks with the content model and returns its JSON as sent: without the defaults and ids that the
 * model fills in, because editors generate ids when they insert a module.
 * Throws `validation_failed` with the path of each fault, or `too_large`.
 */
export function prepareBlocks(blocks: unknown): string {
  if (!Array.isArray(blocks)) throw invalidField('content', 'must be a list of blocks.');
  if (blocks.length === 0) throw invalidField('content', 'must have at least one block.');
  const parsed = parseContent(
    { blocks, settings: {} },
    { makeId: createId, unknownBlockTypes: 'keep', unknownShapes: 'keep' },
  );
  if (parsed.ok) return JSON.stringify(blocks);
  const faults = parsed.faults.map((fault) => ({ ...fault, path: fault.path.replace(/^\/blocks/, '') }));
  throw toContentError({ ...parsed, faults }, 'content');
}

/** A name with its folded form. Throws `validation_failed` for a blank name. */
export function prepareName(name: string): { name: string; nameFolded: string } {
  if (name.trim() === '') throw invalidField('name', 'must not be empty.');
  return { name, nameFolded: foldName(name) };
}

/** A category as stored: null for none. */
export function prepareCategory(category: string | null | undefined): string | null {
  return category == null || category.trim() === '' ? null : category;
}
