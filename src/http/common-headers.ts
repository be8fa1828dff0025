import { createId } from '../platform/ids.ts';
import type { CorsPolicy } from './cors.ts';
import type { Route } from './route.ts';

type Headers = Record<string, string>;

/** A request id a proxy may already have given; only what is safe to log is taken over. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** Which pages may read the answer of a route. */
export function corsHeadersOf(
  cors: CorsPolicy,
  route: Route,
  request: Request,
  projectId: string | undefined,
): Headers {
  return route.credentialed === undefined
    ? cors.forProject(request, projectId)
    : cors.forCredentials(request, projectId);
}

const PROJECT_PATH = /^\/api\/v1\/projects\/([^/]+)\//;

/** For requests that reach no route: preflights, and those that are refused before. */
export function corsHeadersByPath(cors: CorsPolicy, routes: readonly Route[], request: Request): Headers {
  const { pathname } = new URL(request.url);
  const isCredentialed = routes.some((route) => route.credentialed && route.path === pathname);
  if (isCredentialed) return cors.forCredentials(request, undefined);
  return cors.forProject(request, PROJECT_PATH.exec(pathname)?.[1]);
}

/** Who may read what an endpoint answers: everybody, no other page, or whom the settings name. */
export interface EndpointAudience {
  /** Files that pages of every origin may read, whatever the settings say. */
  isForAnybody?: boolean;
  /** Only pages of this server itself may read the answers. */
  isForOwnPages?: boolean;
}

export function corsHeadersOfEndpoint(
  cors: CorsPolicy,
  { isForAnybody, isForOwnPages }: EndpointAudience,
  request: Request,
): Headers {
  if (isForOwnPages) return {};
  return isForAnybody ? cors.forAnybody() : cors.forProject(request, undefined);
}

/** Adds the request's id to the headers that every answer has. */
export function withRequestId(headers: Headers, request: Request): Headers {
  const given = request.headers.get('x-request-id');
  headers['x-request-id'] = given !== null && REQUEST_ID.test(given) ? given : createId();
  return headers;
}
