import type { Endpoint } from '../http/endpoints.ts';
import { equalInConstantTime, sha256 } from '../platform/security/crypto.ts';
import type { Metrics } from './metrics.ts';

const PATH = '/metrics';

/** `GET /metrics` for a monitoring system that sends the token of the settings. */
export function metricsEndpoint(metrics: Metrics, token: string): Endpoint {
  const expected = sha256(`Bearer ${token}`);
  return {
    path: PATH,
    isForOwnPages: true,
    async handle(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return new Response('Only GET is answered here.\n', { status: 405, headers: { allow: 'GET, HEAD' } });
      const sent = request.headers.get('authorization') ?? '';
      if (!equalInConstantTime(sha256(sent), expected))
        return new Response('Send the token of GALLEY_METRICS_TOKEN as "Authorization: Bearer <token>".\n', {
          status: 401,
          headers: { 'www-authenticate': 'Bearer' },
        });
      return new Response(await metrics.read(), {
        headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
      });
    },
  };
}
