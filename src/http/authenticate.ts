import type { Deps } from '../platform/deps.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import { createPublicScope, type Scope, type TenantScope } from '../platform/scope.ts';
import type { OpenAccountScope } from '../platform/security/account-call.ts';
import type { OpenBackendScope } from '../platform/security/backend.ts';
import { authenticateBackend } from './backend.ts';
import { authenticateAccount } from './people.ts';
import type { Route } from './route.ts';

/** Returns the scope for which a bearer token was issued. Throws `unauthorized`. */
type VerifyBearer = (token: string) => TenantScope | Promise<TenantScope>;

export interface Verifiers {
  verifyBearer: VerifyBearer;
  /** For operations that declare `acceptsExpiredToken`. The scope tells whether the token has expired. */
  verifyEvenExpired: VerifyBearer;
  /** For the routes of the backend API. */
  openBackendScope: OpenBackendScope;
  /** For the routes of the admin API. */
  openPersonScope: OpenAccountScope;
}

/** The scope of a request to a route. `readAddress` is not called for routes with a token. */
export function authenticate(
  route: Route,
  request: Request,
  pathParameters: Record<string, string>,
  { verifyBearer, verifyEvenExpired, openBackendScope, openPersonScope, deps }: Verifiers & { deps: Deps },
  readAddress: () => string,
): Scope | Promise<Scope> {
  if (route.operation.scope === 'public') return createPublicScope(readAddress());
  if (route.audience === 'backends')
    return authenticateBackend(route, request, pathParameters, openBackendScope, readAddress);
  if (route.audience === 'people')
    return authenticateAccount(route, request, pathParameters, openPersonScope, deps, readAddress);
  const verify = route.operation.acceptsExpiredToken ? verifyEvenExpired : verifyBearer;
  const verified = verify(readBearer(request.headers.get('authorization')));
  const finish = (scope: TenantScope): TenantScope =>
    withEditorTab(requireOwnPath(scope, pathParameters), request);
  return verified instanceof Promise ? verified.then(finish) : finish(verified);
}

function readBearer(header: string | null): string {
  if (header === null) throw missingToken();
  if (header.slice(0, 7).toLowerCase() !== 'bearer ') throw missingToken();
  return header.slice(7);
}

/** Throws `not_found` for another project or tenant, so that a token cannot be used to find out which exist. */
function requireOwnPath(scope: TenantScope, { project, tenant }: Record<string, string>): TenantScope {
  if (scope.projectId !== project || scope.tenant.slug !== tenant) throw notFound('Tenant');
  return scope;
}

const SOCKET_ID = /^\d{1,20}\.\d{1,20}$/;

/** Adds the editor tab that sent a change. Browsers send an origin with every change, programs do not. */
function withEditorTab(scope: TenantScope, request: Request): TenantScope {
  if (request.method === 'GET') return scope;
  const socketId = request.headers.get('x-socket-id');
  const isNamed = socketId !== null && SOCKET_ID.test(socketId);
  if (!isNamed && !request.headers.has('origin')) return scope;
  return { ...scope, tab: isNamed ? { socketId } : {} };
}

const missingToken = () =>
  new DomainError('unauthorized', 'Send the access token in the header "Authorization: Bearer <token>".');
