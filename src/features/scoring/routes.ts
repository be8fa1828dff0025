import { route } from '../../http/route.ts';
import { getAccessibilityReport, printAccessibilityReport } from './operations/accessibility-report.ts';
import { scoreTemplate } from './operations/score-template.ts';

export const scoringRoutes = [
  route('GET', '/templates/:template_id/accessibility-report', getAccessibilityReport),
  route('GET', '/templates/:template_id/accessibility-report.html', printAccessibilityReport, {
    answer: 'file',
    fileType: 'text/html',
  }),
  route('POST', '/templates/:template_id/ai/score', scoreTemplate, {
    answer: 'events',
    outputName: 'result',
    renamed: { current_content: 'content' },
  }),
];
