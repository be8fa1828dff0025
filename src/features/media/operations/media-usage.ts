import { type Static, Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { toItem } from '../output.ts';
import { selectItems } from '../queries.ts';
import { FileIds, MediaItem } from '../schema.ts';
import { selectMostUsed } from '../usage/queries.ts';
import { nameOfUse, selectUsesByFile } from '../usage/used-files.ts';

/** As many as fit into a row or two of the editor. */
const MAX_FREQUENT = 12;

const FileUsage = Type.Object({
  template_count: Type.Integer(),
  template_names: Type.Array(Type.String(), { description: 'Those changed last, 50 at most.' }),
});

export const checkMediaUsage = defineOperation({
  name: 'checkMediaUsage',
  summary: 'Which templates show these files, as they are now; their history does not count',
  scope: 'tenant',
  input: Type.Object({ ids: FileIds }),
  output: Type.Record(Type.String(), FileUsage),
  async run({ deps, scope }, { ids }) {
    const used = await selectUsesByFile(scope, deps.db.reader, ids);
    const usageOf = (id: string): Static<typeof FileUsage> => {
      const uses = used.get(id) ?? [];
      return { template_count: uses[0]?.total ?? 0, template_names: uses.map(nameOfUse) };
    };
    return Object.fromEntries(ids.map((id) => [id, usageOf(id)]));
  },
});

export const listFrequentMedia = defineOperation({
  name: 'listFrequentMedia',
  summary: 'The files most templates show, 12 at most',
  scope: 'tenant',
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(MediaItem, { maxItems: MAX_FREQUENT }) }),
  async run({ deps, scope }) {
    const ids = await selectMostUsed(scope, deps.db.reader, MAX_FREQUENT);
    const rows = await selectItems(scope, deps.db.reader, ids);
    rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    return { items: rows.map((row) => toItem(deps, row)) };
  },
});
