import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { selectFolders } from '../../../platform/folders/queries.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { foldName } from '../../../platform/text/names.ts';
import { selectTemplatesNamed } from '../listing/lookup-queries.ts';
import { selectIdOfKey } from '../queries.ts';
import { templateFolders } from '../table.ts';

/** Most templates of one name in the answer. If there are more, agents are asked for an id. */
const MOST = 10;

const input = Type.Object({ value: Type.String({ maxLength: 255 }) });
const output = Type.Object({
  matches: Type.Array(Type.Object({ id: Type.String(), about: Type.String() }), { maxItems: MOST }),
});

export const findTemplatesByName = defineOperation({
  name: 'findTemplatesByName',
  summary: 'The templates that have a key or a name, the last changed first',
  scope: 'tenant',
  effect: 'read',
  input,
  output,
  async run({ deps, scope }, { value }) {
    const { reader } = deps.db;
    const keyed = await selectIdOfKey(scope, reader, value);
    if (keyed !== undefined) return { matches: [{ id: keyed, about: 'by its key' }] };
    const found = await selectTemplatesNamed(scope, reader, foldName(value), MOST);
    const matches = found.map(({ id, updatedAt, archivedAt }) => ({
      id,
      about: `changed ${toIsoTime(updatedAt)}${archivedAt === null ? '' : ', archived'}`,
    }));
    return { matches };
  },
});

export const findTemplateFoldersByName = defineOperation({
  name: 'findTemplateFoldersByName',
  summary: 'The folders of templates that have a name, or a path such as Campaigns/Spring',
  scope: 'tenant',
  effect: 'read',
  feature: 'template_folders',
  input,
  output,
  async run({ deps, scope }, { value }) {
    const rows = await selectFolders(templateFolders, scope, deps.db.reader);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const pathOf = (id: string | null): string[] => {
      const row = id === null ? undefined : byId.get(id);
      return row === undefined ? [] : [...pathOf(row.parentId), row.name];
    };
    const wanted = foldName(value);
    const found = rows.filter(
      (row) => row.nameFolded === wanted || foldName(pathOf(row.id).join('/')) === wanted,
    );
    return { matches: found.slice(0, MOST).map(({ id }) => ({ id, about: pathOf(id).join('/') })) };
  },
});
