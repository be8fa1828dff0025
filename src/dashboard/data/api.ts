import { unpack } from '../../sdk/answer.ts';
import { encodeRequest } from '../../sdk/encode.ts';
import { send } from '../../sdk/transport.ts';
import { pathOf } from '../addresses.ts';
import { SHARED as TEXTS } from '../texts/shared.ts';
import { type Arguments, type Input, type Name, type Output, requestOf } from './operations.ts';
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

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The form of the answer. Default: JSON. */
  accept?: string;
  /** Called with the share of a file that is sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Throws for 401 and does not ask the person to sign in, for requests of the sign-in itself. */
  isSigningIn?: boolean;
}

/**
 * Calls an operation. If the session has expired, or is too old for a dangerous change, a dialog asks the person to sign
 * in, and the request is sent again. So the page keeps what was typed.
 */
export const call = <N extends Name>(name: N, ...args: [...Arguments<N>, options?: CallOptions]) => {
  const [input, options] = args as unknown as [Input<N>?, CallOptions?];
  return callWith(name, input, options);
};

/** The same for callers that do not know the operation. */
export async function callWith<N extends Name>(
  name: N,
  input: object | undefined,
  options?: CallOptions,
): Promise<Output<N>> {
  const response = await callForResponse(name, input, options);
  return (await unpack(requestOf(name).answer, response)) as Output<N>;
}

/** The same for answers whose headers or stream the caller reads. */
export async function callForResponse(
  name: Name,
  input: object | undefined,
  options: CallOptions = {},
): Promise<Response> {
  for (;;) {
    const response = await request(name, input, options);
    if (response.ok) return response;
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const error = toApiError(response.status, await response.text(), requestId);
    const reason = options.isSigningIn ? undefined : reasonToSignIn(error);
    const isChange = requestOf(name).method !== 'GET';
    if (reason === undefined || !(await signInRequests.ask(reason, isChange))) throw error;
  }
}

async function request(name: Name, input: object = {}, { signal, accept, onProgress }: CallOptions) {
  const operation = requestOf(name);
  // An empty filter is none.
  const filters = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
  const { path, init } = encodeRequest(operation, operation.method === 'GET' ? filters : input, accept);
  try {
    return await send(pathOf(`api/v1/${path}`), { ...init, signal: signal ?? null }, onProgress);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw toApiError(0, '', undefined);
  }
}

/** The error of an answer. The answer of a proxy may not be JSON. Status 0: there was no answer. */
function toApiError(status: number, text: string, requestId: string | undefined): ApiError {
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
