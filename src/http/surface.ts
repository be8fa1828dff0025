import type { TSchema } from '@sinclair/typebox';
import type { Deps } from '../platform/deps.ts';
import type { FairSemaphore } from '../platform/fair-use/fair-semaphore.ts';
import type { TenantScope } from '../platform/scope.ts';
import type { AnswerBodies } from './answer.ts';
import type { Verifiers } from './authenticate.ts';
import type { CorsPolicy } from './cors.ts';
import type { Endpoint, SocketEndpoint } from './endpoints.ts';
import { IgnoredFields } from './ignored-fields.ts';
import { createUploadSemaphore } from './multipart/index.ts';
import type { ReadClientAddress, ReadRequestAddress } from './proxies.ts';
import { PublicLimit } from './public-limit.ts';
import { RequestLimiter, type RequestLimits } from './rate-limits.ts';
import { type AnsweredRequest, RequestLog } from './request-log.ts';
import type { Route } from './route.ts';
import type { ResolveTemplateKey } from './template-keys.ts';

/** Caches and limits of a server. */
interface ServerState {
  limiter: RequestLimiter;
  uploads: FairSemaphore;
  bodies: AnswerBodies;
  /** Answers of the backend API, which have one spelling. */
  backendBodies: AnswerBodies;
  publicLimit: PublicLimit;
  ignoredFields: IgnoredFields;
  requestLog: RequestLog;
}

/** The parts of an HTTP server. */
export interface HttpSurface extends Verifiers {
  deps: Deps;
  routes: readonly Route[];
  endpoints: readonly Endpoint[];
  sockets: SocketEndpoint;
  /** Schemas that documentation refers to by name. */
  schemas: Readonly<Record<string, TSchema>>;
  readClientAddress: ReadClientAddress;
  readRequestAddress: ReadRequestAddress;
  cors: CorsPolicy;
  /** Requests without credentials per minute and address. */
  publicRequestsPerMinute: number;
  requestLimits: RequestLimits;
  resolveTemplateKey: ResolveTemplateKey;
  /** Log each request at level info. */
  logsRequests: boolean;
  /** Receives each answered request, for metrics. */
  onAnswered?: ((request: AnsweredRequest) => void) | undefined;
  /** Receives the tenant of each request about a tenant. */
  countRequest?: ((scope: TenantScope) => void) | undefined;
}

export type ServedSurface = HttpSurface & ServerState;

/** Adds the caches and limits of a new server. */
export function addServerState(options: HttpSurface): ServedSurface {
  const state: ServerState = {
    limiter: new RequestLimiter(options.requestLimits, options.deps),
    uploads: createUploadSemaphore(),
    bodies: new WeakMap(),
    backendBodies: new WeakMap(),
    publicLimit: new PublicLimit({ ...options.deps, perMinute: options.publicRequestsPerMinute }),
    ignoredFields: new IgnoredFields(options.deps.log),
    requestLog: new RequestLog({ ...options, ...options.deps }),
  };
  return { ...options, ...state };
}
