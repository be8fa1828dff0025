import type { Clock } from '../platform/clock.ts';
import { type DomainError, rateLimited } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import { CountersByKey } from '../platform/limits/counters-by-key.ts';
import type { RequestClass } from '../platform/operation.ts';
import type { Bus } from '../platform/ports/bus.ts';
import type { Nodes } from '../platform/ports/nodes.ts';
import { ownerOf, type Scope } from '../platform/scope.ts';
import { type Route, requestClassOf } from './route.ts';

/** Requests per minute of one tenant, by class; 0: no limit. */
export type RequestLimits = Readonly<Record<RequestClass, number>>;

const WINDOW_SECONDS = 60;

/**
 * Most counters in memory, each of about 150 bytes. Beyond that all are reset: evicting the oldest would be slow in a map
 * of this size.
 */
const MAX_COUNTS = 200_000;

/** Topic of the message that tells other servers how many requests this one has counted. */
const COUNTED = 'requests.counted';

/** The part of a limit that a server counts before it tells the others: several servers exceed a limit by no more than it each. */
const TOLD_PART = 0.01;

const MESSAGES: Record<RequestClass, string> = {
  read: 'Too many requests.',
  write: 'Too many changes.',
  render: 'Too many requests for rendering, import, scores and AI.',
  upload: 'Too many uploads.',
};

/**
 * Counts the REST requests of each tenant in fixed windows of a minute, which are the same for all tenants: when one
 * ends, all counts are forgotten at once, so that memory is bounded. Editors, backends and people are counted apart, so
 * that none of them uses up the limits of another. Requests of agents have limits of their own (features/access), and so
 * have those without credentials.
 *
 * Counts are lost with the process, other than those of the `RateLimits` port, which writes each to the database. Several servers
 * tell each other what they have counted, so that a request does not wait for that.
 */
export class RequestLimiter {
  readonly #limits: RequestLimits;
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  /** What the other servers have not been told. */
  #untold = new CountersByKey<string>();
  /** Tells other servers, if there can be any. */
  readonly #tell: ((key: string, count: number) => void) | undefined;
  #windowStart = Number.NEGATIVE_INFINITY;

  constructor(
    limits: RequestLimits,
    { clock, bus, nodes }: { clock: Clock; bus: Bus; nodes: Pick<Nodes, 'isShared'> },
  ) {
    this.#limits = limits;
    this.#clock = clock;
    const from = createId();
    this.#tell = nodes.isShared ? (key, count) => bus.publish(COUNTED, { from, key, count }) : undefined;
    bus.subscribe(COUNTED, (message) => {
      if (message.from === from) return;
      this.#secondsToEnd();
      this.#add(String(message.key), Number(message.count));
    });
  }

  /** Number of counters at present. */
  get size(): number {
    return this.#counts.size;
  }

  /** Counts a request as `count` does. Requests without credentials are not counted here. */
  take(route: Route, scope: Scope, headers: Record<string, string>): DomainError | undefined {
    if (scope.kind === 'public') return undefined;
    const owner = scope.kind === 'admin' ? scope.actor.id : ownerOf(scope);
    return this.count(`${route.audience} ${owner}`, requestClassOf(route), headers);
  }

  /**
   * Counts a request and adds its headers; returns the error if the limit is reached, and does not count then.
   *
   * The headers are those of draft-ietf-httpapi-ratelimit-headers-03 to -06, one value each: most clients and gateways
   * read them. The later form in two structured fields, which the tool server uses, is known to few.
   */
  count(owner: string, requestClass: RequestClass, headers: Record<string, string>): DomainError | undefined {
    const limit = this.#limits[requestClass];
    if (limit === 0) return undefined;
    const resetSeconds = this.#secondsToEnd();
    const key = `${owner} ${requestClass}`;
    const left = limit - (this.#counts.get(key) ?? 0);
    headers['ratelimit-limit'] = String(limit);
    headers['ratelimit-remaining'] = String(Math.max(0, left - 1));
    headers['ratelimit-reset'] = String(resetSeconds);
    headers['ratelimit-policy'] = `${limit};w=${WINDOW_SECONDS}`;
    if (left <= 0) return rateLimited(MESSAGES[requestClass], resetSeconds);
    this.#add(key, 1);
    this.#tellOthers(key, limit);
    return undefined;
  }

  /** Whole seconds until the window ends, at least 1. Starts a new window if it is over or the clock was set back. */
  #secondsToEnd(): number {
    const now = this.#clock.now();
    const elapsed = now - this.#windowStart;
    if (elapsed >= 0 && elapsed < WINDOW_SECONDS * 1000) {
      return Math.ceil(WINDOW_SECONDS - elapsed / 1000);
    }
    this.#windowStart = now;
    this.#forget();
    return WINDOW_SECONDS;
  }

  #tellOthers(key: string, limit: number): void {
    if (this.#tell === undefined) return;
    this.#untold.add(key, 1);
    const count = this.#untold.get(key);
    if (count < limit * TOLD_PART) return;
    this.#tell(key, count);
    this.#untold.add(key, -count);
  }

  #add(key: string, count: number): void {
    if (this.#counts.size >= MAX_COUNTS) this.#forget();
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  #forget(): void {
    this.#counts.clear();
    this.#untold = new CountersByKey();
  }
}
