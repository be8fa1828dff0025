import { type Static, Type } from '@sinclair/typebox';
import { DomainError, invalidField, validationFailed } from '../../../platform/errors.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { defineOperation, requireEffect, type TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ConcurrentChange } from '../errors.ts';
import { templateEvent } from '../events.ts';
import {
  OrganizeInput,
  planOrganizeChange,
  requireOrganizeChange,
  TagChangeInput,
  toStoredName,
} from '../organizing/attributes.ts';
import { removeTemplate } from '../organizing/remove.ts';
import { selectTemplate, type TemplateRow } from '../queries.ts';
import { TemplateName } from '../schema.ts';
import { changeTemplate, transactOnTemplate } from '../template.ts';

const MAX_TEMPLATES = 500;

/** Other writers run between two transactions. */
const TEMPLATES_PER_TRANSACTION = 50;

const ChangesInput = Type.Object({
  ids: Type.Array(Type.String({ maxLength: 255, 'x-id-of': 'template' }), {
    minItems: 1,
    maxItems: MAX_TEMPLATES,
    description: '500 at most.',
  }),
  names: Type.Optional(
    Type.Array(TemplateName, {
      maxItems: MAX_TEMPLATES,
      description: 'New names, in the order of ids.',
      'x-tool-schema': {
        type: 'array',
        description: 'New names, in the order of ids.',
        items: { type: 'string' },
      },
    }),
  ),
  ...OrganizeInput,
  ...TagChangeInput,
  delete: Type.Optional(
    Type.Literal(true, {
      description: 'Delete them; goes with no other change.',
    }),
  ),
});
type ChangesInput = Static<typeof ChangesInput>;

const Outcome = Type.Object({
  id: Type.String(),
  status: Type.Union(
    [
      Type.Literal('changed'),
      Type.Literal('unchanged'),
      Type.Literal('deleted'),
      Type.Literal('not_found'),
      Type.Literal('refused'),
    ],
    { description: 'refused: see error.' },
  ),
  version: Type.Optional(Type.Integer({ description: 'The present version.' })),
  error: Type.Optional(Type.String()),
});
type Outcome = Static<typeof Outcome>;

export const changeTemplates = defineOperation({
  name: 'changeTemplates',
  summary: 'Rename, move, tag, archive or delete up to 500 templates; each has an outcome of its own',
  scope: 'tenant',
  effect: 'write',
  input: ChangesInput,
  output: Type.Object({
    items: Type.Array(Outcome, { description: 'In the order of ids.' }),
    failed: Type.Integer({ description: 'Not found or refused.' }),
  }),
  async run({ deps, scope }, input) {
    requireChanges(input);
    if (input.delete === true) requireEffect({ effect: 'delete' }, scope);
    await requireOrganizeChange(scope, deps.db.reader, input);
    const names = new Map(input.ids.map((id, index) => [id, input.names?.[index]]));
    const ids = [...names.keys()];
    const outcomes: Outcome[] = [];
    for (let start = 0; start < ids.length; start += TEMPLATES_PER_TRANSACTION) {
      const chunk = ids.slice(start, start + TEMPLATES_PER_TRANSACTION);
      const done = await transactOnTemplate({ deps, scope }, (db) =>
        changeChunk({ deps, scope }, db, chunk, (id) => ({ ...input, name: names.get(id) })),
      );
      // Published per transaction, because a later one may fail, for example if the disk is full.
      deps.events.publish(done.events, scope);
      outcomes.push(...done.outcomes);
    }
    const failed = outcomes.filter(({ status }) => status === 'not_found' || status === 'refused').length;
    return { items: outcomes, failed };
  },
});

type Change = Omit<ChangesInput, 'ids' | 'names'> & { name: string | null | undefined };

export function requireChanges({ ids, names, delete: isDeletion, ...place }: ChangesInput): void {
  const isChanged = names !== undefined || Object.values(place).some((part) => part !== undefined);
  if (isDeletion === true && isChanged) throw invalidField('delete', 'cannot go with other changes.');
  if (isDeletion !== true && !isChanged) {
    const fields = 'names, folder_id, tags, add_tags, remove_tags, archived or delete';
    throw validationFailed({ ids: [`need a change: send at least one of ${fields}.`] });
  }
  if (names !== undefined && names.length !== ids.length)
    throw invalidField(
      'names',
      `has ${names.length} entries, and ids has ${ids.length}. Send one name for each id.`,
    );
  if (place.tags !== undefined && (place.add_tags !== undefined || place.remove_tags !== undefined))
    throw invalidField('tags', 'cannot go with add_tags or remove_tags, because it replaces all tags.');
}

async function changeChunk(
  context: TenantContext,
  db: Connection,
  ids: readonly string[],
  changeOf: (id: string) => Change,
): Promise<{ outcomes: Outcome[]; events: DomainEvent[] }> {
  const outcomes: Outcome[] = [];
  const events: DomainEvent[] = [];
  for (const id of ids) {
    const row = await selectTemplate(context.scope, db, id);
    if (row === undefined) {
      outcomes.push({ id, status: 'not_found' });
      continue;
    }
    try {
      const { outcome, event } = await changeOne(context, db, row, changeOf(id));
      outcomes.push(outcome);
      if (event !== undefined) events.push(event);
    } catch (error) {
      // Such errors are thrown before the first write of a template.
      if (!(error instanceof DomainError) || error instanceof ConcurrentChange) throw error;
      outcomes.push({ id, status: 'refused', version: row.version, error: error.message });
    }
  }
  return { outcomes, events };
}

async function changeOne(
  context: TenantContext,
  db: Connection,
  row: TemplateRow,
  { name, delete: isDeletion, ...place }: Change,
): Promise<{ outcome: Outcome; event?: DomainEvent }> {
  const { id } = row;
  if (isDeletion === true) {
    await removeTemplate(context, db, row);
    return { outcome: { id, status: 'deleted' }, event: templateEvent('template.deleted', row) };
  }
  const changed = await changeTemplate(context, db, row, {
    ...(name !== undefined && { name: toStoredName(name) }),
    ...(await planOrganizeChange(context.scope, db, row, place)),
  });
  const { version } = changed;
  if (version === row.version) return { outcome: { id, status: 'unchanged', version } };
  return { outcome: { id, status: 'changed', version }, event: templateEvent('template.updated', changed) };
}
