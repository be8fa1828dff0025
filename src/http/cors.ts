import { urlOf } from '../platform/network/request-url.ts';
import { createOriginSet, type OriginSet } from '../platform/security/origins.ts';
import { ADMIN_PREFIX, type Route, SERVER_PREFIX } from './route.ts';

/** The allowed origins that projects have set. */
interface ProjectOrigins {
  /** Undefined for a project without any. */
  of(projectId: string): OriginSet | undefined;
  /** Whether any project has set this origin. */
  someHas(origin: string): boolean;
}

type CorsHeaders = Record<string, string>;

/**
 * Decides which pages may read answers in a browser. Other pages receive the same answer without the header that allows
 * it.
 */
export interface CorsPolicy {
  /**
   * Headers of an answer about this project, or about no project. `*` is safe here: no cookies are used, so a page can
   * read only what its own bearer token gives access to.
   */
  forProject(request: Request, projectId: string | undefined): CorsHeaders;
  /**
   * Headers where pages may send cookies, for which browsers require a named origin. `projectId` is known only together
   * with the answer; before that, and in errors, every origin that some project allows is accepted.
   */
  forCredentials(request: Request, projectId: string | undefined): CorsHeaders;
  /** Headers of files that every page may read. */
  forAnybody(): CorsHeaders;
}

/** Which pages may read the answers of an endpoint. Default: the origins of the settings. */
export interface EndpointAudience {
  /** Pages of every origin may read the answers, regardless of the settings. */
  isForAnybody?: boolean;
  /** Only pages of this server itself may read the answers. */
  isForOwnPages?: boolean;
}

/** Response headers that a page's script may read. */
const EXPOSED =
  'etag, retry-after, x-request-id, ratelimit, ratelimit-limit, ratelimit-policy, ratelimit-remaining, ' +
  'ratelimit-reset, www-authenticate, x-ignored-fields';

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, x-socket-id, if-match, if-none-match, x-project-id, x-tenant, ' +
    'mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id',
  'access-control-max-age': '86400',
};

/**
 * `standard`: the allowed origins of projects that have set none: `['*']` for any, or for example
 * `https://app.example.com`.
 */
export function createCorsPolicy(standard: readonly string[], projects: ProjectOrigins): CorsPolicy {
  const standardSet = createOriginSet(standard);
  return {
    forProject(request, projectId) {
      const origins = (projectId === undefined ? undefined : projects.of(projectId)) ?? standardSet;
      if (origins.isAny) return allow('*');
      const origin = request.headers.get('origin');
      return origin !== null && origins.has(origin) ? { ...allow(origin), ...VARY } : { ...VARY };
    },
    forCredentials(request, projectId) {
      const origin = request.headers.get('origin');
      if (origin === null) return standardSet.isAny ? { ...allow('*'), ...VARY } : { ...VARY };
      const isAllowed =
        projectId === undefined
          ? standardSet.has(origin) || projects.someHas(origin)
          : (projects.of(projectId) ?? standardSet).has(origin);
      if (!isAllowed) return { ...VARY };
      return { ...allow(origin), 'access-control-allow-credentials': 'true', ...VARY };
    },
    forAnybody: () => allow('*'),
  };
}

/** The headers depend on the request's origin, so caches must store an answer per origin. */
const VARY = { vary: 'Origin' };

const allow = (origin: string): CorsHeaders => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': EXPOSED,
});

export function corsHeadersOfEndpoint(
  cors: CorsPolicy,
  { isForAnybody, isForOwnPages }: EndpointAudience,
  request: Request,
): CorsHeaders {
  if (isForOwnPages) return {};
  return isForAnybody ? cors.forAnybody() : cors.forProject(request, undefined);
}

/**
 * Answers a browser's preflight request. `headers`: those of the real answer; without an allowed origin nothing is
 * allowed.
 */
export function answerPreflight(headers: CorsHeaders): Response {
  if (Object.keys(headers).length === 0) return new Response(null, { status: 204 });
  return new Response(null, { status: 204, headers: { ...headers, ...PREFLIGHT_HEADERS } });
}

/** No page of another origin may read answers below these paths. */
const CLOSED_PREFIXES = [SERVER_PREFIX, ADMIN_PREFIX];

const PROJECT_PATH = /^\/api\/v1\/projects\/([^/]+)\//;

/** CORS headers determined by the path alone, for preflight requests and errors. */
export function corsHeadersByPath(
  { cors, routes }: { cors: CorsPolicy; routes: readonly Route[] },
  request: Request,
): Record<string, string> {
  const { pathname } = urlOf(request);
  if (CLOSED_PREFIXES.some((prefix) => pathname.startsWith(`${prefix}/`))) return {};
  const isCredentialed = routes.some((route) => route.credentialed && route.path === pathname);
  if (isCredentialed) return cors.forCredentials(request, undefined);
  return cors.forProject(request, PROJECT_PATH.exec(pathname)?.[1]);
}
