import { tool } from '../../mcp/tool.ts';
import { scoreTemplate } from './operations/score-template.ts';

export const scoringTools = [
  tool('score-template', scoreTemplate, {
    title: 'Score a template',
    description:
      'Rates a template (template_id), or content you have not saved, from 0 to 100 in four areas: spam, readability, accessibility, bestPractices. No AI: the same mail always scores the same. Findings, worst first, name the block and say what to do; many carry fix, operations for update-template. To apply all fixes in one call ask for fixes "together". not_measured has not passed. Send the subject line if you know it and settings.subject lacks it.',
    effect: 'read',
    defaults: { max_findings: 20 },
    hidden: ['merge_tags'],
  }),
];
