import { sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { textsOfJson } from '../../platform/sql/engine-sql.ts';

type Value = string | number | null;

/** Inserts a row unless one with its id exists. The columns come from the code, never from a file. */
export async function insertIfNew(
  db: Connection,
  table: string,
  row: Readonly<Record<string, Value>>,
): Promise<void> {
  const columns = sql.raw(Object.keys(row).join(', '));
  const values = sql.join(
    Object.values(row).map((value) => sql`${value}`),
    sql`, `,
  );
  await db.run(
    sql`INSERT INTO ${sql.raw(table)} (${columns}) VALUES (${values}) ON CONFLICT (id) DO NOTHING`,
  );
}

/** Whether the tenant has a row of this id. */
export async function hasRow(
  db: Connection,
  table: 'media_folders' | 'template_folders' | 'templates' | 'comments',
  id: string,
  tenantId: number,
): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM ${sql.raw(table)} WHERE id = ${id} AND tenant_id = ${tenantId} LIMIT 1`,
  );
  return rows.length > 0;
}

/** Activities have no ids, so an import that is repeated deletes them first. */
export async function deleteActivities(db: Connection, tenantId: number): Promise<void> {
  await db.run(sql`DELETE FROM activities WHERE tenant_id = ${tenantId}`);
}

/** Whether some of these ids are taken by rows of other tenants. */
export async function hasTakenIds(
  db: Connection,
  { table, column }: { table: string; column: string },
  ids: readonly string[],
  ownTenant: number,
): Promise<boolean> {
  const rows = await db.all(sql`
    SELECT 1 FROM ${sql.raw(table)} WHERE ${sql.raw(column)} IN ${textsOfJson(JSON.stringify(ids))}
      AND tenant_id <> ${ownTenant} LIMIT 1`);
  return rows.length > 0;
}

const TABLES = [
  'templates',
  'template_folders',
  'media_files',
  'media_folders',
  'saved_modules',
  'trash_entries',
];

/** Whether a tenant is empty, so that an import can fill it. */
export async function isTenantEmpty(db: Connection, tenantId: number): Promise<boolean> {
  for (const table of TABLES) {
    const rows = await db.all(sql`SELECT 1 FROM ${sql.raw(table)} WHERE tenant_id = ${tenantId} LIMIT 1`);
    if (rows.length > 0) return false;
  }
  return true;
}
