import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import type { TemplateRow } from '../queries.ts';
import { type TemplateChange, toStoredName } from '../template.ts';
import { requireFreeKey } from './key.ts';
import { planOrganizeChange } from './organize.ts';
import { parseTags } from './tags.ts';

/** The attributes of a template: everything except its content. */
export interface Attributes {
  name: string | null;
  key: string | null;
  folder_id: string | null;
  tags: string[];
  archived: boolean;
}

export const attributesOf = ({ name, key, folderId, tags, archivedAt }: TemplateRow): Attributes => ({
  name,
  key,
  folder_id: folderId,
  tags: parseTags(tags),
  archived: archivedAt !== null,
});

export const isSameAttribute = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Plans the change that gives a template these attributes. To be called in the transaction that changes it. */
export async function planAttributes(
  scope: TenantScope,
  db: Connection,
  row: TemplateRow,
  { name, key, ...place }: Partial<Attributes>,
): Promise<TemplateChange> {
  await requireFreeKey(scope, db, key, row.id);
  return {
    ...(name !== undefined && { name: toStoredName(name) }),
    ...(key !== undefined && { key }),
    ...(await planOrganizeChange(scope, db, row, place)),
  };
}
