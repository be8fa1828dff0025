import type { Clock } from '../platform/clock.ts';
import { type DomainError, rateLimited } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import type { RequestClass } from '../platform/operation.ts';
import type { Bus } from '../platform/ports/bus.ts';
import type { Servers } from '../platform/ports/servers.ts';
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

/** Topic of the message that tells other servers how many requests this one has counted. */
const COUNTED = 'requests.counted';

/** The part of a limit that a server counts before it tells the others: several servers exceed a limit by no more than it each. */
const TOLD_PART = 0.01;

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
 * Counts are lost with the process, other than those of the `RateLimits` port, which writes each to the database. Several servers
 * tell each other what they have counted, so that a request does not wait for that.
 */
export class RequestLimiter {
  readonly #policies: Readonly<Record<RequestClass, Policy>>;
  readonly #clock: Clock;
  /** Keyed by tenant and class in one number, which takes less memory than a text; by project and class in a text. */
  readonly #counts = new Map<number | string, number>();
  /** What the other servers have not been told. */
  readonly #untold = new Map<number | string, number>();
  readonly #tell: ((key: number | string, count: number) => void) | undefined;
  #windowStart = Number.NEGATIVE_INFINITY;

  /** @param tell tells other servers of requests */
  constructor(limits: RequestLimits, clock: Clock, tell?: (key: number | string, count: number) => void) {
    const policies = CLASSES.map((name, index) => [name, describePolicy(limits[name], index)] as const);
    this.#policies = Object.fromEntries(policies) as Record<RequestClass, Policy>;
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Adds requests that another server has counted. */
  add(key: number | string, count: number): void {
    this.#secondsToEnd();
    this.#store(key, (this.#counts.get(key) ?? 0) + count);
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
    if (isAllowed) {
      this.#store(key, used + 1);
      if (this.#tell !== undefined) this.#tellOthers(key, limit);
    }
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
    this.#untold.clear();
    return WINDOW_SECONDS;
  }

  #tellOthers(key: number | string, limit: number): void {
    const count = (this.#untold.get(key) ?? 0) + 1;
    const isEnough = count >= limit * TOLD_PART;
    if (isEnough) this.#tell?.(key, count);
    this.#untold.set(key, isEnough ? 0 : count);
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

  constructor(
    limits: RequestLimits,
    { clock, bus, servers }: { clock: Clock; bus: Bus; servers: Pick<Servers, 'isShared'> },
  ) {
    const from = createId();
    const create = (audience: Audience) =>
      new RequestLimiter(
        limits,
        clock,
        servers.isShared ? (key, count) => bus.publish(COUNTED, { from, audience, key, count }) : undefined,
      );
    const limiters = { pages: create('pages'), backends: create('backends'), people: create('people') };
    this.#byAudience = limiters;
    if (!servers.isShared) return;
    bus.subscribe(COUNTED, (message) => {
      const { audience, key, count } = message as { audience: Audience; key: number | string; count: number };
      if (message.from !== from) limiters[audience]?.add(key, count);
    });
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
