import type { Logger } from '../platform/logging/log.ts';
import type { Route } from './route.ts';

/** Most fields named in one answer, because a client can send thousands. */
const MAX_NAMED = 10;
const MAX_NAME_LENGTH = 40;

/** Most fields that are logged until the next start. */
const MAX_LOGGED = 1_000;

/** Reports unknown fields of requests that were ignored: in a header of the answer, and once in the log. */
export class IgnoredFields {
  readonly #log: Logger;
  readonly #logged = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** `headers`: those of the answer. */
  note({ operation }: Route, fields: readonly string[], headers: Record<string, string>): void {
    if (fields.length === 0) return;
    const named = fields.slice(0, MAX_NAMED).map((name) => name.slice(0, MAX_NAME_LENGTH).toWellFormed());
    headers['x-ignored-fields'] = named.map(encodeURIComponent).join(', ');
    for (const field of named) this.#logOnce(operation.name, field);
  }

  #logOnce(operation: string, field: string): void {
    const key = `${operation} ${field}`;
    if (this.#logged.size === MAX_LOGGED || this.#logged.has(key)) return;
    this.#logged.add(key);
    this.#log.warn({ operation, field }, 'ignored an unknown field of a request');
  }
}
