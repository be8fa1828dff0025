import { and, asc, count, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { notByIndex, textsOfJson } from '../../../platform/sql/engine-sql.ts';
import { placeholdersOf, prepareOnce } from '../../../platform/sql/queries.ts';
import { isPresentTemplate, templates } from '../../templates/index.ts';
import { contentMedia, mediaFiles, mediaVersions } from '../table.ts';

const namedFiles = prepareOnce((db) =>
  db
    .selectDistinct({ fileId: mediaVersions.fileId })
    .from(mediaVersions)
    .where(
      and(
        sql`${mediaVersions.token} IN ${textsOfJson(sql.placeholder('tokens'))}`,
        eq(mediaVersions.tenantId, sql.placeholder('tenantId')),
      ),
    )
    .prepare(),
);

/**
 * The tenant's files whose addresses, present or former, have one of these tokens. Files in the trash too: templates that
 * name them go on doing so if they are restored.
 */
export async function selectFilesByToken(
  scope: TenantScope,
  db: Connection,
  tokens: readonly string[],
): Promise<string[]> {
  const rows = await namedFiles(db).all({ tenantId: scope.tenant.id, tokens: JSON.stringify(tokens) });
  return rows.map((row) => row.fileId);
}

const knownTokens = prepareOnce((db) =>
  db
    .select({ token: mediaVersions.token })
    .from(mediaVersions)
    .innerJoin(mediaFiles, and(eq(mediaFiles.id, mediaVersions.fileId), isNull(mediaFiles.deletedAt)))
    .where(sql`${mediaVersions.token} IN ${textsOfJson(sql.placeholder('tokens'))}`)
    .prepare(),
);

/** The tokens among these of files outside the trash, of any tenant: addresses work without an access token. */
export async function selectKnownTokens(db: Connection, tokens: readonly string[]): Promise<Set<string>> {
  const rows = await knownTokens(db).all({ tokens: JSON.stringify(tokens) });
  return new Set(rows.map((row) => row.token));
}

const useInsertion = prepareOnce((db) =>
  db.insert(contentMedia).values(placeholdersOf(contentMedia)).onConflictDoNothing().prepare(),
);

/** Records that a content refers to these files. */
export async function insertUses(
  db: Connection,
  contentId: number,
  fileIds: readonly string[],
): Promise<void> {
  for (const fileId of fileIds) await useInsertion(db).run({ contentId, fileId });
}

/** Tokens of all versions of files, with the ids of the files. */
export async function selectTokens(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
): Promise<{ token: string; fileId: string }[]> {
  const { token, fileId, tenantId } = mediaVersions;
  return db
    .select({ token, fileId })
    .from(mediaVersions)
    .where(
      and(
        sql`${notByIndex(tenantId)} = ${scope.tenant.id}`,
        sql`${fileId} IN ${textsOfJson(JSON.stringify(ids))}`,
      ),
    );
}

/** A template whose present content uses a file. `name` null: unnamed. */
interface TemplateUse {
  fileId: string;
  id: string;
  name: string | null;
  /** Number of templates that use the file, including this one. */
  total: number;
}

/** The tenant's templates that use these files: for each file up to `limit`, last changed first. */
export async function selectTemplateUses(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
  limit: number,
): Promise<TemplateUse[]> {
  const ofFile = sql`PARTITION BY ${contentMedia.fileId}`;
  const order = sql`${ofFile} ORDER BY ${templates.updatedAt} DESC, ${templates.id} DESC`;
  const ranked = db
    .select({
      fileId: contentMedia.fileId,
      id: templates.id,
      name: templates.name,
      total: sql<number>`count(*) OVER (${ofFile})`.as('total'),
      rank: sql<number>`row_number() OVER (${order})`.as('rank'),
    })
    .from(contentMedia)
    .innerJoin(templates, eq(templates.contentId, contentMedia.contentId))
    .where(
      and(
        sql`${contentMedia.fileId} IN ${textsOfJson(JSON.stringify(ids))}`,
        // Keeps SQLite off the index of the tenant, with which it would check every template for every file.
        sql`${notByIndex(templates.tenantId)} = ${scope.tenant.id}`,
        isPresentTemplate,
      ),
    )
    .as('ranked');
  const { fileId, id, name, total } = ranked;
  return db
    .select({ fileId, id, name, total })
    .from(ranked)
    .where(lte(ranked.rank, limit))
    .orderBy(asc(ranked.fileId), asc(ranked.rank));
}

const mostUsed = prepareOnce((db) =>
  db
    .select({ id: mediaFiles.id })
    .from(templates)
    .innerJoin(contentMedia, eq(contentMedia.contentId, templates.contentId))
    .innerJoin(mediaFiles, eq(mediaFiles.id, contentMedia.fileId))
    .where(
      and(
        eq(templates.tenantId, sql.placeholder('tenantId')),
        isPresentTemplate,
        eq(mediaFiles.tenantId, sql.placeholder('tenantId')),
        isNull(mediaFiles.deletedAt),
      ),
    )
    .groupBy(mediaFiles.id)
    .orderBy(desc(count()), desc(mediaFiles.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Ids of the files that most templates use; with equal counts the newest first. */
export async function selectMostUsed(scope: TenantScope, db: Connection, limit: number): Promise<string[]> {
  const rows = await mostUsed(db).all({ tenantId: scope.tenant.id, limit });
  return rows.map((row) => row.id);
}
