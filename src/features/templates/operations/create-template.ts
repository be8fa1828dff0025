import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { templateEvent } from '../events.ts';
import { outlineChanged, parseContentBytes, toTemplate } from '../output.ts';
import type { TemplateWithContent } from '../queries.ts';
import { CreateInput, planDraft, storeDraft } from '../saving/draft.ts';
import { ImportReport } from '../saving/origin.ts';
import { ChangedTemplate } from '../schema.ts';

const CreatedTemplate = Type.Object({
  ...ChangedTemplate.properties,
  report: Type.Optional(ImportReport),
});

export const createTemplate = defineOperation({
  name: 'createTemplate',
  summary: 'Create a template, or copy one',
  scope: 'tenant',
  effect: 'write',
  largeField: 'content',
  input: CreateInput,
  output: CreatedTemplate,
  async run({ deps, scope, emit, signal }, input) {
    const { draftIn, report } = await planDraft({ deps, scope, emit, signal }, input);
    const created = await deps.db.transaction(
      async (db) => storeDraft({ deps, scope }, db, await draftIn(db), input.key ?? null),
      ownerOf(scope),
    );
    emit(templateEvent('template.created', created));
    deps.services.templates.given.note(scope, created.id, created.version);
    const answer = input.answer === 'full' ? toTemplate(created) : toCreatedSummary(created, input);
    return { ...answer, ...(report && { report }) };
  },
});

/**
 * The outline has the generated ids, so that an agent can continue without reading the template. Callers that change a
 * copy already know the ids, which are those of the original.
 */
function toCreatedSummary({ id, version, json }: TemplateWithContent, { operations }: CreateInput) {
  if (operations !== undefined) return { id, version };
  return { id, version, outline: outlineChanged(id, parseContentBytes(json)) };
}
