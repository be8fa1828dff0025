import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { notByIndex, textsOfJson } from '../../platform/sql/engine-sql.ts';
import { contentMedia } from '../media/index.ts';
import { snapshots, templates } from '../templates/index.ts';
import { isOfPresentTemplate } from './queries.ts';

/** A template whose snapshots use a file. */
interface SnapshotUse {
  fileId: string;
  /** The newest of these snapshots. */
  id: string;
  templateId: string;
  /** null: unnamed. */
  templateName: string | null;
}

/** Up to `limit` templates per file whose snapshots contain it, each with the newest such snapshot. */
export async function selectSnapshotUses(
  scope: TenantScope,
  db: Connection,
  fileIds: readonly string[],
  limit: number,
): Promise<SnapshotUse[]> {
  const newest = db
    .select({
      fileId: contentMedia.fileId,
      id: snapshots.id,
      templateId: snapshots.templateId,
      createdAt: snapshots.createdAt,
      age: sql<number>`row_number() OVER (
        PARTITION BY ${contentMedia.fileId}, ${snapshots.templateId}
        ORDER BY ${snapshots.createdAt} DESC, ${snapshots.id} DESC)`.as('age'),
    })
    .from(contentMedia)
    .innerJoin(snapshots, eq(snapshots.contentId, contentMedia.contentId))
    .where(
      and(
        sql`${contentMedia.fileId} IN ${textsOfJson(JSON.stringify(fileIds))}`,
        // Keeps SQLite off the index of the tenant, with which it would check every snapshot for every file.
        sql`${notByIndex(snapshots.tenantId)} = ${scope.tenant.id}`,
        isOfPresentTemplate,
      ),
    )
    .as('newest');
  const { fileId, id, templateId, createdAt } = newest;
  const ranked = db
    .select({
      ...{ fileId, id, templateId },
      rank: sql<number>`row_number() OVER (PARTITION BY ${fileId} ORDER BY ${createdAt} DESC, ${id} DESC)`.as(
        'rank',
      ),
    })
    .from(newest)
    .where(eq(newest.age, 1))
    .as('ranked');
  return db
    .select({
      fileId: ranked.fileId,
      id: ranked.id,
      templateId: ranked.templateId,
      templateName: templates.name,
    })
    .from(ranked)
    .innerJoin(templates, eq(templates.id, ranked.templateId))
    .where(lte(ranked.rank, limit))
    .orderBy(asc(ranked.fileId), asc(ranked.rank));
}
