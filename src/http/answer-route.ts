import { refuseAfterDelay } from '../platform/limits/rate-limit.ts';
import { clientClosedRequest } from '../platform/network/http-status.ts';
import { urlOf } from '../platform/network/request-url.ts';
import { perform, requireEffect } from '../platform/operation.ts';
import { ownerOf, type Scope, type TenantScope } from '../platform/scope.ts';
import { requireAccess } from '../platform/security/admin-access.ts';
import { requireLease } from '../platform/tasks/require-lease.ts';
import { requireRoomForAnswer, toResponse, withRequestId } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { BACKEND_CHALLENGE } from './backend.ts';
import { authorizedInput, type Call, isFromEditorTab, recordBytes, recordNames } from './call.ts';
import { corsHeadersByPath } from './cors.ts';
import { addressReader, peerOf } from './endpoints.ts';
import { toErrorResponse, unknownRoute } from './errors.ts';
import { toEventResponse } from './event-stream.ts';
import { nameAsSent, readInput, toUploadInput } from './input.ts';
import { answerUpload, removeUpload, takeUpload } from './multipart/index.ts';
import { type Route, takesFile, type UploadRoute } from './route.ts';
import type { ServedSurface } from './surface.ts';
import { resolveTemplateKeys } from './template-keys.ts';
import type { AnyServer } from './tls-listener.ts';

/** A request to a route. */
interface Arrived {
  request: Request;
  /** Path parameters. */
  params: Record<string, string>;
  /** The plain listener; null for a request made within this process. */
  server: AnyServer | null;
}

/**
 * Makes the handler of a route: it opens the call, performs the operation, and answers with its output or with the
 * error.
 */
export function answerRoute(surface: ServedSurface, route: Route): (arrived: Arrived) => Promise<Response> {
  const { requestLog } = surface;
  const run = takesFile(route) ? runUpload(surface, route) : runRoute(surface, route);
  const answer = async (arrived: Arrived): Promise<Response> => {
    const { request, server } = arrived;
    let call: Call | undefined;
    try {
      call = await openCall(surface, route, arrived);
      return respond(surface, route, request, call, await run(arrived, call));
    } catch (error) {
      const response = failRoute(surface, route, request, error, call);
      return takesFile(route) ? answerUpload(request, server, async () => response) : response;
    }
  };
  if (!requestLog.isOn) return answer;
  return (arrived) => {
    const { request, server } = arrived;
    requestLog.start(request, addressReader(surface, request, server));
    return requestLog.within(request, () => answer(arrived));
  };
}

/**
 * Refuses paths that end with a slash. Clients shorten `templates/x/comments/..` to `templates/x/`, and the router
 * ignores a slash at the end: an unchecked comment id would delete the template, and an unchecked template id the
 * tenant.
 */
function requireExactPath({ routes }: ServedSurface, request: Request): void {
  if (urlOf(request).pathname.endsWith('/')) throw unknownRoute(routes, request);
}

async function openCall(
  surface: ServedSurface,
  route: Route,
  { request, params, server }: Arrived,
): Promise<Call> {
  const { cors } = surface;
  requireLease(surface.deps.nodes);
  if (route.method === 'DELETE') requireExactPath(surface, request);
  const headers =
    route.audience !== 'pages'
      ? {}
      : route.credentialed
        ? cors.forCredentials(request, undefined)
        : cors.forProject(request, params.project);
  const readAddress = () => surface.readClientAddress(request, peerOf(request, server));
  const scope = await authenticate(route, request, params, surface, readAddress);
  requireEffect(route.operation, scope);
  // Health checks are frequent and never wait.
  if (scope.kind !== 'public') surface.deps.bodyQueue.note(ownerOf(scope));
  if (scope.kind === 'public') await surface.publicLimit.take(request, scope.address);
  const requestAddress = route.requestAddress
    ? surface.readRequestAddress(request, peerOf(request, server))
    : undefined;
  withRequestId(headers, request);
  return {
    headers,
    refusal: surface.limiter.take(route, scope, headers),
    scope:
      requestAddress === undefined || scope.kind === 'admin' || scope.kind === 'project'
        ? scope
        : { ...scope, requestAddress },
  };
}

/**
 * Authenticates a long request again. Throws if its access has ended, for example by a suspension. A token may expire
 * meanwhile.
 */
async function authenticateAgain(
  surface: ServedSurface,
  route: Route,
  { request, params, server }: Arrived,
): Promise<Scope> {
  const readAddress = () => surface.readClientAddress(request, peerOf(request, server));
  const verifiers = { ...surface, verifyBearer: surface.verifyEvenExpired };
  const found = await authenticate(route, request, params, verifiers, readAddress);
  const { isTokenExpired: _, ...scope } = found as TenantScope;
  requireEffect(route.operation, scope);
  return scope;
}

/** Reads the input of a route and performs its operation. */
function runRoute(surface: ServedSurface, route: Route) {
  const { deps } = surface;
  return async ({ request, params, server }: Arrived, call: Call): Promise<object> => {
    if (call.refusal !== undefined) await refuseAfterDelay(call.refusal);
    requireRoomForAnswer(deps.answers, route, request, call.scope);
    const queue = deps.bodyQueue.of(ownerOf(call.scope));
    const options = { queue, isFromEditorTab: isFromEditorTab(call, request) };
    const input = recordNames(
      surface.ignoredFields,
      route,
      call,
      await readInput(route, request, authorizedInput(params, call), options),
    );
    const resolved =
      route.audience === 'backends' && call.scope.kind === 'tenant'
        ? await resolveTemplateKeys(route, call.scope, input, surface.resolveTemplateKey)
        : input;
    return performRoute(surface, route, { request, params, server }, call, () => resolved);
  };
}

/** Like `runRoute`, with a file. It creates the response, because the rest of the body may be read after the answer. */
function runUpload(surface: ServedSurface, route: UploadRoute) {
  const { deps, uploads } = surface;
  return (context: Arrived, call: Call): Promise<Response> => {
    const { request, params, server } = context;
    return answerUpload(request, server, async (body) => {
      try {
        if (call.refusal !== undefined) await refuseAfterDelay(call.refusal);
        await requireAccessToUpload(deps, route, call.scope, params);
        // The limits of project operations do not depend on the tenant.
        const form = await takeUpload(deps, call.scope as TenantScope, {
          request,
          body,
          options: route.upload,
          semaphore: uploads,
        });
        const isPage = isFromEditorTab(call, request);
        const toInput = () =>
          recordNames(
            surface.ignoredFields,
            route,
            call,
            toUploadInput(route, form, authorizedInput(params, call), isPage),
          );
        const release = () => removeUpload(form);
        call.scope = await authenticateAgain(surface, route, context).catch(async (error) => {
          await release();
          throw error;
        });
        const output = await performRoute(surface, route, context, call, toInput, release);
        return respond(surface, route, request, call, output);
      } catch (error) {
        return failRoute(surface, route, request, error, call);
      }
    });
  };
}

/** Checks the person's role before a large file is received. The operation checks it again. */
async function requireAccessToUpload(
  deps: ServedSurface['deps'],
  { operation }: UploadRoute,
  scope: Scope,
  { project }: Record<string, string>,
): Promise<void> {
  if (scope.kind !== 'admin' || scope.access === undefined) return;
  await requireAccess(operation, deps, scope.access, { project_id: project });
}

/** The operation's output; for routes that answer with events, the stream of them. */
async function performRoute(
  surface: ServedSurface,
  route: Route,
  context: Arrived,
  call: Call,
  toInput: () => unknown,
  release?: () => Promise<void>,
): Promise<object> {
  const { deps } = surface;
  const { request } = context;
  const run = async (signal?: AbortSignal): Promise<object> => {
    try {
      return await perform(route.operation, deps, call.scope, toInput(), { signal });
    } finally {
      await release?.();
    }
  };
  if (route.answer !== 'events') return run();
  // Aborted when the client closes the connection, before or after the start of the answer.
  const leaving = new AbortController();
  const signal = AbortSignal.any([request.signal, leaving.signal]);
  const response = await toEventResponse(route, run(signal), call.headers, {
    ...{ log: deps.log, leaving, signal },
    requireAccess: () => authenticateAgain(surface, route, context),
    nameFields: (error) => nameAsSent(route, error, call.sent),
  });
  surface.requestLog.write(route, request, response, call);
  return response;
}

function respond(
  surface: ServedSurface,
  route: Route,
  request: Request,
  call: Call,
  output: unknown,
): Response {
  // A stream of events, or the answer of an upload.
  if (output instanceof Response) return output;
  let { headers } = call;
  if (route.credentialed !== undefined) {
    // The project whose origins may read the answer is known only from the output.
    const projectId = (output as Record<string, string>)[route.credentialed.project];
    const ignored = headers['x-ignored-fields'];
    headers = withRequestId(surface.cors.forCredentials(request, projectId), request);
    if (ignored !== undefined) headers['x-ignored-fields'] = ignored;
  }
  const response = toResponse(route, request, output as object, headers, {
    bodies: route.audience === 'pages' ? surface.bodies : surface.backendBodies,
    budget: surface.deps.answers,
    scope: call.scope,
    onBody: surface.requestLog.writesLines ? (bytes) => recordBytes(call, bytes) : undefined,
  });
  surface.requestLog.write(route, request, response, call);
  return response;
}

function failRoute(
  surface: ServedSurface,
  route: Route,
  request: Request,
  error: unknown,
  call: Call | undefined,
): Response {
  const hasLeft = route.answer === 'events' && request.signal.aborted;
  // Removes headers of the success, which may have been set before the answer failed.
  const { etag: _, ...headers } =
    call?.headers ?? withRequestId(corsHeadersByPath(surface, request), request);
  const response = hasLeft
    ? clientClosedRequest()
    : toErrorResponse(nameAsSent(route, error, call?.sent), headers, surface.deps.log);
  if (route.audience === 'backends' && response.status === 401)
    response.headers.set('www-authenticate', BACKEND_CHALLENGE);
  surface.requestLog.write(route, request, response, call);
  return response;
}
