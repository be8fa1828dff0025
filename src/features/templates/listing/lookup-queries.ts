import { and, desc, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { contains, numberNotByIndex, textsOfJson } from '../../../platform/sql/engine-sql.ts';
import { prepareOnce } from '../../../platform/sql/queries.ts';
import { isPresentTemplate } from '../queries.ts';
import { isArchived, templates } from '../table.ts';
import { type ListedTemplate, listedColumns } from './list-queries.ts';

const templatesById = prepareOnce((db) =>
  db
    .select(listedColumns)
    .from(templates)
    .where(
      and(
        sql`${templates.id} IN ${textsOfJson(sql.placeholder('ids'))}`,
        sql`${numberNotByIndex(templates.tenantId)} = ${sql.placeholder('tenantId')}`,
        isPresentTemplate,
      ),
    )
    .prepare(),
);

/** Rows as in lists, in the order of the given ids. */
export async function selectListedTemplates(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
): Promise<ListedTemplate[]> {
  const rows = await templatesById(db).all({ ids: JSON.stringify(ids), tenantId: scope.tenant.id });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const suggestedIds = prepareOnce((db) =>
  db
    .select({ id: templates.id })
    .from(templates)
    .where(
      and(
        eq(templates.tenantId, sql.placeholder('tenantId')),
        isPresentTemplate,
        sql`${isArchived} = 0`,
        sql`(substr(${templates.id}, 1, length(${sql.placeholder('idStart')})) = ${sql.placeholder('idStart')}
          OR ${contains(templates.nameFolded, sql.placeholder('nameFolded'))})`,
      ),
    )
    .orderBy(desc(templates.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Ids that start with `idStart`, and ids of templates whose names contain `nameFolded`, newest first. */
export async function selectSuggestedIds(
  scope: TenantScope,
  db: Connection,
  texts: { idStart: string; nameFolded: string },
  limit: number,
): Promise<string[]> {
  const rows = await suggestedIds(db).all({ tenantId: scope.tenant.id, ...texts, limit });
  return rows.map((row) => row.id);
}

const templatesInFolders = prepareOnce((db) =>
  db
    .select({ id: templates.id })
    .from(templates)
    .where(
      and(
        sql`${templates.folderId} IN ${textsOfJson(sql.placeholder('folderIds'))}`,
        sql`${numberNotByIndex(templates.tenantId)} = ${sql.placeholder('tenantId')}`,
        isPresentTemplate,
      ),
    )
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Ids of templates in these folders, `limit` at most. */
export async function selectTemplatesIn(
  scope: TenantScope,
  db: Connection,
  folderIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const parameters = { tenantId: scope.tenant.id, folderIds: JSON.stringify(folderIds), limit };
  return (await templatesInFolders(db).all(parameters)).map(({ id }) => id);
}

const idsByName = prepareOnce((db) =>
  db
    .select({ id: templates.id, updatedAt: templates.updatedAt, archivedAt: templates.archivedAt })
    .from(templates)
    .where(
      and(
        eq(templates.tenantId, sql.placeholder('tenantId')),
        isPresentTemplate,
        // Both values are given, so that SQLite uses the index of the list by name.
        sql`${isArchived} IN (0, 1)`,
        eq(templates.nameFolded, sql.placeholder('nameFolded')),
      ),
    )
    .orderBy(desc(templates.updatedAt), desc(templates.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Templates with exactly this folded name, last changed first. */
export async function selectTemplatesNamed(
  scope: TenantScope,
  db: Connection,
  nameFolded: string,
  limit: number,
): Promise<{ id: string; updatedAt: number; archivedAt: number | null }[]> {
  return idsByName(db).all({ tenantId: scope.tenant.id, nameFolded, limit });
}
