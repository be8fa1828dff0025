import type { DomainError, ErrorCode } from '../platform/errors.ts';
import { HTTP_STATUS } from '../platform/http-status.ts';

/** HTTP status of requests that are refused before a tool runs. */
const STATUS: Record<ErrorCode, number> = {
  ...HTTP_STATUS,
  validation_failed: 400,
  plan_limit_reached: 403,
};

/** Codes JSON-RPC itself defines; the service's own lie outside the reserved range, and are the HTTP status. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

/** The id of the request an error answers, if it could be read. */
export type RequestId = string | number | undefined;

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
