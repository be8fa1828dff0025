import { openapi } from '@elysiajs/openapi';
import type { TSchema } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { stopwatch } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { perform } from '../platform/operation.ts';
import type { Scope, TenantScope } from '../platform/scope.ts';
import { toResponse } from './answer.ts';
import { authenticate, type VerifyBearer } from './authenticate.ts';
import type { AnyServer } from './bind.ts';
import type { ReadClientAddress } from './client-address.ts';
import {
  corsHeadersByPath,
  corsHeadersOf,
  corsHeadersOfEndpoint,
  type EndpointAudience,
  withRequestId,
} from './common-headers.ts';
import { answerPreflight, type CorsPolicy } from './cors.ts';
import { toErrorResponse } from './errors.ts';
import { toEventResponse } from './events.ts';
import { nameAsSent, readInput, toUploadInput } from './input.ts';
import { answerUpload, type ConnectionTimer, removeUpload, takeUpload } from './multipart/index.ts';
import { describeService } from './openapi.ts';
import type { ReadRequestReach } from './reach.ts';
import { type Route, takesFile, type UploadRoute } from './route.ts';
import { describeUnknownRoute } from './unknown-route.ts';

/** A whole protocol under one path: it gets every method, and reads requests and answers them by itself. */
export interface Endpoint extends EndpointAudience {
  path: string;
  handle(request: Request, readAddress: () => string): Response | Promise<Response>;
  /** Its answers carry all their headers, and the browser's question before the real request is for it too. */
  isComplete?: boolean;
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
  app.use(openapi({ documentation: describeService(surface.routes, surface.schemas) as never }));
  for (const route of surface.routes) mount(app, surface, route);
  for (const endpoint of surface.endpoints) mountEndpoint(app, surface, endpoint);
  mountSockets(app, surface);
  app.options('/api/*', ({ request }) =>
    answerPreflight(corsHeadersByPath(surface.cors, surface.routes, request)),
  );
  app.onError({ as: 'global' }, ({ error, code, request }) => {
    const thrown = code === 'NOT_FOUND' ? describeUnknownRoute(surface.routes, request) : error;
    const headers = withRequestId(corsHeadersByPath(surface.cors, surface.routes, request), request);
    return toErrorResponse(thrown, headers, surface.deps.log);
  });
  return app;
}

function mount(app: Elysia, surface: HttpSurface, route: Route): void {
  const handler = takesFile(route) ? handleFile(surface, route) : handleJson(surface, route);
  // Elysia must neither read the body nor validate: both happen once, in `readInput` and `perform`. Nor does its plugin
  // describe the route: it knows of no parameters but those in the path, and would say that there are no others.
  app.route(route.method, route.path, handler as never, { parse: 'none', detail: { hide: true } });
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
  const answerError = (error: unknown, request: Request) => {
    const corsHeaders = corsHeadersOfEndpoint(surface.cors, endpoint, request);
    return toErrorResponse(error, withRequestId(corsHeaders, request), surface.deps.log);
  };
  // What is answered at once stays so: promises would cost a picture that is sent thousands of times a second.
  return ({ request, server }: RequestContext) => {
    try {
      const response = endpoint.handle(request, addressReader(surface, request, server));
      return response instanceof Promise ? response.catch((error) => answerError(error, request)) : response;
    } catch (error) {
      return answerError(error, request);
    }
  };
}

function complete(surface: HttpSurface, endpoint: Endpoint) {
  return async ({ request, server }: RequestContext) => {
    const corsHeaders = corsHeadersOfEndpoint(surface.cors, endpoint, request);
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
}

function mountSockets(app: Elysia, { sockets, deps }: HttpSurface): void {
  const handler = ({ request, server }: RequestContext) =>
    sockets
      .accept(request, server as AnyServer | null)
      .catch((error) => toErrorResponse(error, withRequestId({}, request), deps.log));
  app.get(sockets.path, handler as never, { parse: 'none', detail: { hide: true } });
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
  let headers = withRequestId(corsHeadersOf(surface.cors, route, request, params.project), request);
  let response: Response;
  try {
    const readAddress = addressReader(surface, request, server);
    const authenticated = authenticate(route, request, params, surface.verifyBearer, readAddress);
    const verified = authenticated instanceof Promise ? await authenticated : authenticated;
    const scope = route.reach ? withReach(surface, verified, request, server) : verified;
    const { input, release } = await read(scope);
    const performUntil = async (signal?: AbortSignal): Promise<object> => {
      try {
        const output = await perform(route.operation, deps, scope, input, { signal });
        if (route.credentialed !== undefined) {
          const projectId = (output as Record<string, string>)[route.credentialed.project];
          headers = withRequestId(corsHeadersOf(surface.cors, route, request, projectId), request);
        }
        return output;
      } finally {
        await release?.();
      }
    };
    response = await answer(surface, route, request, () => headers, performUntil);
  } catch (error) {
    const hasLeft = route.answer === 'events' && request.signal.aborted;
    response = hasLeft ? answerNobody() : toErrorResponse(nameAsSent(route, error), headers, deps.log);
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
  readHeaders: () => Record<string, string>,
  performUntil: (signal?: AbortSignal) => Promise<object>,
): Promise<Response> {
  if (route.answer !== 'events') {
    const output = await performUntil();
    return toResponse(route, request, output, readHeaders());
  }
  const leaving = new AbortController();
  const signal = AbortSignal.any([request.signal, leaving.signal]);
  return toEventResponse(route, performUntil(signal), readHeaders(), {
    log: surface.deps.log,
    leaving,
    signal,
  });
}

/** For a client that has left, whose work was ended for that; nginx notes the same status. */
const answerNobody = () => new Response(null, { status: 499 });

function withReach(
  surface: HttpSurface,
  scope: Scope,
  request: Request,
  server: RequestContext['server'],
): Scope {
  const reach = surface.readReach(request, server?.requestIP(request)?.address);
  return reach === undefined || scope.kind === 'admin' ? scope : { ...scope, reach };
}
