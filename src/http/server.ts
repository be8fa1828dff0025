import { openapi } from '@elysiajs/openapi';
import type { TSchema } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { stopwatch } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { DomainError } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import { perform } from '../platform/operation.ts';
import type { Scope } from '../platform/scope.ts';
import { toResponse } from './answer.ts';
import { authenticate, type VerifyBearer } from './authenticate.ts';
import type { AnyServer } from './bind.ts';
import type { ReadClientAddress } from './client-address.ts';
import { answerPreflight, type CorsPolicy } from './cors.ts';
import { toErrorResponse } from './errors.ts';
import { readInput } from './input.ts';
import { describeRoute, describeService } from './openapi.ts';
import type { ReadRequestReach } from './reach.ts';
import type { Route } from './route.ts';

/** A whole protocol under one path: it gets every method, and reads requests and answers them by itself. */
export interface Endpoint {
  path: string;
  /** Files that pages of every origin may read, whatever the settings say. */
  isForAnybody?: boolean;
  /** Only pages of this server itself may read the answers. */
  isForOwnPages?: boolean;
  handle(request: Request, readAddress: () => string): Promise<Response>;
}

/** Requests under one path that become websockets; their listeners know the rest. */
export interface SocketEndpoint {
  path: string;
  /** Answers a request that does not ask for one; `server`: the plain one, null where nothing listens. */
  accept(request: Request, server: AnyServer | null): Promise<Response | undefined>;
}

export interface HttpSurface {
  deps: Deps;
  routes: readonly Route[];
  endpoints: readonly Endpoint[];
  sockets: SocketEndpoint;
  /** Schemas that documentation refers to by name. */
  schemas: Readonly<Record<string, TSchema>>;
  verifyBearer: VerifyBearer;
  readClientAddress: ReadClientAddress;
  readReach: ReadRequestReach;
  cors: CorsPolicy;
}

/** What the handler needs of Elysia's context. */
interface RequestContext {
  request: Request;
  /** Absent on routes without parameters. */
  params?: Record<string, string>;
  server: { requestIP(request: Request): { address: string } | null } | null;
}

/**
 * The REST surface: an Elysia application with one handler a route. Elysia finds the route; reading, authenticating,
 * performing and answering are the same for all of them and happen here.
 */
export function createHttpServer(surface: HttpSurface) {
  const app = new Elysia({ normalize: false });
  app.use(openapi({ documentation: describeService(surface.schemas) as never }));
  for (const route of surface.routes) mount(app, surface, route);
  for (const endpoint of surface.endpoints) mountEndpoint(app, surface, endpoint);
  mountSockets(app, surface);
  app.options('/api/*', ({ request }) => answerPreflight(corsHeadersByPath(surface, request)));
  app.onError({ as: 'global' }, ({ error, code, request }) => {
    const thrown = code === 'NOT_FOUND' ? describeUnknownRoute(surface.routes, request) : error;
    const headers = withRequestId(corsHeadersByPath(surface, request), request);
    return toErrorResponse(thrown, headers, surface.deps.log);
  });
  return app;
}

function mount(app: Elysia, surface: HttpSurface, route: Route): void {
  const handler = (context: RequestContext) =>
    handle(surface, route, context.request, context.params ?? {}, context.server);
  // Elysia must neither read the body nor validate: both happen once, in `readInput` and `perform`.
  app.route(route.method, route.path, handler as never, {
    parse: 'none',
    detail: describeRoute(route) as never,
  });
}

function mountEndpoint(app: Elysia, surface: HttpSurface, endpoint: Endpoint): void {
  const handler = async ({ request, server }: RequestContext) => {
    const { cors } = surface;
    const corsHeaders = corsHeadersOfEndpoint(cors, endpoint, request);
    if (request.method === 'OPTIONS') return answerPreflight(corsHeaders);
    const headers = withRequestId(corsHeaders, request);
    let response: Response;
    try {
      response = await endpoint.handle(request, addressReader(surface, request, server));
    } catch (error) {
      return toErrorResponse(error, headers, surface.deps.log);
    }
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };
  app.all(endpoint.path, handler as never, { parse: 'none', detail: { hide: true } });
}

function mountSockets(app: Elysia, { sockets }: HttpSurface): void {
  const handler = ({ request, server }: RequestContext) =>
    sockets.accept(request, server as AnyServer | null);
  app.get(sockets.path, handler as never, { parse: 'none', detail: { hide: true } });
}

function corsHeadersOfEndpoint(
  cors: CorsPolicy,
  { isForAnybody, isForOwnPages }: Endpoint,
  request: Request,
): Record<string, string> {
  if (isForOwnPages) return {};
  return isForAnybody ? cors.forAnybody() : cors.forProject(request, undefined);
}

function addressReader(surface: HttpSurface, request: Request, server: RequestContext['server']) {
  return () => surface.readClientAddress(request, server?.requestIP(request)?.address);
}

async function handle(
  surface: HttpSurface,
  route: Route,
  request: Request,
  params: Record<string, string>,
  server: RequestContext['server'],
): Promise<Response> {
  const { deps } = surface;
  const elapsed = stopwatch();
  let headers = withRequestId(corsHeadersOf(surface, route, request, params.project), request);
  let response: Response;
  try {
    const readAddress = addressReader(surface, request, server);
    const authenticated = authenticate(route, request, params, surface.verifyBearer, readAddress);
    const verified = authenticated instanceof Promise ? await authenticated : authenticated;
    const scope = route.reach ? withReach(surface, verified, request, server) : verified;
    const output = await perform(route.operation, deps, scope, await readInput(route, request, params));
    if (route.credentialed !== undefined) {
      const projectId = (output as Record<string, string>)[route.credentialed.project];
      headers = withRequestId(corsHeadersOf(surface, route, request, projectId), request);
    }
    response = toResponse(route, request, output, headers);
  } catch (error) {
    response = toErrorResponse(error, headers, deps.log);
  }
  if (deps.log.isLevelEnabled('debug')) {
    deps.log.debug(
      {
        request_id: headers['x-request-id'],
        method: route.method,
        path: new URL(request.url).pathname,
        operation: route.operation.name,
        status: response.status,
        ms: Math.round(elapsed() * 100) / 100,
      },
      'request',
    );
  }
  return response;
}

function withReach(
  surface: HttpSurface,
  scope: Scope,
  request: Request,
  server: RequestContext['server'],
): Scope {
  const reach = surface.readReach(request, server?.requestIP(request)?.address);
  return reach === undefined || scope.kind === 'admin' ? scope : { ...scope, reach };
}

/** A request id a proxy may already have given; only what is safe to log is taken over. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

function corsHeadersOf({ cors }: HttpSurface, route: Route, request: Request, projectId: string | undefined) {
  return route.credentialed === undefined
    ? cors.forProject(request, projectId)
    : cors.forCredentials(request, projectId);
}

const PROJECT_PATH = /^\/api\/v1\/projects\/([^/]+)\//;

/** For requests that reach no route: preflights, and those that are refused before. */
function corsHeadersByPath({ cors, routes }: HttpSurface, request: Request): Record<string, string> {
  const { pathname } = new URL(request.url);
  const isCredentialed = routes.some((route) => route.credentialed && route.path === pathname);
  if (isCredentialed) return cors.forCredentials(request, undefined);
  return cors.forProject(request, PROJECT_PATH.exec(pathname)?.[1]);
}

/** Adds the request's id to the headers that every answer has. */
function withRequestId(headers: Record<string, string>, request: Request): Record<string, string> {
  const given = request.headers.get('x-request-id');
  headers['x-request-id'] = given !== null && REQUEST_ID.test(given) ? given : createId();
  return headers;
}

/** `method_not_allowed` if the path exists with another method, otherwise `not_found`. */
function describeUnknownRoute(routes: readonly Route[], request: Request): DomainError {
  const { pathname } = new URL(request.url);
  const methods = routes.filter((route) => matchesPath(route.path, pathname)).map((route) => route.method);
  if (methods.length > 0) {
    const allow = [...new Set(methods)].join(', ');
    const message = `${request.method} is not possible here; ${allow} would be.`;
    return new DomainError('method_not_allowed', message, { facts: { allow } });
  }
  return new DomainError(
    'not_found',
    'There is nothing under this address. The API is described at /openapi.',
  );
}

function matchesPath(pattern: string, pathname: string): boolean {
  const steps = pattern.split('/');
  const given = pathname.split('/');
  const fits = (step: string, i: number) => (step.startsWith(':') ? given[i] !== '' : step === given[i]);
  return steps.length === given.length && steps.every(fits);
}
