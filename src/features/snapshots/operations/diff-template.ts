import { type Static, Type } from '@sinclair/typebox';
import { storedJson } from '../../../platform/json/stored-json.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { TemplateId } from '../../templates/index.ts';
import { type Comparison, compareStates } from '../comparison.ts';
import { DiffAnswerInput, StateId, TemplateDiff } from '../schema.ts';
import { NOW, readState } from '../snapshot.ts';

export const diffTemplate = defineOperation({
  name: 'diffTemplate',
  summary: 'What changed from one state of a template to another: blocks, fields, texts word by word',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({
    template_id: TemplateId,
    from: StateId,
    to: Type.Optional(Type.String({ description: 'The same; the present content if left out.' })),
    answer: DiffAnswerInput,
  }),
  output: TemplateDiff,
  async run({ deps, scope }, { template_id, from, to, answer }) {
    const before = await readState(scope, deps.db.reader, template_id, from);
    const after = await readState(scope, deps.db.reader, template_id, to ?? NOW);
    const comparison = await compareStates({ deps, scope }, before, after, answer);
    return { template_id, from: before.heading, to: after.heading, ...toParts(comparison) };
  },
});

function toParts({
  summary,
  diff,
  parts,
  reason,
}: Comparison): Omit<Static<typeof TemplateDiff>, 'template_id' | 'from' | 'to'> {
  if (parts === undefined) return { summary, ...(diff !== undefined && { diff }) };
  const { blocks, settings, others, operations } = parts;
  return {
    summary,
    blocks: storedJson(Buffer.from(blocks)),
    settings: storedJson(Buffer.from(settings)),
    ...(others !== '[]' && { others: storedJson(Buffer.from(others)) }),
    operations: storedJson(Buffer.from(operations)),
    ...(reason !== undefined && { operations_missing: reason }),
  };
}
