import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { numbersOfJson } from '../../../platform/sql/engine-sql.ts';
import { prepareOnce } from '../../../platform/sql/queries.ts';
import { taggedTemplates, templateTags } from '../table.ts';

/** A tag of a tenant, without the number of its templates. */
export interface TagRow {
  id: number;
  name: string;
  nameFolded: string;
}

const tagColumns = { id: templateTags.id, name: templateTags.name, nameFolded: templateTags.nameFolded };

const tagByName = prepareOnce((db) =>
  db
    .select(tagColumns)
    .from(templateTags)
    .where(
      and(
        eq(templateTags.tenantId, sql.placeholder('tenantId')),
        eq(templateTags.nameFolded, sql.placeholder('nameFolded')),
      ),
    )
    .prepare(),
);

export async function selectTag(
  scope: TenantScope,
  db: Connection,
  nameFolded: string,
): Promise<TagRow | undefined> {
  return tagByName(db).get({ tenantId: scope.tenant.id, nameFolded });
}

/** The number of all tags, including those of templates in the trash. */
export async function countTags(scope: TenantScope, db: Connection): Promise<number> {
  return db.$count(templateTags, eq(templateTags.tenantId, scope.tenant.id));
}

export async function insertTag(
  scope: TenantScope,
  db: Connection,
  tag: Omit<TagRow, 'id'>,
): Promise<TagRow> {
  const [row] = await db
    .insert(templateTags)
    .values({ ...tag, tenantId: scope.tenant.id })
    .returning(tagColumns);
  return row as TagRow;
}

const addition = prepareOnce((db) =>
  db
    .insert(taggedTemplates)
    .values({ tagId: sql.placeholder('tagId'), templateId: sql.placeholder('templateId') })
    .onConflictDoNothing()
    .prepare(),
);

const removal = prepareOnce((db) =>
  db
    .delete(taggedTemplates)
    .where(
      and(
        eq(taggedTemplates.templateId, sql.placeholder('templateId')),
        sql`${taggedTemplates.tagId} NOT IN ${numbersOfJson(sql.placeholder('tagIds'))}`,
      ),
    )
    .prepare(),
);

/** Sets the tags of a template. Its row must be updated too. */
export async function saveTags(db: Connection, templateId: string, tags: readonly TagRow[]): Promise<void> {
  for (const { id } of tags) await addition(db).run({ tagId: id, templateId });
  await removal(db).run({ templateId, tagIds: JSON.stringify(tags.map(({ id }) => id)) });
}

/** The tags of a tenant that are in use, by name. */
export async function selectTags(
  scope: TenantScope,
  db: Connection,
): Promise<{ name: string; templateCount: number }[]> {
  return db
    .select({ name: templateTags.name, templateCount: templateTags.templateCount })
    .from(templateTags)
    .where(and(eq(templateTags.tenantId, scope.tenant.id), gt(templateTags.templateCount, 0)))
    .orderBy(asc(templateTags.nameFolded));
}
