import { and, asc, count, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { contains, sumOf, utf8Bytes } from '../../platform/sql/engine-sql.ts';
import { conditionalInsert } from '../../platform/sql/queries.ts';
import { tenants } from '../projects/index.ts';
import { savedModules } from './table.ts';

/** A module that is not in the trash. */
export type SavedModuleRow = Omit<typeof savedModules.$inferSelect, 'deletedAt'>;

/** A module with the UTF-8 bytes of its content. */
export interface SavedModuleWithBytes extends Omit<SavedModuleRow, 'content'> {
  json: Uint8Array;
}

const columns = {
  id: savedModules.id,
  projectId: savedModules.projectId,
  tenantId: savedModules.tenantId,
  shared: savedModules.shared,
  name: savedModules.name,
  nameFolded: savedModules.nameFolded,
  category: savedModules.category,
  createdAt: savedModules.createdAt,
  updatedAt: savedModules.updatedAt,
};

/** The JSON as UTF-8 bytes, which are passed on without decoding. */
const json = utf8Bytes(savedModules.content);

interface ModuleFilter {
  /** Folded text the name must contain. */
  search: string | undefined;
  category: string | undefined;
}

/** The modules that the scope's tenant can use: its own and the shared ones of its project, in the order of their names. */
export async function selectModules(
  scope: TenantScope,
  db: Connection,
  filter: ModuleFilter,
): Promise<SavedModuleWithBytes[]> {
  const selectFrom = (isShared: boolean) =>
    db
      .select({ ...columns, json })
      .from(savedModules)
      .where(and(inPool(scope, isShared), fits(filter)))
      .orderBy(...byName);
  // Two reads in the order of an index, because sorting both in the database would copy all contents.
  return mergeByName(await selectFrom(false), await selectFrom(true));
}

/** A module with the size of its content. */
interface SizedModule extends Omit<SavedModuleRow, 'content'> {
  bytes: number;
}

/** The same modules without their contents, which are not read. */
export async function selectSizedModules(
  scope: TenantScope,
  db: Connection,
  filter: ModuleFilter,
): Promise<SizedModule[]> {
  const selectFrom = (isShared: boolean) =>
    db
      .select({ ...columns, bytes: sql<number>`octet_length(${savedModules.content})` })
      .from(savedModules)
      .where(and(inPool(scope, isShared), fits(filter)))
      .orderBy(...byName);
  return mergeByName(await selectFrom(false), await selectFrom(true));
}

const fits = ({ search, category }: ModuleFilter): SQL | undefined =>
  and(
    search === undefined ? undefined : contains(savedModules.nameFolded, search),
    category === undefined ? undefined : eq(savedModules.category, category),
  );

const byName = [asc(savedModules.nameFolded), asc(savedModules.id)];

/** Bytes of a module's content from `offset` on; undefined if the module has changed since it was listed. */
export async function selectModulePart(
  scope: TenantScope,
  db: Connection,
  { id, updatedAt, bytes }: Pick<SizedModule, 'id' | 'updatedAt' | 'bytes'>,
  { offset, length }: { offset: number; length: number },
): Promise<Uint8Array | undefined> {
  const isUnchanged = and(
    eq(savedModules.updatedAt, updatedAt),
    sql`octet_length(${savedModules.content}) = ${bytes}`,
  );
  const row = await db
    .select({ part: sql<Uint8Array>`substr(${json}, ${offset + 1}, ${length})` })
    .from(savedModules)
    .where(and(eq(savedModules.id, id), isVisible(scope), isUnchanged))
    .get();
  return row?.part;
}

/** Merges two lists that are sorted by name, in the database's order of texts. */
function mergeByName<Row extends Pick<SavedModuleRow, 'id' | 'nameFolded'>>(
  own: Row[],
  shared: Row[],
): Row[] {
  if (own.length === 0 || shared.length === 0) return [...own, ...shared];
  const keyed = [...own, ...shared].map((row) => ({ row, name: Buffer.from(row.nameFolded) }));
  keyed.sort((a, b) => a.name.compare(b.name) || (a.row.id < b.row.id ? -1 : 1));
  return keyed.map(({ row }) => row);
}

/** The modules that the scope's tenant can use and that may contain an address of the media library. */
export async function selectModulesWithMedia(
  scope: TenantScope,
  db: Connection,
): Promise<Pick<SavedModuleRow, 'id' | 'name' | 'content'>[]> {
  const { id, name, nameFolded, content } = savedModules;
  const selectFrom = (isShared: boolean) =>
    db
      .select({ id, name, nameFolded, content })
      .from(savedModules)
      .where(and(inPool(scope, isShared), contains(content, sql`'/media/'`)))
      .orderBy(...byName);
  return mergeByName(await selectFrom(false), await selectFrom(true));
}

/** A module that the scope's tenant can use. */
export async function selectModule(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<SavedModuleWithBytes | undefined> {
  return db
    .select({ ...columns, json })
    .from(savedModules)
    .where(and(eq(savedModules.id, id), isVisible(scope)))
    .get();
}

/** Modules of a deleted tenant are not shared while it is in the trash. */
const isOfPresentTenant = sql`${savedModules.tenantId} NOT IN (
  SELECT id FROM tenants WHERE deleted_at IS NOT NULL)`;

/** Limits, or present numbers, of a tenant's own modules or of a project's shared ones. */
export interface ModuleLimits {
  modules: number;
  /** Bytes of the contents. */
  bytes: number;
}

const isPresent = isNull(savedModules.deletedAt);

/** The scope of a count: a tenant's own modules, or a project's shared ones. */
type Pool = Pick<TenantScope, 'projectId'> & { tenant: { id: number } };

function inPool({ projectId, tenant }: Pool, isShared: boolean): SQL | undefined {
  const owner = isShared ? eq(savedModules.projectId, projectId) : eq(savedModules.tenantId, tenant.id);
  return and(owner, eq(savedModules.shared, isShared), isPresent, isShared ? isOfPresentTenant : undefined);
}

const isVisible = (scope: TenantScope) => or(inPool(scope, false), inPool(scope, true));

/** The present use of a limit. */
export async function measurePool(pool: Pool, db: Connection, isShared: boolean): Promise<ModuleLimits> {
  const counted = await selectCount(pool, db, isShared).get();
  const measured = await selectBytes(pool, db, isShared).get();
  return { modules: counted?.modules ?? 0, bytes: measured?.bytes ?? 0 };
}

const selectCount = (pool: Pool, db: Connection, isShared: boolean) =>
  db.select({ modules: count() }).from(savedModules).where(inPool(pool, isShared));

const selectBytes = (pool: Pool, db: Connection, isShared: boolean) =>
  db
    .select({ bytes: sumOf(sql`octet_length(${savedModules.content})`) })
    .from(savedModules)
    .where(inPool(pool, isShared));

/** Whether a module of this size fits within the limits. */
export const hasRoom = (pool: Pool, db: Connection, isShared: boolean, bytes: SQL, limits: ModuleLimits) =>
  sql`${selectCount(pool, db, isShared)} < ${limits.modules}
    AND ${selectBytes(pool, db, isShared)} + ${bytes} <= ${limits.bytes}`;

/** Inserts a module if it fits into the limits: returns whether it was inserted. */
export async function insertModule(
  scope: TenantScope,
  db: Connection,
  row: SavedModuleRow,
  limits: ModuleLimits,
): Promise<boolean> {
  const bytes = sql`${Buffer.byteLength(row.content)}`;
  return conditionalInsert(
    db,
    savedModules,
    { ...row, deletedAt: null },
    hasRoom(scope, db, row.shared, bytes, limits),
  );
}

/** The changeable columns of a module. */
export type ModuleChange = Partial<
  Pick<SavedModuleRow, 'name' | 'nameFolded' | 'category' | 'content' | 'shared' | 'updatedAt'>
>;

/** Changes a module, as it was read, if it still fits within the limits. Returns whether it was changed. */
export async function updateModule(
  scope: TenantScope,
  db: Connection,
  before: Pick<SavedModuleRow, 'id' | 'tenantId' | 'shared'>,
  change: ModuleChange,
  limits: ModuleLimits,
): Promise<boolean> {
  const rows = await db
    .update(savedModules)
    .set(change)
    .where(and(changeable(scope, before.id), fitsAfter(scope, db, before, change, limits)))
    .returning({ id: savedModules.id });
  return rows.length > 0;
}

function fitsAfter(
  { projectId }: TenantScope,
  db: Connection,
  before: Pick<SavedModuleRow, 'tenantId' | 'shared'>,
  { content, shared = before.shared }: ModuleChange,
  limits: ModuleLimits,
): SQL | undefined {
  // An unshared module goes back to the tenant that saved it.
  const pool = { projectId, tenant: { id: before.tenantId } };
  const present = sql`octet_length(${savedModules.content})`;
  const bytes = content === undefined ? present : sql`${Buffer.byteLength(content)}`;
  if (shared !== before.shared) return hasRoom(pool, db, shared, bytes, limits);
  if (content === undefined) return undefined;
  return sql`${selectBytes(pool, db, shared)} + ${bytes} - ${present} <= ${limits.bytes}`;
}

export async function deleteModuleRow(scope: TenantScope, db: Connection, id: string): Promise<void> {
  await db.delete(savedModules).where(changeable(scope, id));
}

/** A tenant changes its own modules. Shared ones are changed by sessions that may share only. */
function changeable(scope: TenantScope, id: string): SQL | undefined {
  const allowed = scope.mayShareModules ? isVisible(scope) : inPool(scope, false);
  // Checks the project too, because the tenant may have been moved since the request began.
  return and(eq(savedModules.id, id), eq(savedModules.projectId, scope.projectId), allowed);
}

const ofProject = (projectId: string) =>
  and(eq(savedModules.projectId, projectId), isPresent, isOfPresentTenant);

/** Modules of all tenants of a project in the order of their ids, after `after`. */
export async function selectModulesOfProject(
  db: Connection,
  projectId: string,
  after: string | undefined,
  limit: number,
) {
  const { id, name, shared, createdAt } = savedModules;
  return db
    .select({ id, tenant: tenants.slug, name, shared, createdAt })
    .from(savedModules)
    .innerJoin(tenants, eq(tenants.id, savedModules.tenantId))
    .where(and(ofProject(projectId), after === undefined ? undefined : gt(id, after)))
    .orderBy(asc(id))
    .limit(limit);
}

/** The ids among these that belong to modules of the project. */
export async function selectPresentIds(
  db: Connection,
  projectId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: savedModules.id })
    .from(savedModules)
    .where(and(ofProject(projectId), inArray(savedModules.id, [...ids])));
  return new Set(rows.map(({ id }) => id));
}

/** Shares or unshares modules of a project; without `ids` all of them. Returns the number of changed modules. */
export async function updateSharing(
  db: Connection,
  { projectId, ids, shared }: { projectId: string; ids: readonly string[] | undefined; shared: boolean },
  now: number,
): Promise<number> {
  const chosen = ids === undefined ? undefined : inArray(savedModules.id, [...ids]);
  const rows = await db
    .update(savedModules)
    .set({ shared, updatedAt: now })
    .where(and(ofProject(projectId), ne(savedModules.shared, shared), chosen))
    .returning({ id: savedModules.id });
  return rows.length;
}

/** Takes the modules of a tenant along to another project, in which they are its own. */
export async function moveModules(db: Connection, tenantId: number, projectId: string): Promise<void> {
  await db.update(savedModules).set({ projectId, shared: false }).where(eq(savedModules.tenantId, tenantId));
}
