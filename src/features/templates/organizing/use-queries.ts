import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { prepareOnce } from '../../../platform/sql/queries.ts';
import { templates } from '../table.ts';

const ofTenantById = and(
  eq(templates.id, sql.placeholder('id')),
  eq(templates.tenantId, sql.placeholder('tenantId')),
);

const exportUpdate = prepareOnce((db) =>
  db
    .update(templates)
    .set({ exportedAt: sql`${sql.placeholder('exportedAt')}` })
    .where(ofTenantById)
    .prepare(),
);

export async function updateExportedAt(
  { tenant }: TenantScope,
  db: Connection,
  id: string,
  exportedAt: number,
): Promise<void> {
  await exportUpdate(db).run({ id, tenantId: tenant.id, exportedAt });
}

const scoreUpdate = prepareOnce((db) =>
  db
    .update(templates)
    .set({ score: sql`${sql.placeholder('score')}`, scoredVersion: sql`${sql.placeholder('version')}` })
    .where(ofTenantById)
    .prepare(),
);

/** `version`: the version that was scored. */
export async function updateScore(
  { tenant }: TenantScope,
  db: Connection,
  id: string,
  { score, version }: { score: number; version: number },
): Promise<void> {
  await scoreUpdate(db).run({ id, tenantId: tenant.id, score, version });
}
