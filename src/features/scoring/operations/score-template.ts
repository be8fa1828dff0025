import type { TemplateContent } from '../../../mail/model/index.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { signReport } from '../accessibility-report.ts';
import { toScoreResult, withShortIds } from '../output.ts';
import { rateContent } from '../rate-content.ts';
import { ScoreInput, ScoreResult } from '../schema.ts';

export const scoreTemplate = defineOperation({
  name: 'scoreTemplate',
  summary: 'Rate a template or unsaved content for spam, readability, accessibility and best practices',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  feature: 'ai_generation',
  largeField: 'content',
  input: ScoreInput,
  output: ScoreResult,
  async run(context, input) {
    const rated = await rateContent(context, input);
    const { source, content, rating } = rated;
    const { scope, deps } = context;
    const isAgent = scope.actor.kind === 'agent';
    const blockIds = isAgent ? 'all' : deps.services.scoring.hasModel ? 'fixable' : 'fixableByRule';
    const result = toScoreResult(rating, input, blockIds);
    // A score of only some areas is not comparable with one of all.
    if (source.stored !== undefined && input.areas === undefined) {
      const { id, version } = source.stored;
      deps.services.templates.uses.recordScore(scope, id, result.score, version);
    }
    if (input.accessibility_report === true) result.accessibility_report = await signReport(context, rated);
    return isAgent ? withShortIds(result, JSON.parse(content) as TemplateContent) : result;
  },
});
