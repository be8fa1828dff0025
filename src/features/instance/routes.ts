import { route } from '../../http/route.ts';
import { checkHealth } from './operations/check-health.ts';
import { checkReadiness } from './operations/check-readiness.ts';
import { getOverview } from './operations/get-overview.ts';

export const instanceRoutes = [
  route('GET', '/health', checkHealth, { answer: 'bare', requestAddress: true }),
  route('GET', '/ready', checkReadiness, { answer: 'bare' }),
  route('GET', '/overview', getOverview),
];
