import type { DomainError, ErrorCode } from '../platform/errors.ts';

/** HTTP status of each error code, for requests that are refused before a tool runs. */
const STATUS: Record<ErrorCode, number> = {
  invalid_json: 400,
  validation_failed: 400,
  unauthorized: 401,
  forbidden: 403,
  feature_unavailable: 403,
  plan_limit_reached: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  version_conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  storage_full: 507,
  unavailable: 503,
  internal: 500,
};

/** Codes JSON-RPC itself defines; the service's own lie outside the reserved range, and are the HTTP status. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

/** The id of the request an error answers, if it could be read. */
export type RequestId = string | number | undefined;

/** For a request that was cancelled; nginx logs the same status when a client closes the connection. */
export const clientClosedRequest = () => new Response(null, { status: 499 });

/** An error before the protocol library was reached, as JSON-RPC in an HTTP answer, so that every client shows why. */
export function toErrorResponse(error: DomainError, id: RequestId): Response {
  const { code, details } = error;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (details.retryAfterSeconds !== undefined) headers['retry-after'] = String(details.retryAfterSeconds);
  if (code === 'method_not_allowed') headers.allow = 'POST';
  const body = { jsonrpc: '2.0', ...(id !== undefined && { id }), error: toRpcError(error) };
  return new Response(JSON.stringify(body), { status: STATUS[code], headers });
}

/** An error as the `error` of a JSON-RPC answer. */
export function toRpcError(error: DomainError) {
  const { code, message, details } = error;
  const data: Record<string, unknown> = { code, ...details.facts };
  if (details.retryAfterSeconds !== undefined) data.retry_after_seconds = details.retryAfterSeconds;
  return { code: toRpcCode(error), message, data };
}

function toRpcCode({ code, details }: DomainError): number {
  if (code === 'invalid_json') return PARSE_ERROR;
  if (details.facts?.invalid_request === true) return INVALID_REQUEST;
  return details.facts?.invalid_params === true ? INVALID_PARAMS : STATUS[code];
}
