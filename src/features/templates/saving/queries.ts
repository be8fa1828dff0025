import { and, desc, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { textOfBytes } from '../../../platform/sql/engine-sql.ts';
import { prepareOnce } from '../../../platform/sql/queries.ts';
import { contentBytes, selectTemplate, selectTemplateWithContent, type TemplateRow } from '../queries.ts';
import { contents, snapshots } from '../table.ts';

const contentByHash = prepareOnce((db) =>
  db
    .select({ id: contents.id })
    .from(contents)
    .where(
      and(eq(contents.tenantId, sql.placeholder('tenantId')), eq(contents.hash, sql.placeholder('hash'))),
    )
    .prepare(),
);

const contentInsertion = prepareOnce((db) =>
  db
    .insert(contents)
    .values({
      tenantId: sql.placeholder('tenantId'),
      hash: sql.placeholder('hash'),
      json: textOfBytes(sql.placeholder('json')),
    })
    .onConflictDoNothing()
    .returning({ id: contents.id })
    .prepare(),
);

/** The id of the tenant's content with this SHA-256. */
export async function selectContentId(
  scope: TenantScope,
  db: Connection,
  hash: Buffer,
): Promise<number | undefined> {
  return (await contentByHash(db).get({ tenantId: scope.tenant.id, hash }))?.id;
}

/** Inserts a content and returns its id; undefined if the tenant already has it. `hash`: SHA-256 of `json`. */
export async function insertContentIfNew(
  scope: TenantScope,
  db: Connection,
  { json, hash }: { json: Uint8Array; hash: Buffer },
): Promise<number | undefined> {
  const inserted = await contentInsertion(db).get({ tenantId: scope.tenant.id, hash, json });
  return inserted?.id;
}

const ofTemplate = and(
  eq(snapshots.templateId, sql.placeholder('templateId')),
  eq(snapshots.tenantId, sql.placeholder('tenantId')),
);

const contentOfVersion = prepareOnce((db) =>
  db
    .select({
      contentId: snapshots.contentId,
      json: contentBytes,
      createdAt: snapshots.createdAt,
      canvasEpoch: snapshots.canvasEpoch,
    })
    .from(snapshots)
    .innerJoin(contents, eq(contents.id, snapshots.contentId))
    .where(
      and(
        ofTemplate,
        sql`${sql.placeholder('version')} BETWEEN ${snapshots.version}
          AND coalesce(${snapshots.lastVersion}, ${snapshots.version})`,
      ),
    )
    // Requested versions are usually recent, so the index by time finds them quickly.
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
): Promise<
  { contentId: number; json: Uint8Array; createdAt: number; canvasEpoch: number | null } | undefined
> {
  return contentOfVersion(db).get({ templateId, tenantId: scope.tenant.id, version });
}

/** The content of a template at a version, and the log of which it is the canvas. */
interface StoredContent {
  json: Uint8Array;
  canvasEpoch: number | null;
}

/** The content of a template at its present or an earlier version. Undefined if the history does not have it (any more). */
export async function selectVersion(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  version: number,
): Promise<StoredContent | undefined> {
  const present = await selectTemplate(scope, db, templateId);
  if (present === undefined || version > present.version) return undefined;
  if (version < present.version) {
    const found = await selectContentOfVersion(scope, db, templateId, version);
    // A template whose content has never changed has no history.
    if (found !== undefined || (await selectContentOfVersion(scope, db, templateId, present.version)))
      return found;
  }
  const row = await selectTemplateWithContent(scope, db, templateId);
  return row?.version === present.version ? row : selectVersion(scope, db, templateId, version);
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

/** Records in the history that a new version of a template has the same content and only another name. */
export async function extendNewestVersion(
  scope: TenantScope,
  db: Connection,
  { id: templateId, contentId, version }: TemplateRow,
): Promise<void> {
  await versionExtension(db).run({ templateId, tenantId: scope.tenant.id, contentId, version });
}

const laterAuthors = prepareOnce((db) =>
  db
    .select({ kind: snapshots.authorKind, id: snapshots.authorId, name: snapshots.authorName })
    .from(snapshots)
    .where(and(ofTemplate, sql`${snapshots.version} > ${sql.placeholder('version')}`))
    .orderBy(desc(snapshots.createdAt), desc(snapshots.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/**
 * Who has changed a template since a version, latest first. An author may occur several times; unknown ones are null.
 */
export async function selectLaterAuthors(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  { version, limit }: { version: number; limit: number },
): Promise<{ kind: string | null; id: string | null; name: string | null }[]> {
  return laterAuthors(db).all({ templateId, tenantId: scope.tenant.id, version, limit });
}
