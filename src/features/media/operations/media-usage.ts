import { type Static, Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { toItem } from '../output.ts';
import { selectItems } from '../queries.ts';
import { FileIds, MediaItem } from '../schema.ts';
import { selectMostUsed } from '../usage/queries.ts';
import {
  type FileUse,
  FileUses,
  findUses,
  toFileUses,
  type UseKind,
  type UsesOfFile,
} from '../usage/uses.ts';

/** Fits one or two rows of the editor. */
const MAX_FREQUENT = 12;

const FileUsage = Type.Object({
  template_count: Type.Integer({ description: 'Number of templates and other places that use the file.' }),
  template_names: Type.Array(Type.String(), {
    description: 'Their names; with the kind in brackets for history, comments and saved modules.',
  }),
  uses: FileUses.properties.uses,
});

export const checkMediaUsage = defineOperation({
  name: 'checkMediaUsage',
  summary: 'Where these files are used: templates, their history and comments, saved modules, the brand',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({ ids: FileIds }),
  output: Type.Record(Type.String(), FileUsage),
  async run({ deps, scope }, { ids }) {
    const used = await findUses({ deps, scope }, deps.db.reader, ids);
    return Object.fromEntries(ids.map((id) => [id, toUsage(used.get(id) ?? { count: 0, listed: [] })]));
  },
});

const KINDS: Readonly<Record<UseKind, string>> = {
  template: '',
  snapshot: ' (history)',
  comment: ' (comment)',
  saved_module: ' (saved module)',
  brand: '',
};

/**
 * Editors show only the count and the names. Each template is listed once, whether it shows the file now or did so in
 * the past.
 */
function toUsage({ count, listed }: UsesOfFile): Static<typeof FileUsage> {
  const templates = new Set(listed.filter(({ kind }) => kind === 'template').map(({ id }) => id));
  const isRepeated = ({ templateId }: FileUse) => templateId !== undefined && templates.has(templateId);
  const shown = listed.filter((use) => !isRepeated(use));
  return {
    template_count: count - (listed.length - shown.length),
    template_names: shown.map(({ kind, name }) => name + KINDS[kind]),
    uses: toFileUses({ count, listed }).uses,
  };
}

export const listFrequentMedia = defineOperation({
  name: 'listFrequentMedia',
  summary: 'The files most templates show, 12 at most',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(MediaItem, { maxItems: MAX_FREQUENT }) }),
  async run({ deps, scope }) {
    const ids = await selectMostUsed(scope, deps.db.reader, MAX_FREQUENT);
    const rows = await selectItems(scope, deps.db.reader, ids);
    rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    return { items: rows.map((row) => toItem(deps, row)) };
  },
});
