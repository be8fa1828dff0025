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

/** Literal texts of a mail as JSON, with their bytes in UTF-8. Kept with the parsed mail, because most of it is literal. */
type Literals = Map<string, { json: string; bytes: number }>;

/** Collects what a text prints as the inside of a JSON string. */
export class JsonEmitter implements Emitter {
  buffer = '';
  /** Of the text in UTF-8. */
  bytes = 0;
  #length = 0;
  readonly #literals: Literals;

  constructor(literals: Literals) {
    this.#literals = literals;
  }

  write(text: unknown): void {
    const written = typeof text === 'string' ? text : String(text ?? '');
    this.#length += written.length;
    if (this.#length > MAX_FILLED) throw new OutputTooLong();
    const known = this.#literals.get(written);
    this.buffer += known?.json ?? encode(written);
    this.bytes += known?.bytes ?? Buffer.byteLength(written);
  }
}

const encode = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Of the parts that stand outside of conditions and loops. */
export function listLiterals(templates: readonly { str?: unknown }[]): Literals {
  const texts = templates.flatMap(({ str }) => (typeof str === 'string' ? [str] : []));
  return new Map(texts.map((text) => [text, { json: encode(text), bytes: Buffer.byteLength(text) }]));
}
