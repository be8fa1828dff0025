import type { TemplateContent } from '../../../mail/model/index.ts';
import { defineOperation, type OperationContext } from '../../../platform/operation.ts';
import { parseStoredJson, storedJson } from '../../../platform/stored-json.ts';
import {
  createTemplate,
  selectTemplateWithContent,
  templateNotFound,
  updateTemplate,
} from '../../templates/index.ts';
import { modificationNeedsModel } from '../errors.ts';
import { toTags, type Wish } from '../generate/wish.ts';
import { loadChanging, loadCreating } from '../load-on-demand.ts';
import { isModelConfigured } from '../provider/model.ts';
import { GeneratedTemplate, GenerateTemplateInput } from '../schema.ts';

type Context = OperationContext<'tenant'>;

export const generateTemplate = defineOperation({
  name: 'generateTemplate',
  summary: 'Generate a template from a prompt, or modify one by it, and store it',
  scope: 'tenant',
  feature: 'ai_generation',
  input: GenerateTemplateInput,
  output: GeneratedTemplate,
  async run(context, input) {
    const wish: Wish = { ...input, tags: toTags(input.merge_tags), messages: [] };
    return input.template_id === undefined
      ? create(context, input, wish)
      : modify(context, input.template_id, input, wish);
  },
});

async function create(context: Context, { name }: GenerateTemplateInput, wish: Wish) {
  const createContent = await loadCreating();
  const made = await createContent(context, wish);
  const stored = await createTemplate.run(context, {
    content: made.content,
    name: name ?? made.name,
    answer: 'compact',
  });
  const { engine, reply: text, subject, notes } = made;
  return { ...stored, engine, text, subject, ...(notes.length > 0 && { notes }) };
}

async function modify(context: Context, template_id: string, { name }: GenerateTemplateInput, wish: Wish) {
  const { deps, scope } = context;
  const row = await selectTemplateWithContent(scope, deps.db.reader, template_id);
  if (row === undefined) throw templateNotFound();
  if (!isModelConfigured(deps)) throw modificationNeedsModel(scope.actor);
  const before = parseStoredJson(storedJson<TemplateContent>(row.json));
  const changeContent = await loadChanging();
  const { reply: text, content, operations } = await changeContent(context, before, wish);
  const hasChanged = operations === undefined || operations.length > 0;
  const change = hasChanged ? (operations === undefined ? { content } : { operations }) : { name: row.name };
  const stored = await updateTemplate.run(context, {
    template_id,
    // Somebody may have changed it while the model was thinking.
    expected_version: row.version,
    ...change,
    ...(name !== undefined && { name }),
    answer: 'compact',
  });
  return { ...stored, engine: 'model' as const, text };
}
