import { route } from '../../http/route.ts';
import { scoreTemplate } from './operations/score-template.ts';

export const scoringRoutes = [
  route('POST', '/templates/:template_id/ai/score', scoreTemplate, {
    answer: 'events',
    outputName: 'result',
    renamed: { current_content: 'content' },
  }),
];
