import { tool } from '../../mcp/tool.ts';
import { scoreTemplate } from './operations/score-template.ts';

export const scoringTools = [
  tool('score-template', scoreTemplate, {
    title: 'Score a template',
    description:
      'Rates a template, or content you have not saved, from 0 to 100 in four areas, without AI. Findings, worst first, name the block and say what to do; many carry fix, operations for update-template. not_measured has not passed.',
    effect: 'read',
    defaults: { max_findings: 20 },
    hidden: ['merge_tags'],
  }),
];
