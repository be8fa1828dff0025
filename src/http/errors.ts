import { DomainError, methodNotAllowed, toDomainError, toSentence } from '../platform/errors.ts';
import { adviseOnUnwritable } from '../platform/files/disk-errors.ts';
import type { Logger } from '../platform/logging/log.ts';
import { HTTP_STATUS } from '../platform/network/http-status.ts';
import { urlOf } from '../platform/network/request-url.ts';
import type { Route } from './route.ts';

/**
 * The body of every error: `message` for people, `code` for programs, `errors` per field. Some clients show only
 * `message`, others only the first message of the first field, so each is a full sentence.
 */
export function toErrorBody({ message, code, details: { errors, facts } }: DomainError) {
  const sentences = Object.entries(errors ?? {}).map(([field, said]) => [
    field,
    said.map((text) => toSentence(field.slice(0, MAX_SHOWN_NAME), text)),
  ]);
  return { message, code, ...(errors && { errors: Object.fromEntries(sentences) }), ...facts };
}

/** Names of unknown fields can be long, and the error contains them already. */
const MAX_SHOWN_NAME = 100;

/** Only unexpected errors are logged with their stack: if the disk is full, the log must not fill it further. */
function logServerFault(error: DomainError, headers: Record<string, string>, log: Logger): void {
  const facts = { code: error.code, request_id: headers['x-request-id'] };
  const unwritable = adviseOnUnwritable(error.cause);
  if (error.code === 'internal') log.error({ ...facts, err: error.cause }, error.message);
  else if (unwritable !== undefined) log.error({ ...facts, ...unwritable }, 'a folder cannot be written');
  else log.warn(facts, error.message);
}

/** Any thrown value as a response. Server faults are logged with their cause, which the client does not see. */
export function toErrorResponse(thrown: unknown, headers: Record<string, string>, log: Logger): Response {
  const error = toDomainError(thrown);
  const status = HTTP_STATUS[error.code];
  if (status >= 500) logServerFault(error, headers, log);
  const extra: Record<string, string> = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  if (error.details.retryAfterSeconds !== undefined) {
    extra['retry-after'] = String(error.details.retryAfterSeconds);
  }
  if (status === 401) extra['www-authenticate'] = 'Bearer';
  const allow = error.details.facts?.allow;
  if (allow !== undefined) extra.allow = String(allow);
  const version = error.details.facts?.current_version;
  if (version !== undefined) extra.etag = `"${version}"`;
  return new Response(JSON.stringify(toErrorBody(error)), { status, headers: { ...headers, ...extra } });
}

/** For a client that uses this server as a proxy. */
export function connectRefused(): DomainError {
  const allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
  return new DomainError('method_not_allowed', `This server is not a proxy. Allowed: ${allow}.`, {
    facts: { allow },
  });
}

/** `method_not_allowed` if the path exists with another method, otherwise `not_found`. */
export function unknownRoute(routes: readonly Route[], request: Request): DomainError {
  const { pathname } = urlOf(request);
  const methods = routes.filter((route) => matchesPath(route.path, pathname)).map((route) => route.method);
  if (methods.length > 0) return methodNotAllowed(request.method, [...new Set(methods)].join(', '));
  return new DomainError(
    'not_found',
    'There is no resource at this address. The API is described at /openapi.',
  );
}

function matchesPath(pattern: string, pathname: string): boolean {
  const steps = pattern.split('/');
  const given = pathname.split('/');
  const fits = (step: string, i: number) => (step.startsWith(':') ? given[i] !== '' : step === given[i]);
  return steps.length === given.length && steps.every(fits);
}
