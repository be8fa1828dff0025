import { defineOperation } from '../../../platform/operation.ts';
import { examineFinding, FixedContent, FixInput } from '../../scoring/index.ts';
import { fixNeedsModel } from '../errors.ts';
import { isModelConfigured } from '../model/index.ts';
import { toTags } from '../prompting/prompt.ts';

export const fixFinding = defineOperation({
  name: 'fixFinding',
  summary:
    'Put right one finding of a score in the HTML of a block: by the rule’s own fix, else by the model',
  scope: 'tenant',
  effect: 'write',
  requestClass: 'render',
  feature: 'ai_generation',
  input: FixInput,
  output: FixedContent,
  async run(context, input) {
    const { content: html, finding, merge_tags } = input;
    const { rule, fixed, message, suggestion, isStillIn } = await examineFinding(context, input);
    if (fixed !== undefined) return { content: fixed };
    if (!isModelConfigured(context.deps)) throw fixNeedsModel(suggestion);
    const { fixByModel } = await import('../rewrite/rewrite.ts');
    const content = await fixByModel(context, {
      html,
      message: message ?? finding.message,
      suggestion,
      isAboutTags: rule === 'best.merge-tags',
      tags: toTags(merge_tags),
      // A finding without a rule was not made here, so it cannot be checked again.
      isStillIn: message === undefined ? async () => false : isStillIn,
    });
    return { content };
  },
});
