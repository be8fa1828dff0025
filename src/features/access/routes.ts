import { route } from '../../http/route.ts';
import { exchangeToken } from './operations/exchange-token.ts';

export const accessRoutes = [
  route('POST', '/auth/token', exchangeToken, { answer: 'bare', credentialed: { project: 'project_id' } }),
];
