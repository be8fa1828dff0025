import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { conditionalInsert, prepareOnce } from '../../platform/queries.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { savedModules } from './table.ts';

type SavedModuleRow = typeof savedModules.$inferSelect;

/** A module with the UTF-8 bytes of its content. */
export interface SavedModuleWithBytes extends Omit<SavedModuleRow, 'content'> {
  json: Uint8Array;
}

const columns = {
  id: savedModules.id,
  projectId: savedModules.projectId,
  tenantId: savedModules.tenantId,
  name: savedModules.name,
  nameFolded: savedModules.nameFolded,
  category: savedModules.category,
  createdAt: savedModules.createdAt,
  updatedAt: savedModules.updatedAt,
};

/** The JSON as UTF-8 bytes, which are passed on without decoding. */
const json = sql<Uint8Array>`CAST(${savedModules.content} AS BLOB)`;

interface ModuleFilter {
  /** Folded text the name must contain. */
  search: string | undefined;
  category: string | undefined;
}

/** The modules of the scope's project in the order of their names. */
export async function selectModules(
  scope: TenantScope,
  db: Connection,
  { search, category }: ModuleFilter,
): Promise<SavedModuleWithBytes[]> {
  const conditions: (SQL | undefined)[] = [
    eq(savedModules.projectId, scope.projectId),
    search === undefined ? undefined : sql`instr(${savedModules.nameFolded}, ${search}) > 0`,
    category === undefined ? undefined : eq(savedModules.category, category),
  ];
  return db
    .select({ ...columns, json })
    .from(savedModules)
    .where(and(...conditions))
    .orderBy(asc(savedModules.nameFolded), asc(savedModules.id));
}

/** The modules of the scope's project that may contain an address of the media library. */
export async function selectModulesWithMedia(
  scope: TenantScope,
  db: Connection,
): Promise<Pick<SavedModuleRow, 'id' | 'name' | 'content'>[]> {
  const { id, name, content } = savedModules;
  return db
    .select({ id, name, content })
    .from(savedModules)
    .where(and(eq(savedModules.projectId, scope.projectId), sql`instr(${content}, '/media/') > 0`))
    .orderBy(asc(savedModules.nameFolded), asc(savedModules.id));
}

const moduleById = prepareOnce((db) =>
  db
    .select({ ...columns, json })
    .from(savedModules)
    .where(
      and(
        eq(savedModules.id, sql.placeholder('id')),
        eq(savedModules.projectId, sql.placeholder('projectId')),
      ),
    )
    .prepare(),
);

/** A module of the scope's project. */
export async function selectModule(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<SavedModuleWithBytes | undefined> {
  return moduleById(db).get({ id, projectId: scope.projectId });
}

/** How many modules the scope's project has. */
export async function countModules(scope: TenantScope, db: Connection): Promise<number> {
  const ofProject = eq(savedModules.projectId, scope.projectId);
  const row = await db.select({ modules: count() }).from(savedModules).where(ofProject).get();
  return row?.modules ?? 0;
}

/** Limits of the modules of a project. */
export interface ModuleLimits {
  modules: number;
  /** Bytes of the contents. */
  bytes: number;
}

const selectBytes = (scope: TenantScope, db: Connection) =>
  db
    .select({ bytes: sql`coalesce(sum(octet_length(${savedModules.content})), 0)` })
    .from(savedModules)
    .where(eq(savedModules.projectId, scope.projectId));

/** Inserts a module if it fits into the limits of the project: returns whether it was inserted. */
export async function insertModule(
  scope: TenantScope,
  db: Connection,
  row: SavedModuleRow,
  limits: ModuleLimits,
): Promise<boolean> {
  const modules = db
    .select({ modules: count() })
    .from(savedModules)
    .where(eq(savedModules.projectId, scope.projectId));
  const fits = sql`${modules} < ${limits.modules}
    AND ${selectBytes(scope, db)} + ${Buffer.byteLength(row.content)} <= ${limits.bytes}`;
  return conditionalInsert(db, savedModules, row, fits);
}

/** The changeable columns of a module. */
export type ModuleChange = Partial<
  Pick<SavedModuleRow, 'name' | 'nameFolded' | 'category' | 'content' | 'updatedAt'>
>;

/** Changes a module if its content still fits into the limits of the project: returns whether it was changed. */
export async function updateModule(
  scope: TenantScope,
  db: Connection,
  id: string,
  change: ModuleChange,
  limits: ModuleLimits,
): Promise<boolean> {
  const { content } = change;
  const growth = sql`${Buffer.byteLength(content ?? '')} - octet_length(${savedModules.content})`;
  const fits =
    content === undefined ? undefined : sql`${selectBytes(scope, db)} + ${growth} <= ${limits.bytes}`;
  const rows = await db
    .update(savedModules)
    .set(change)
    .where(and(ownModule(scope, id), fits))
    .returning({ id: savedModules.id });
  return rows.length > 0;
}

export async function deleteModuleRow(scope: TenantScope, db: Connection, id: string): Promise<void> {
  await db.delete(savedModules).where(ownModule(scope, id));
}

/** Only the tenant that created a module may change it. */
function ownModule({ tenant, projectId }: TenantScope, id: string): SQL | undefined {
  return and(
    eq(savedModules.id, id),
    eq(savedModules.projectId, projectId),
    eq(savedModules.tenantId, tenant.id),
  );
}
