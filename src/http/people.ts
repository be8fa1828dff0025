import { DomainError } from '../platform/errors.ts';
import { isFromOwnOrigin } from '../platform/network/own-origin.ts';
import type { AdminScope, TenantScope } from '../platform/scope.ts';
import type { OpenAccountScope } from '../platform/security/account-call.ts';
import type { Route } from './route.ts';

/** The address of this server, by which its own pages are recognized. */
type OwnAddress = Parameters<typeof isFromOwnOrigin>[1];

/** The scope of a request to the admin API. If there is an `Authorization` header, cookies are ignored. */
export async function authenticateAccount(
  { operation }: Route,
  request: Request,
  { project, tenant }: Record<string, string>,
  openScope: OpenAccountScope,
  own: OwnAddress,
  readAddress: () => string,
): Promise<AdminScope | TenantScope> {
  const call = { operation, project, tenant, readAddress };
  const header = request.headers.get('authorization');
  if (header !== null) return openScope({ token: readToken(header) }, call);
  const changesSomething = request.method !== 'GET' && request.method !== 'HEAD';
  if (changesSomething && !isFromOwnOrigin(request.headers, own)) throw foreignOrigin();
  return openScope({ headers: request.headers }, call);
}

function readToken(header: string): string {
  const [scheme = '', value = '', ...rest] = header.trim().split(/ +/);
  if (scheme.toLowerCase() === 'bearer' && value !== '' && rest.length === 0) return value;
  throw new DomainError(
    'unauthorized',
    'Send an admin token in the header "Authorization: Bearer <admin token>".',
  );
}

const foreignOrigin = () =>
  new DomainError(
    'forbidden',
    'This request did not come from a page of this server. Programs use an admin token: "Authorization: Bearer <admin token>".',
  );
