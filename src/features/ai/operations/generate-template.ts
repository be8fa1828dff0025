import { defineOperation, type OperationContext } from '../../../platform/operation.ts';
import {
  createTemplate,
  parseContentBytes,
  requireTemplateWithContent,
  updateTemplate,
} from '../../templates/index.ts';
import { modificationNeedsModel } from '../errors.ts';
import { isModelConfigured } from '../model/index.ts';
import { type GenerationRequest, toTags } from '../prompting/prompt.ts';
import { GeneratedTemplate, GenerateTemplateInput } from '../schema.ts';

type Context = OperationContext<'tenant'>;

export const generateTemplate = defineOperation({
  name: 'generateTemplate',
  summary: 'Generate a template from a prompt, or modify one by it, and store it',
  scope: 'tenant',
  effect: 'write',
  requestClass: 'render',
  feature: 'ai_generation',
  input: GenerateTemplateInput,
  output: GeneratedTemplate,
  async run(context, input) {
    const request: GenerationRequest = { ...input, tags: toTags(input.merge_tags), messages: [] };
    return input.template_id === undefined
      ? create(context, input, request)
      : modify(context, input.template_id, input, request);
  },
});

async function create(context: Context, { name }: GenerateTemplateInput, request: GenerationRequest) {
  const { createContent } = await import('../generate/create-content.ts');
  const made = await createContent(context, request);
  const stored = await createTemplate.run(context, {
    content: made.content,
    name: name ?? made.name,
    answer: 'compact',
  });
  const { engine, reply: text, subject, notes } = made;
  return { ...stored, engine, text, subject, ...(notes.length > 0 && { notes }) };
}

async function modify(
  context: Context,
  template_id: string,
  { name }: GenerateTemplateInput,
  request: GenerationRequest,
) {
  const { deps, scope } = context;
  const row = await requireTemplateWithContent(scope, deps.db.reader, template_id);
  if (!isModelConfigured(deps)) throw modificationNeedsModel(scope.actor);
  const before = parseContentBytes(row.json);
  const { changeContent } = await import('../generate/change-content.ts');
  const { reply: text, content, operations } = await changeContent(context, before, request);
  const hasChanged = operations === undefined || operations.length > 0;
  const change = hasChanged ? (operations === undefined ? { content } : { operations }) : { name: row.name };
  const stored = await updateTemplate.run(context, {
    template_id,
    // The template may have been changed while the model was answering.
    expected_version: row.version,
    ...change,
    ...(name !== undefined && { name }),
    answer: 'compact',
  });
  return { ...stored, engine: 'model' as const, text };
}
