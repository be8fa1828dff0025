/**
 * Origins that may read answers in a browser. `*` is safe for this API: it never uses cookies, so a page can only read
 * what its own bearer token opens.
 */
export interface CorsPolicy {
  /** Headers for an answer to `request`. */
  headersFor(request: Request): Record<string, string>;
}

/** What a page's script may read of an answer beside its body. */
const EXPOSED = 'etag, retry-after, x-request-id, ratelimit, ratelimit-policy, www-authenticate';

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, x-socket-id, if-match, if-none-match, x-project-id, x-tenant, ' +
    'mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id',
  'access-control-max-age': '86400',
};

/** `origins`: `['*']` for any, or exact origins such as `https://app.example.com`. */
export function createCorsPolicy(origins: readonly string[]): CorsPolicy {
  if (origins.includes('*')) {
    return {
      headersFor: () => ({ 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED }),
    };
  }
  const allowed = new Set(origins);
  return {
    headersFor(request) {
      const origin = request.headers.get('origin');
      if (origin === null || !allowed.has(origin)) return { vary: 'Origin' };
      return {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED,
        vary: 'Origin',
      };
    },
  };
}

/** Answers the browser's question before the real request. */
export function answerPreflight(policy: CorsPolicy, request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: { ...policy.headersFor(request), ...PREFLIGHT_HEADERS },
  });
}
