import { Context, type Emitter, type Liquid } from 'liquidjs';

/** Variables that one answer names, and characters of each. */
const MAX_MISSING = 100;
const MAX_NAME = 200;

/** Characters of one filled text. */
export const MAX_FILLED = 2_000_000;

export class OutputTooLong extends Error {
  constructor() {
    super(`it prints more than ${MAX_FILLED} characters`);
  }
}

/** The data of one filling, and the names that it lacks. */
export class MailContext extends Context {
  readonly missing: Set<string>;

  constructor(engine: Liquid, data: Record<string, unknown>, missing: Set<string>) {
    // A copy, because some tags write into it.
    super({ ...data }, engine.options, { sync: true }, { liquid: engine } as never);
    this.missing = missing;
  }

  noteMissing(name: string): void {
    if (this.missing.size < MAX_MISSING) this.missing.add(name.slice(0, MAX_NAME));
  }
}

/** Collects what a text prints. */
export class BoundedEmitter implements Emitter {
  buffer = '';

  write(text: unknown): void {
    this.buffer += typeof text === 'string' ? text : String(text ?? '');
    if (this.buffer.length > MAX_FILLED) throw new OutputTooLong();
  }
}
