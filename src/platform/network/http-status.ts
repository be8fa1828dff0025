import type { ErrorCode } from '../errors.ts';

/** The HTTP status of each error code. The tool server overrides two of them. */
export const HTTP_STATUS: Record<ErrorCode, number> = {
  invalid_json: 400,
  validation_failed: 422,
  unauthorized: 401,
  forbidden: 403,
  feature_unavailable: 403,
  plan_limit_reached: 422,
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

/** For a client that has closed the connection. nginx logs the same status. */
export const clientClosedRequest = () => new Response(null, { status: 499 });
