import type { Clock } from '../platform/clock.ts';
import { type DomainError, rateLimited } from '../platform/errors.ts';
import type { RequestClass } from '../platform/operation.ts';
import type { Scope } from '../platform/scope.ts';
import { type Audience, type Route, requestClassOf } from './route.ts';

/** Requests per minute of one tenant, by class; 0: no limit. */
export type RequestLimits = Readonly<Record<RequestClass, number>>;

const WINDOW_SECONDS = 60;

/**
 * Most counters in memory, each of about 50 bytes. Beyond that all are reset: evicting the oldest would be slow in a
 * map of this size, and half a million tenants a minute are more than a server can answer.
 */
const MAX_COUNTS = 500_000;

const CLASSES: readonly RequestClass[] = ['read', 'write', 'render', 'upload'];

/** A limit with the values that are the same in all of its answers. */
interface Policy {
  limit: number;
  /** Tells the counters of a tenant apart. */
  index: number;
  headers: { 'ratelimit-limit': string; 'ratelimit-policy': string };
}

const MESSAGES: Record<RequestClass, string> = {
  read: 'Too many requests.',
  write: 'Too many changes.',
  render: 'Too many requests for rendering, import, scores and AI.',
  upload: 'Too many uploads.',
};

/**
 * Counts the REST requests of each tenant in fixed windows of a minute, which are the same for all tenants: when one
 * ends, all counts are forgotten at once, so that counting costs a microsecond and memory is bounded. Requests of agents
 * have limits of their own (features/access).
 *
 * Counts are of this process and are lost with it, other than those of the `RateLimits` port, which writes each to the
 * database. To share them between servers, give `take` a store that adds up the counts of all in the background.
 */
export class RequestLimiter {
  readonly #policies: Readonly<Record<RequestClass, Policy>>;
  readonly #clock: Clock;
  /** Keyed by tenant and class in one number, which takes less memory than a text; by project and class in a text. */
  readonly #counts = new Map<number | string, number>();
  #windowStart = Number.NEGATIVE_INFINITY;

  constructor(limits: RequestLimits, clock: Clock) {
    const policies = CLASSES.map((name, index) => [name, describePolicy(limits[name], index)] as const);
    this.#policies = Object.fromEntries(policies) as Record<RequestClass, Policy>;
    this.#clock = clock;
  }

  /** Number of tenants and classes that are counted at present. */
  get size(): number {
    return this.#counts.size;
  }

  /**
   * Counts a request and adds its headers; returns the error if the limit is reached, and does not count then. `owner`:
   * the number of a tenant, or the id of a project.
   *
   * The headers are those of draft-ietf-httpapi-ratelimit-headers-03 to -06, one value each: most clients and gateways
   * read them. The later form in two structured fields, which the tool server uses, is known to few.
   */
  take(
    owner: number | string,
    requestClass: RequestClass,
    headers: Record<string, string>,
  ): DomainError | undefined {
    const { limit, index, headers: fixed } = this.#policies[requestClass];
    if (limit === 0) return undefined;
    const resetSeconds = this.#secondsToEnd();
    const key = typeof owner === 'number' ? owner * CLASSES.length + index : `${owner} ${index}`;
    const used = this.#counts.get(key) ?? 0;
    const isAllowed = used < limit;
    if (isAllowed) this.#store(key, used + 1);
    headers['ratelimit-limit'] = fixed['ratelimit-limit'];
    headers['ratelimit-remaining'] = String(isAllowed ? limit - used - 1 : 0);
    headers['ratelimit-reset'] = String(resetSeconds);
    headers['ratelimit-policy'] = fixed['ratelimit-policy'];
    return isAllowed ? undefined : rateLimited(MESSAGES[requestClass], resetSeconds);
  }

  /** Whole seconds until the window ends, at least 1. Starts a new window if it is over or the clock was set back. */
  #secondsToEnd(): number {
    const now = this.#clock.now();
    const elapsed = now - this.#windowStart;
    if (elapsed >= 0 && elapsed < WINDOW_SECONDS * 1000) {
      return Math.ceil(WINDOW_SECONDS - elapsed / 1000);
    }
    this.#windowStart = now;
    this.#counts.clear();
    return WINDOW_SECONDS;
  }

  #store(key: number | string, count: number): void {
    if (this.#counts.size >= MAX_COUNTS) this.#counts.clear();
    this.#counts.set(key, count);
  }
}

function describePolicy(limit: number, index: number): Policy {
  const headers = { 'ratelimit-limit': String(limit), 'ratelimit-policy': `${limit};w=${WINDOW_SECONDS}` };
  return { limit, index, headers };
}

/**
 * Separate limits for editors, and for backends and people, so that these cannot use up those of the tenant's editors.
 */
export class RequestLimiters {
  readonly #byAudience: Readonly<Record<Audience, RequestLimiter>>;

  constructor(limits: RequestLimits, clock: Clock) {
    const create = () => new RequestLimiter(limits, clock);
    this.#byAudience = { pages: create(), backends: create(), people: create() };
  }

  /** Counts a request as `RequestLimiter.take` does. Requests without credentials have limits elsewhere. */
  take(route: Route, scope: Scope, headers: Record<string, string>): DomainError | undefined {
    const limiter = this.#byAudience[route.audience];
    if (scope.kind === 'tenant') return limiter.take(scope.tenant.id, requestClassOf(route), headers);
    if (scope.kind === 'project') return limiter.take(scope.projectId, requestClassOf(route), headers);
    if (scope.kind === 'admin') return limiter.take(scope.actor.id, requestClassOf(route), headers);
    return undefined;
  }
}
