import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { prepareOnce } from '../../platform/prepared-queries.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { savedModules } from './table.ts';

export type SavedModuleRow = typeof savedModules.$inferSelect;

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

/** Bytes need no decoding to be passed on. */
const json = sql<Uint8Array>`CAST(${savedModules.content} AS BLOB)`;

export interface ModuleFilter {
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

/** The modules of the scope's project in whose blocks an address of the media library can stand. */
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

/** What the modules of the scope's project come to. */
export async function selectModuleTotals(
  scope: TenantScope,
  db: Connection,
): Promise<{ modules: number; bytes: number }> {
  const totals = await db
    .select({
      modules: count(),
      bytes: sql<number>`coalesce(sum(octet_length(${savedModules.content})), 0)`,
    })
    .from(savedModules)
    .where(eq(savedModules.projectId, scope.projectId))
    .get();
  return totals ?? { modules: 0, bytes: 0 };
}

export async function insertModule(db: Connection, row: SavedModuleRow): Promise<void> {
  await db.insert(savedModules).values(row);
}

/** What can change of a module. */
export type ModuleChange = Partial<
  Pick<SavedModuleRow, 'name' | 'nameFolded' | 'category' | 'content' | 'updatedAt'>
>;

export async function updateModule(
  scope: TenantScope,
  db: Connection,
  id: string,
  change: ModuleChange,
): Promise<void> {
  await db.update(savedModules).set(change).where(ownModule(scope, id));
}

export async function deleteModuleRow(scope: TenantScope, db: Connection, id: string): Promise<void> {
  await db.delete(savedModules).where(ownModule(scope, id));
}

/** Only the tenant that made a module may write it. */
function ownModule({ tenant, projectId }: TenantScope, id: string): SQL | undefined {
  return and(
    eq(savedModules.id, id),
    eq(savedModules.projectId, projectId),
    eq(savedModules.tenantId, tenant.id),
  );
}
