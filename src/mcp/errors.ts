import type { DomainError, ErrorCode } from '../platform/errors.ts';
import { HTTP_STATUS } from '../platform/network/http-status.ts';

/** HTTP status of requests that are refused before a tool runs. */
const STATUS: Record<ErrorCode, number> = {
  ...HTTP_STATUS,
  validation_failed: 400,
  plan_limit_reached: 403,
};

/** Codes defined by JSON-RPC. All other errors use their HTTP status, which is outside the reserved range. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

/** The id of the request to which an error belongs, if it could be read. */
export type RequestId = string | number | undefined;

/**
 * An error that occurs before the protocol library is reached, as JSON-RPC in an HTTP answer, so that every client
 * shows the reason.
 */
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
