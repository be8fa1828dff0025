import { and, desc, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { prepareOnce } from '../../platform/queries.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { contentBytes, type TemplateRow } from './queries.ts';
import { contents, snapshots } from './table.ts';

const ofTemplate = and(
  eq(snapshots.templateId, sql.placeholder('templateId')),
  eq(snapshots.tenantId, sql.placeholder('tenantId')),
);

const contentOfVersion = prepareOnce((db) =>
  db
    .select({ contentId: snapshots.contentId, json: contentBytes })
    .from(snapshots)
    .innerJoin(contents, eq(contents.id, snapshots.contentId))
    .where(
      and(
        ofTemplate,
        sql`${sql.placeholder('version')} BETWEEN ${snapshots.version}
          AND coalesce(${snapshots.lastVersion}, ${snapshots.version})`,
      ),
    )
    // Versions that are asked for are recent, so the index by time finds them soon.
    .orderBy(desc(snapshots.createdAt), desc(snapshots.id))
    .limit(1)
    .prepare(),
);

/**
 * The content a template had at an earlier version, as UTF-8 bytes of its JSON; undefined if the history does not have it
 * (any more). The present version may be missing, so compare `version` with that of the template's row first.
 */
export async function selectContentOfVersion(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  version: number,
): Promise<{ contentId: number; json: Uint8Array } | undefined> {
  return contentOfVersion(db).get({ templateId, tenantId: scope.tenant.id, version });
}

const versionExtension = prepareOnce((db) =>
  db
    .update(snapshots)
    .set({ lastVersion: sql`${sql.placeholder('version')}` })
    .where(
      and(
        ofTemplate,
        eq(snapshots.contentId, sql.placeholder('contentId')),
        sql`coalesce(${snapshots.lastVersion}, ${snapshots.version}) = ${sql.placeholder('version')} - 1`,
      ),
    )
    .prepare(),
);

/** Notes in the history that a template keeps its content in a new version, in which only the name differs. */
export async function extendNewestVersion(
  scope: TenantScope,
  db: Connection,
  { id: templateId, contentId, version }: TemplateRow,
): Promise<void> {
  await versionExtension(db).run({ templateId, tenantId: scope.tenant.id, contentId, version });
}
