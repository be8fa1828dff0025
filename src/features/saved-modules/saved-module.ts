import type { Static } from '@sinclair/typebox';
import { parseContent } from '../../mail/model/index.ts';
import { toIsoTime } from '../../platform/clock.ts';
import { invalidField } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { storedJson } from '../../platform/stored-json.ts';
import { foldName, toContentError } from '../templates/index.ts';
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

/** A module the scope's tenant has made. Throws `not_found`, or `forbidden` for one of another tenant of the project. */
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

/** Editors read all modules of a project at once, so both bound the largest answer. */
export const MODULE_LIMITS: ModuleLimits = { modules: 500, bytes: 16 * 1024 * 1024 };

/** Why another module, or a larger one, was refused. */
export async function explainNoRoom(scope: TenantScope, db: Connection) {
  const { modules, bytes } = MODULE_LIMITS;
  const isFull = (await countModules(scope, db)) >= modules;
  return isFull
    ? tooManyModules(`${modules} saved modules`, modules)
    : tooManyModules('16 MB of saved modules', bytes);
}

/**
 * The JSON of a list of blocks, as it was sent: the content model only says whether a template could take them, because
 * what fills gaps would also make ids, and editors make those when they insert a module.
 * Throws `validation_failed` with the path of each fault, or `too_large`.
 */
export function prepareBlocks(blocks: unknown): string {
  if (!Array.isArray(blocks)) throw invalidField('content', 'must be a list of blocks.');
  if (blocks.length === 0) throw invalidField('content', 'must have at least one block.');
  const parsed = parseContent({ blocks, settings: {} }, { makeId: createId, unknownBlockTypes: 'keep' });
  if (parsed.ok) return JSON.stringify(blocks);
  const faults = parsed.faults.map((fault) => ({ ...fault, path: fault.path.replace(/^\/blocks/, '') }));
  throw toContentError({ ...parsed, faults }, 'content');
}

/** A name as stored. Throws `validation_failed` for one of nothing but spaces. */
export function prepareName(name: string): { name: string; nameFolded: string } {
  if (name.trim() === '') throw invalidField('name', 'must not be empty.');
  return { name, nameFolded: foldName(name) };
}

/** A category as stored: null for none. */
export function prepareCategory(category: string | null | undefined): string | null {
  return category == null || category.trim() === '' ? null : category;
}
