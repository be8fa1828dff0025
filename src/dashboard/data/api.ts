import { pathOf } from '../place.ts';
import { SHARED as TEXTS } from '../texts/shared.ts';
import { signInRequests } from './sign-in-request.ts';

/** An error answer of the service. Its message can be shown to people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Messages by field. A field is a dotted path into the input. */
  readonly errors: Readonly<Record<string, string[]>>;
  /** Other fields of the answer, such as `reason` or `current_version`. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;

  constructor(status: number, body: Record<string, unknown>, requestId: string | undefined) {
    const { message, code, errors, ...facts } = body;
    super(typeof message === 'string' ? message : TEXTS.errors.unexpected);
    this.name = 'ApiError';
    this.status = status;
    this.code = typeof code === 'string' ? code : 'internal';
    this.errors = (errors as Record<string, string[]>) ?? {};
    this.facts = facts;
    this.requestId = requestId;
  }
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

interface CallOptions {
  query?: Query | undefined;
  /** An object is sent as JSON. A form or a blob is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Throws for 401 and does not ask the person to sign in, for requests of the sign-in itself. */
  isSigningIn?: boolean;
}

/**
 * Calls a route below `/api/v1`, e.g. `('GET', 'admin/projects')`. If the session has expired, or is too old for a
 * dangerous change, a dialog asks the person to sign in, and the request is sent again. So the page keeps what was typed.
 */
export async function call<Output>(method: string, path: string, options: CallOptions = {}): Promise<Output> {
  const response = await callForResponse(method, path, options);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Output;
}

/** The same for answers that are not JSON. */
export async function callForResponse(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  for (;;) {
    const response = await send(method, path, options);
    if (response.ok) return response;
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const error = toApiError(response.status, await response.text(), requestId);
    const reason = options.isSigningIn ? undefined : reasonToSignIn(error);
    if (reason === undefined || !(await signInRequests.ask(reason, method !== 'GET'))) throw error;
  }
}

async function send(
  method: string,
  path: string,
  { query, body, headers, signal }: CallOptions,
): Promise<Response> {
  const isRaw = body === undefined || body instanceof FormData || body instanceof Blob;
  try {
    return await fetch(pathOf(`api/v1/${path}${toSearch(query)}`), {
      method,
      signal: signal ?? null,
      headers: {
        accept: 'application/json',
        ...(!isRaw && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isRaw ? ((body as BodyInit | undefined) ?? null) : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw toApiError(0, '', undefined);
  }
}

function toSearch(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/** The error of an answer. The answer of a proxy may not be JSON. Status 0: there was no answer. */
export function toApiError(status: number, text: string, requestId: string | undefined): ApiError {
  if (status === 0) return new ApiError(0, { code: 'offline', message: TEXTS.errors.offline }, undefined);
  try {
    return new ApiError(status, JSON.parse(text) as Record<string, unknown>, requestId);
  } catch {
    const isAway = status >= 502 && status <= 504;
    return new ApiError(status, isAway ? { message: TEXTS.errors.unavailable } : {}, requestId);
  }
}

function reasonToSignIn(error: ApiError): 'expired' | 'too-old' | undefined {
  if (error.status === 401) return 'expired';
  return error.facts.reason === 'sign_in_too_old' ? 'too-old' : undefined;
}
