import { route } from '../../http/route.ts';
import { fixFinding } from './operations/fix-finding.ts';
import { scoreTemplate } from './operations/score-template.ts';

export const scoringRoutes = [
  route('POST', '/templates/:template_id/ai/score', scoreTemplate, {
    answer: 'events',
    outputName: 'result',
    renamed: { current_content: 'content' },
  }),
  route('POST', '/templates/:template_id/ai/fix-finding', fixFinding, { answer: 'events' }),
];
