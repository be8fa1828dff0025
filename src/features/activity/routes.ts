import { route } from '../../http/route.ts';
import { listActivity, listTemplateActivity } from './operations/list-activity.ts';

export const activityRoutes = [
  route('GET', '/activity', listActivity, { answer: 'page' }),
  route('GET', '/templates/:template_id/activity', listTemplateActivity, { answer: 'page' }),
];
