import type { Static } from '@sinclair/typebox';
import { parseContent } from '../../mail/model/index.ts';
import { toIsoTime } from '../../platform/clock.ts';
import { type DomainError, invalidField } from '../../platform/errors.ts';
import { createId, isUuid } from '../../platform/ids.ts';
import { type LazyJson, storedJson } from '../../platform/json/stored-json.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { foldName, isBlank, requireVisibleName } from '../../platform/text/names.ts';
import { toContentError } from '../templates/index.ts';
import { mayNotShare, moduleIsShared, moduleNotFound, tooManyModules } from './errors.ts';
import {
  type ModuleLimits,
  measurePool,
  type SavedModuleWithBytes,
  selectModule,
  selectSizedModules,
} from './queries.ts';
import type { SavedModule } from './schema.ts';

/** A module whose content may be read while it is sent. */
type SentModule = Omit<SavedModuleWithBytes, 'json'> & { json: Uint8Array | LazyJson };

export function toSavedModule(scope: TenantScope, row: SentModule): Static<typeof SavedModule> {
  const isChangeable = mayChange(scope, row);
  const created = toIsoTime(row.createdAt);
  const updated = toIsoTime(row.updatedAt);
  return {
    id: row.id,
    name: row.name,
    ...(row.category !== null && { category: row.category }),
    content: storedJson(row.json),
    shared: row.shared,
    canUpdate: isChangeable,
    canDelete: isChangeable,
    createdAt: created,
    updatedAt: updated,
    created_at: created,
    updated_at: updated,
  };
}

const mayChange = (
  scope: TenantScope,
  { shared, tenantId }: Pick<SavedModuleWithBytes, 'shared' | 'tenantId'>,
) => (shared ? scope.mayShareModules === true : tenantId === scope.tenant.id);

/** A module that the scope may change. Throws `not_found`, or `forbidden` for a shared one. */
export async function findChangeableModule(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<SavedModuleWithBytes> {
  const row = await selectModule(scope, db, id);
  if (row === undefined) throw moduleNotFound();
  if (!mayChange(scope, row)) throw moduleIsShared();
  return row;
}

/** Throws `forbidden` for a shared module if the session may not share. */
export function requireMayRestore(
  scope: TenantScope,
  row: Pick<SavedModuleWithBytes, 'shared' | 'tenantId'>,
): void {
  if (scope.actor.kind !== 'admin' && !mayChange(scope, row)) throw moduleIsShared();
}

/** Throws `forbidden` if the session would share or unshare a module without the right to. */
export function requireMayShare(scope: TenantScope, before: boolean, after: boolean | undefined): void {
  if (after !== undefined && after !== before && scope.mayShareModules !== true) throw mayNotShare();
}

/** Editors read all modules at once, so these limits of own and of shared modules bound the largest answer. */
export const MODULE_LIMITS: ModuleLimits = { modules: 500, bytes: 16 * 1024 * 1024 };

/** The error for a module's tenant, or the project if the module is shared, that has reached a limit. */
export async function explainNoRoom(
  { projectId }: TenantScope,
  db: Connection,
  { tenantId, shared }: { tenantId: number; shared: boolean },
): Promise<DomainError> {
  return noRoom(shared, await measurePool({ projectId, tenant: { id: tenantId } }, db, shared));
}

/** Throws `conflict` if the project has more shared modules than it can have. */
export async function requireRoomForShared(db: Connection, projectId: string): Promise<void> {
  const used = await measurePool({ projectId, tenant: { id: 0 } }, db, true);
  const { modules, bytes } = MODULE_LIMITS;
  if (used.modules > modules || used.bytes > bytes) throw noRoom(true, used);
}

function noRoom(isShared: boolean, used: ModuleLimits): DomainError {
  const { modules, bytes } = MODULE_LIMITS;
  return used.modules >= modules
    ? tooManyModules(isShared, `${modules}`, modules)
    : tooManyModules(isShared, '16 MB of', bytes);
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
  requireVisibleName('name', name);
  return { name, nameFolded: foldName(name) };
}

/** A category as stored: null for none. */
export function prepareCategory(category: string | null | undefined): string | null {
  return category == null || isBlank(category) ? null : category;
}

/** The module with an id, or the only one with a name. Agents name them as people do. */
export async function selectModuleNamed(
  scope: TenantScope,
  db: Connection,
  idOrName: string,
): Promise<SavedModuleWithBytes | undefined> {
  const module = await selectModule(scope, db, idOrName);
  if (module !== undefined || isUuid(idOrName)) return module;
  const search = foldName(idOrName);
  const rows = await selectSizedModules(scope, db, { search, category: undefined });
  const [row, other] = rows.filter(({ name }) => foldName(name) === search);
  return row === undefined || other !== undefined ? undefined : selectModule(scope, db, row.id);
}
