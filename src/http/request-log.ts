import { MINUTE_MS, stopwatch } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { urlOf } from '../platform/network/request-url.ts';
import type { RequestSpan } from '../platform/ports/tracing.ts';
import type { Scope, TenantScope } from '../platform/scope.ts';
import type { Call } from './call.ts';
import type { Route } from './route.ts';

/** A request and its answer. */
export interface AnsweredRequest {
  /** Name of the operation, or path of an endpoint. */
  operation: string;
  status: number;
  ms: number;
  /** Undefined if the request was refused before authentication. */
  scope?: Scope | undefined;
}

interface RequestLogOptions extends Pick<Deps, 'log' | 'clock' | 'tracing'> {
  /** Log each request at level info instead of debug. */
  logsRequests: boolean;
  /** Receives each request, for metrics. */
  onAnswered?: ((request: AnsweredRequest) => void) | undefined;
  /** Receives the tenant of each request about a tenant. */
  countRequest?: ((scope: TenantScope) => void) | undefined;
}

/** Most kinds of refusals that are tracked at a time. */
const MAX_REFUSALS = 1_000;

interface Start {
  elapsed: () => number;
  span: RequestSpan | undefined;
  /** Address of the client; undefined unless a line is written. */
  address: string | undefined;
}

/** Logs requests with their duration, reports them to metrics, and logs requests refused for a limit at level info. */
export class RequestLog {
  /** Whether requests are timed. */
  readonly isOn: boolean;
  readonly #options: RequestLogOptions;
  /** Whether a line is written for each request. */
  readonly writesLines: boolean;
  readonly #starts = new WeakMap<Request, Start>();
  /** Times of the last log line, by operation, caller and status, oldest first. */
  readonly #refusals = new Map<string, number>();

  constructor(options: RequestLogOptions) {
    this.#options = options;
    this.writesLines = options.logsRequests || options.log.isLevelEnabled('debug');
    this.isOn = this.writesLines || options.onAnswered !== undefined || options.tracing !== undefined;
  }

  /** Does nothing if the request was already started. */
  start(request: Request, readAddress: () => string): void {
    if (this.#starts.has(request)) return;
    const span = this.#options.tracing?.openRequest(request.headers);
    // Read now, because the runtime takes longer to tell it later.
    const address = this.writesLines ? readAddress() : undefined;
    this.#starts.set(request, { elapsed: stopwatch(), address, span });
  }

  /** Runs work for a request as a part of its trace, if there is one. */
  within<Result>(request: Request, work: () => Result): Result {
    const span = this.#options.tracing && this.#starts.get(request)?.span;
    return span === undefined ? work() : span.within(work);
  }

  /** For a route. `call` is undefined if the request was refused before it was opened. */
  write(route: Route, request: Request, response: Response, call: Call | undefined): void {
    const { status } = response;
    if (call?.scope?.kind === 'tenant') this.#options.countRequest?.(call.scope);
    if (status === 429 || (route.upload !== undefined && status >= 400 && status < 500))
      this.#logRefusal(route.operation.name, request, response, call?.scope);
    if (this.isOn) this.#note(route.operation.name, route.path, request, response, call);
  }

  /** For an endpoint, under its path, or for a request without a route. */
  writeOther(operation: string, request: Request, response: Response): void {
    if (this.isOn) this.#note(operation, operation, request, response, undefined);
  }

  #note(operation: string, path: string, request: Request, response: Response, call: Call | undefined): void {
    const start = this.#starts.get(request);
    const ms = Math.round((start?.elapsed() ?? 0) * 100) / 100;
    const { status } = response;
    this.#options.onAnswered?.({ operation, status, ms, scope: call?.scope });
    if (start?.span) endSpan(start.span, path, request, response);
    if (!this.writesLines) return;
    const { log, logsRequests } = this.#options;
    const length = call?.bytes ?? response.headers.get('content-length');
    const facts = {
      request_id: response.headers.get('x-request-id'),
      ...(start?.span && { trace_id: start.span.traceId }),
      method: request.method,
      path: urlOf(request).pathname,
      operation,
      status,
      ms,
      address: start?.address,
      ...describeScope(call?.scope),
      ...(length !== null && { bytes: Number(length) }),
    };
    log[logsRequests ? 'info' : 'debug'](facts, 'request');
  }

  /** Logs the first refusal of a caller, an operation and a status within a minute. */
  #logRefusal(operation: string, request: Request, response: Response, scope: Scope | undefined): void {
    const { clock, log } = this.#options;
    const who = describeScope(scope);
    const key = `${operation} ${response.status} ${Object.values(who).join(' ')}`;
    const now = clock.now();
    const last = this.#refusals.get(key);
    if (last !== undefined && now >= last && now - last < MINUTE_MS) return;
    this.#refusals.delete(key);
    this.#refusals.set(key, now);
    const [oldest] = this.#refusals.keys();
    if (this.#refusals.size > MAX_REFUSALS && oldest !== undefined) this.#refusals.delete(oldest);
    const facts = { request_id: response.headers.get('x-request-id'), operation, status: response.status };
    log.info({ ...facts, method: request.method, ...who }, 'a request was refused');
  }
}

function endSpan(span: RequestSpan, path: string, { method }: Request, { status, headers }: Response): void {
  const attributes = {
    'http.request.method': method,
    'http.route': path,
    'http.response.status_code': status,
    'galley.request.id': headers.get('x-request-id') ?? undefined,
  };
  span.end(`${method} ${path}`, attributes, status >= 500);
}

function describeScope(scope: Scope | undefined): { actor?: string; project?: string; tenant?: string } {
  if (scope === undefined) return {};
  const { kind, id } = scope.actor;
  return {
    actor: `${kind} ${id}`,
    ...('projectId' in scope && { project: scope.projectId }),
    ...('tenant' in scope && { tenant: scope.tenant.slug }),
  };
}
