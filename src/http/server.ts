import { openapi } from '@elysiajs/openapi';
import type { TSchema } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { stopwatch } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { DomainError } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import { perform } from '../platform/operation.ts';
import type { Scope, TenantScope } from '../platform/scope.ts';
import { toResponse } from './answer.ts';
import { authenticate, type VerifyBearer } from './authenticate.ts';
import type { ReadClientAddress } from './client-address.ts';
import { answerPreflight, type CorsPolicy } from './cors.ts';
import { toErrorResponse } from './errors.ts';
import { toEventResponse } from './events.ts';
import { readInput, toUploadInput } from './input.ts';
import { answerUpload, type ConnectionTimer, removeUpload, takeUpload } from './multipart/index.ts';
import { describeRoute, describeService } from './openapi.ts';
import { type Route, takesFile, type UploadRoute } from './route.ts';

/** A whole protocol under one path: it gets every method, and reads requests and answers them by itself. */
export interface Endpoint {
  path: string;
  handle(request: Request, readAddress: () => string): Promise<Response>;
  /** Its answers carry all their headers, and the browser's question before the real request is for it too. */
  isComplete?: boolean;
}

export interface HttpSurface {
  deps: Deps;
  routes: readonly Route[];
  endpoints: readonly Endpoint[];
  /** Schemas that documentation refers to by name. */
  schemas: Readonly<Record<string, TSchema>>;
  verifyBearer: VerifyBearer;
  readClientAddress: ReadClientAddress;
  cors: CorsPolicy;
}

interface BunServer extends ConnectionTimer {
  requestIP(request: Request): { address: string } | null;
}

/** What the handler needs of Elysia's context. */
interface RequestContext {
  request: Request;
  /** Absent on routes without parameters. */
  params?: Record<string, string>;
  server: BunServer | null;
}

/**
 * The REST surface: an Elysia application with one handler a route. Elysia finds the route; reading, authenticating,
 * performing and answering are the same for all of them and happen here.
 */
export function createHttpServer(surface: HttpSurface) {
  const app = new Elysia({ normalize: false, serve: { routes: routesPastElysia(surface) } });
  app.use(openapi({ documentation: describeService(surface.schemas) as never }));
  for (const route of surface.routes) mount(app, surface, route);
  for (const endpoint of surface.endpoints) mountEndpoint(app, surface, endpoint);
  app.options('/api/*', ({ request }) => answerPreflight(surface.cors, request));
  app.onError({ as: 'global' }, ({ error, code, request }) => {
    const thrown = code === 'NOT_FOUND' ? describeUnknownRoute(surface.routes, request) : error;
    return toErrorResponse(thrown, commonHeaders(surface, request), surface.deps.log);
  });
  return app;
}

function mount(app: Elysia, surface: HttpSurface, route: Route): void {
  const handler = takesFile(route) ? handleFile(surface, route) : handleJson(surface, route);
  // Elysia must neither read the body nor validate: both happen once, in `readInput` and `perform`.
  app.route(route.method, route.path, handler as never, {
    parse: 'none',
    detail: describeRoute(route) as never,
  });
}

function handleJson(surface: HttpSurface, route: Route) {
  return ({ request, params = {}, server }: RequestContext) =>
    handle(surface, route, { request, params, server }, async () => ({
      input: await readInput(route, request, params),
    }));
}

function handleFile(surface: HttpSurface, route: UploadRoute) {
  return ({ request, params = {}, server }: RequestContext) =>
    answerUpload(request, server, (body) =>
      handle(surface, route, { request, params, server }, async (scope) => {
        const upload = { request, body, options: route.upload };
        // A file belongs to somebody: the types let no other operation have such a route.
        const form = await takeUpload(surface.deps, scope as TenantScope, upload);
        return { input: toUploadInput(route, form, params), release: () => removeUpload(form) };
      }),
    );
}

/** What a request brings for its operation, and what is to be done when that has run. */
interface Brought {
  input: unknown;
  release?: () => Promise<void>;
}

/**
 * Complete endpoints once more, for the runtime's own router, which Elysia hands them to when it listens: on its own way
 * it makes things for a request that cost as much as sending a picture.
 */
function routesPastElysia(surface: HttpSurface) {
  const complete = surface.endpoints.filter((endpoint) => endpoint.isComplete === true);
  return Object.fromEntries(
    complete.map((endpoint) => {
      const answer = passOn(surface, endpoint);
      return [endpoint.path, (request: Request, server: BunServer) => answer({ request, server })];
    }),
  );
}

function mountEndpoint(app: Elysia, surface: HttpSurface, endpoint: Endpoint): void {
  const handler = endpoint.isComplete === true ? passOn(surface, endpoint) : complete(surface, endpoint);
  app.all(endpoint.path, handler as never, { parse: 'none', detail: { hide: true } });
}

function passOn(surface: HttpSurface, endpoint: Endpoint) {
  return ({ request, server }: RequestContext) =>
    endpoint
      .handle(request, addressReader(surface, request, server))
      .catch((error) => toErrorResponse(error, commonHeaders(surface, request), surface.deps.log));
}

function complete(surface: HttpSurface, endpoint: Endpoint) {
  return async ({ request, server }: RequestContext) => {
    if (request.method === 'OPTIONS') return answerPreflight(surface.cors, request);
    const headers = commonHeaders(surface, request);
    let response: Response;
    try {
      response = await endpoint.handle(request, addressReader(surface, request, server));
    } catch (error) {
      return toErrorResponse(error, headers, surface.deps.log);
    }
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };
}

function addressReader(surface: HttpSurface, request: Request, server: RequestContext['server']) {
  return () => surface.readClientAddress(request, server?.requestIP(request)?.address);
}

async function handle(
  surface: HttpSurface,
  route: Route,
  { request, params, server }: Required<RequestContext>,
  read: (scope: Scope) => Promise<Brought>,
): Promise<Response> {
  const { deps } = surface;
  const elapsed = stopwatch();
  const headers = commonHeaders(surface, request);
  let response: Response;
  try {
    const readAddress = addressReader(surface, request, server);
    const authenticated = authenticate(route, request, params, surface.verifyBearer, readAddress);
    const scope = authenticated instanceof Promise ? await authenticated : authenticated;
    const { input, release } = await read(scope);
    const performUntil = async (signal?: AbortSignal): Promise<object> => {
      try {
        return await perform(route.operation, deps, scope, input, { signal });
      } finally {
        await release?.();
      }
    };
    response = await answer(surface, route, request, headers, performUntil);
  } catch (error) {
    const hasLeft = route.answer === 'events' && request.signal.aborted;
    response = hasLeft ? answerNobody() : toErrorResponse(error, headers, deps.log);
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

/** Performs and answers. What answers with a stream of events learns by a signal that nobody reads it any more. */
async function answer(
  surface: HttpSurface,
  route: Route,
  request: Request,
  headers: Record<string, string>,
  performUntil: (signal?: AbortSignal) => Promise<object>,
): Promise<Response> {
  if (route.answer !== 'events') return toResponse(route, request, await performUntil(), headers);
  const leaving = new AbortController();
  const signal = AbortSignal.any([request.signal, leaving.signal]);
  return toEventResponse(route, performUntil(signal), headers, { log: surface.deps.log, leaving, signal });
}

/** For a client that has left, whose work was ended for that; nginx notes the same status. */
const answerNobody = () => new Response(null, { status: 499 });

/** A request id a proxy may already have given; only what is safe to log is taken over. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

function commonHeaders(surface: HttpSurface, request: Request): Record<string, string> {
  const headers = surface.cors.headersFor(request);
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
