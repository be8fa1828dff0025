import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { prepareOnce } from '../../platform/sql/queries.ts';
import { tenants } from '../projects/index.ts';
import { contents, templateById, templates } from '../templates/index.ts';
import { renderings } from './table.ts';

export type RenderingRow = typeof renderings.$inferSelect;

const templateToRender = prepareOnce((db) =>
  db
    .select({ id: templates.id, name: templates.name, version: templates.version, hash: contents.hash })
    .from(templates)
    .innerJoin(contents, eq(contents.id, templates.contentId))
    .where(templateById)
    .prepare(),
);

/** A template without its content; `hash` is the content's SHA-256. */
export async function selectTemplateToRender(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<{ id: string; name: string | null; version: number; hash: Buffer } | undefined> {
  return templateToRender(db).get({ id, tenantId: scope.tenant.id });
}

const renderingByKey = prepareOnce((db) =>
  db
    .select({ rendering: renderings.rendering, usedAt: renderings.usedAt })
    .from(renderings)
    .where(
      and(eq(renderings.key, sql.placeholder('key')), eq(renderings.tenantId, sql.placeholder('tenantId'))),
    )
    .prepare(),
);

export async function selectRendering(
  scope: TenantScope,
  db: Connection,
  key: Buffer,
): Promise<Pick<RenderingRow, 'rendering' | 'usedAt'> | undefined> {
  return renderingByKey(db).get({ key, tenantId: scope.tenant.id });
}

export async function upsertRendering(db: Connection, row: RenderingRow): Promise<void> {
  await db.insert(renderings).values(row).onConflictDoUpdate({ target: renderings.key, set: row });
}

export async function updateRenderingUse(
  scope: TenantScope,
  db: Connection,
  key: Buffer,
  usedAt: number,
): Promise<void> {
  await db
    .update(renderings)
    .set({ usedAt })
    .where(and(eq(renderings.key, key), eq(renderings.tenantId, scope.tenant.id)));
}

/** Deletes the least recently used renderings until at most `maxBytes` are left. */
export async function trimRenderings(db: Connection, maxBytes: number): Promise<void> {
  const total = sql<number>`CAST(sum(${renderings.bytes}) OVER (ORDER BY ${renderings.usedAt} DESC, ${renderings.key}) AS bigint)`;
  const ranked = db
    .select({ key: renderings.key, total: total.as('total') })
    .from(renderings)
    .as('ranked');
  await db
    .delete(renderings)
    .where(
      sql`${renderings.key} IN (SELECT ${ranked.key} FROM ${ranked} WHERE ${ranked.total} > ${maxBytes})`,
    );
}

/** The ids of these tenants that exist. A deleted tenant counts as long as it can be restored. */
export async function selectTenantIds(db: Connection, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(inArray(tenants.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}
