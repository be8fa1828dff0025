import { Elysia } from 'elysia';
import { withRequestId } from './answer.ts';
import { answerRoute } from './answer-route.ts';
import { answerPreflight, corsHeadersByPath, corsHeadersOfEndpoint } from './cors.ts';
import { documentationEndpoints } from './documentation.ts';
import { addressReader, answerEndpoint, nativeRoutes } from './endpoints.ts';
import { connectRefused, toErrorResponse, unknownRoute } from './errors.ts';
import { isDocumented } from './route.ts';
import { addServerState, type HttpSurface } from './surface.ts';

interface FailedContext {
  request: Request;
  error: unknown;
  code: string | number;
  route: string;
}

/** `readInput` and `perform` read and validate the body, not Elysia. */
const UNPARSED = { parse: 'none' } as const;

/**
 * The REST surface as an Elysia application. Elysia finds the route of a request, and `answerRoute` answers it.
 * `onError` answers requests without a route and errors of endpoints.
 */
export function createHttpServer(options: HttpSurface) {
  const surface = addServerState(options);
  const { deps, routes, requestLog } = surface;
  const documented = routes.filter(isDocumented);
  const endpoints = [...surface.endpoints, ...documentationEndpoints(documented, surface.schemas)];
  const context = { ...surface, log: deps.log };
  const app = new Elysia({
    normalize: false,
    serve: { routes: nativeRoutes(context, endpoints, surface.sockets) },
  });
  // Elysia reads the source of the functions below to find out which parts of the context they use, and creates only
  // these for each request: name them as parameters. The server is taken from `app`, because Elysia would define a
  // getter for each request.
  app.onError(({ error, code, request, route: pattern }: FailedContext) => {
    if (requestLog.isOn) requestLog.start(request, addressReader(context, request, app.server));
    // The target of CONNECT is a host, not a path of this server.
    if (request.method === 'CONNECT')
      return toErrorResponse(connectRefused(), withRequestId({}, request), deps.log);
    const endpoint = endpoints.find(({ path }) => path === pattern);
    const headers = endpoint
      ? corsHeadersOfEndpoint(surface.cors, endpoint, request)
      : corsHeadersByPath(surface, request);
    const thrown = code === 'NOT_FOUND' ? unknownRoute(routes, request) : error;
    const response = toErrorResponse(thrown, withRequestId(headers, request), deps.log);
    requestLog.writeOther(endpoint?.path ?? 'unknown', request, response);
    return response;
  });
  for (const endpoint of endpoints) {
    const handle = answerEndpoint(context, endpoint);
    app.all(endpoint.path, ({ request }) => handle(request, app.server), UNPARSED);
  }
  app.get(
    surface.sockets.path,
    ({ request }) => surface.sockets.accept(request, null, addressReader(context, request, null)),
    UNPARSED,
  );
  app.options('/api/*', ({ request }) => answerPreflight(corsHeadersByPath(surface, request)));
  for (const route of routes) {
    const answer = answerRoute(surface, route);
    app.route(
      route.method,
      route.path,
      ({ request, params = {} }) => answer({ request, params, server: app.server }),
      UNPARSED,
    );
  }
  return app;
}
