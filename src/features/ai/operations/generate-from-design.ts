import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { selectTemplate, templateNotFound } from '../../templates/index.ts';
import { readDesignUpload } from '../design/read-design-upload.ts';
import { designNeedsModel } from '../errors.ts';
import { loadRebuilding } from '../load-on-demand.ts';
import { isModelConfigured } from '../provider/model.ts';
import { DesignedContent, DesignInput } from '../schema.ts';
import { type AiEvent, streamEvents } from '../stream-events.ts';

export const generateFromDesign = defineOperation({
  name: 'generateFromDesign',
  summary: 'Rebuild a design, given as a picture or PDF, as content, without storing it',
  scope: 'tenant',
  feature: 'ai_generation',
  input: DesignInput,
  output: Type.Unsafe<AsyncIterable<AiEvent>>(DesignedContent),
  async run(context, input) {
    const { deps, scope, signal } = context;
    const { template_id, prompt } = input;
    if ((await selectTemplate(scope, deps.db.reader, template_id)) === undefined) throw templateNotFound();
    const file = await readDesignUpload(input);
    if (!isModelConfigured(deps)) throw designNeedsModel();
    return streamEvents(async (_emit, leaving) => {
      const rebuildDesign = await loadRebuilding();
      const { content } = await rebuildDesign({ ...context, signal: leaving }, file, prompt);
      return { type: 'done', content };
    }, signal);
  },
});
