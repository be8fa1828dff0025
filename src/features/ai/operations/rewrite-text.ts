import { defineOperation } from '../../../platform/operation.ts';
import { requireTemplate } from '../../templates/index.ts';
import { rewritingNeedsModel } from '../errors.ts';
import { isModelConfigured } from '../model/index.ts';
import { RewriteInput, RewrittenText } from '../schema.ts';

export const rewriteText = defineOperation({
  name: 'rewriteText',
  summary: 'Rewrite a text as an instruction says; merge tags and inline markup stay exactly as they are',
  scope: 'tenant',
  effect: 'write',
  requestClass: 'render',
  feature: 'ai_generation',
  input: RewriteInput,
  output: RewrittenText,
  async run(context, input) {
    const { deps, scope } = context;
    const { template_id } = input;
    if (template_id !== undefined) await requireTemplate(scope, deps.db.reader, template_id);
    if (!isModelConfigured(deps)) throw rewritingNeedsModel(scope.actor);
    const { rewriteByModel } = await import('../rewrite/rewrite.ts');
    return { content: await rewriteByModel(context, input) };
  },
});
