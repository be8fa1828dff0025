import { route } from '../../http/route.ts';
import { checkHealth } from './operations/check-health.ts';

export const instanceRoutes = [
  route('GET', '/health', checkHealth, { answer: 'bare', requestAddress: true }),
];
