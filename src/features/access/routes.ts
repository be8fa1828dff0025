import { route } from '../../http/route.ts';
import type { defineExchangeToken } from './operations/exchange-token.ts';

/** The token exchange is made per application, because it holds the signing keys and counts failures. */
export const accessRoutes = (exchangeToken: ReturnType<typeof defineExchangeToken>) => [
  route('POST', '/auth/token', exchangeToken, { answer: 'bare', credentialed: { project: 'project_id' } }),
];
