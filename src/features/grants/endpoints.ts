import { MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError, notFound, toDomainError } from '../../platform/errors.ts';
import { readFormBody, readJsonBody } from '../../platform/json/request-body.ts';
import { networkOf } from '../../platform/network/ip-addresses.ts';
import { urlOf } from '../../platform/network/request-url.ts';
import { issuerOf, METADATA_PREFIX, placeOfPath, resourceOf, serverOf } from './addresses.ts';
import { OAuthError, tooManyRequests } from './errors.ts';
import { exchangeCode, refresh, revokeByToken } from './grant-tokens.ts';
import { ALL_SCOPES } from './modes.ts';

/** Of one address. Clients in the cloud share theirs. */
const TOKEN_REQUESTS = [{ limit: 300, windowMs: MINUTE_MS }];
const REGISTRATIONS = [{ limit: 20, windowMs: 60 * MINUTE_MS }];

const MAX_BODY_BYTES = 16 * 1024;

type Handle = (request: Request, readAddress: () => string) => Promise<object> | object;

/** The endpoints of OAuth. All are for clients without cookies, so that pages of every origin may use them. */
export function oauthEndpoints(deps: Deps) {
  const endpoint = (path: string, method: 'GET' | 'POST', handle: Handle, status = 200) => ({
    path,
    isForAnybody: true,
    handle: (request: Request, readAddress: () => string) =>
      answer(deps, method, status, handle, request, readAddress),
  });
  return [
    endpoint(`${METADATA_PREFIX}/mcp/:project/:tenant`, 'GET', (request) => describeResource(deps, request)),
    endpoint('/.well-known/oauth-authorization-server/oauth', 'GET', (request) =>
      describeServer(deps, request),
    ),
    endpoint('/oauth/token', 'POST', async (request, readAddress) => {
      await takeRate(deps, `oauth token ${networkOf(readAddress())}`, TOKEN_REQUESTS);
      const form = await readForm(request);
      if (form.grant_type === 'authorization_code') return exchangeCode(deps, form);
      if (form.grant_type === 'refresh_token') return refresh(deps, form);
      throw new OAuthError(
        'unsupported_grant_type',
        'grant_type must be "authorization_code" or "refresh_token".',
      );
    }),
    endpoint('/oauth/revoke', 'POST', async (request, readAddress) => {
      await takeRate(deps, `oauth token ${networkOf(readAddress())}`, TOKEN_REQUESTS);
      await revokeByToken(deps, await readForm(request));
      return {};
    }),
    endpoint('/oauth/register', 'POST', (request, readAddress) => register(deps, request, readAddress), 201),
  ];
}

async function answer(
  deps: Deps,
  method: 'GET' | 'POST',
  status: number,
  handle: Handle,
  request: Request,
  readAddress: () => string,
): Promise<Response> {
  if (!deps.services.grants.isOn()) throw notFound('Resource');
  if (request.method !== method && !(method === 'GET' && request.method === 'HEAD'))
    throw new DomainError('method_not_allowed', `${request.method} is not allowed here. Use ${method}.`, {
      facts: { allow: method },
    });
  const headers = { 'cache-control': 'no-store', pragma: 'no-cache' };
  try {
    return Response.json(await handle(request, readAddress), { status, headers });
  } catch (error) {
    const { code, message, status: refused, retryAfterSeconds } = toOAuthError(error);
    const wait = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    return Response.json(
      { error: code, error_description: message },
      { status: refused, headers: { ...headers, ...wait } },
    );
  }
}

/** Faults of the server are thrown on. */
function toOAuthError(thrown: unknown): OAuthError {
  if (thrown instanceof OAuthError) return thrown;
  const error = toDomainError(thrown);
  const isOfBody = [
    'invalid_json',
    'too_large',
    'unsupported_media_type',
    'request_timeout',
    'validation_failed',
  ];
  if (!isOfBody.includes(error.code)) throw thrown;
  return new OAuthError('invalid_request', error.message);
}

async function takeRate(deps: Deps, key: string, limits: typeof TOKEN_REQUESTS): Promise<void> {
  const { allowed, retryAfterSeconds } = await deps.rateLimits.take(key, limits);
  if (!allowed) throw tooManyRequests(retryAfterSeconds);
}

async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await readFormBody(request, { maxBytes: MAX_BODY_BYTES });
  if (form === undefined)
    throw new OAuthError('invalid_request', 'The body must be a form (application/x-www-form-urlencoded).');
  return form;
}

async function register(deps: Deps, request: Request, readAddress: () => string): Promise<object> {
  await takeRate(deps, `oauth register ${networkOf(readAddress())}`, REGISTRATIONS);
  const metadata = await readJsonBody(request, { maxBytes: MAX_BODY_BYTES });
  const { id, name, redirectUris, createdAt } = await deps.services.grants.clients.register(metadata);
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt / 1000),
    client_name: name,
    redirect_uris: JSON.parse(redirectUris),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/** RFC 9728. The same for places that do not exist. */
function describeResource(deps: Deps, request: Request): object {
  const place = placeOfPath(urlOf(request).pathname.slice(METADATA_PREFIX.length));
  if (place === undefined) throw notFound('Resource');
  const server = serverOf(deps, request);
  return {
    resource: resourceOf(server, place),
    authorization_servers: [issuerOf(server)],
    scopes_supported: ALL_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Galley',
  };
}

/** RFC 8414. */
function describeServer(deps: Deps, request: Request): object {
  const server = serverOf(deps, request);
  const issuer = issuerOf(server);
  return {
    issuer,
    authorization_endpoint: `${server.baseUrl}/dashboard/connect-agent`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    scopes_supported: ALL_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
