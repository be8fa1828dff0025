import { stopwatch } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { urlOf } from '../platform/request-url.ts';
import type { Route } from './route.ts';

/** Logs each request with its duration, at level debug. */
export class RequestLog {
  readonly isOn: boolean;
  readonly #log: Logger;
  readonly #timers = new WeakMap<Request, () => number>();

  constructor(log: Logger) {
    this.#log = log;
    this.isOn = log.isLevelEnabled('debug');
  }

  start(request: Request): void {
    this.#timers.set(request, stopwatch());
  }

  write(route: Route, request: Request, response: Response): void {
    if (!this.isOn) return;
    const facts = {
      request_id: response.headers.get('x-request-id'),
      method: route.method,
      path: urlOf(request).pathname,
      operation: route.operation.name,
      status: response.status,
      ms: Math.round((this.#timers.get(request)?.() ?? 0) * 100) / 100,
    };
    this.#log.debug(facts, 'request');
  }
}
