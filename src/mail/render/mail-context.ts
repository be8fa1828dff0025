import { Context, type Emitter, type Liquid, type Template, type Token, toValueSync } from 'liquidjs';

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

/** Templates and texts that one mail may print on the serving thread: about 20 ms. */
const MAX_LIGHT_STEPS = 10_000;

/** Of wall-clock time, for steps that take long. A busy machine may stop the thread for a while. */
const MAX_LIGHT_MS = 250;

/** Limits the work for one mail on the serving thread. Takes the place of the limiter of liquidjs, which knows only time. */
export class StepLimiter {
  #steps = 0;
  #start: number | undefined;

  /** Called before each step; `now` in milliseconds, 0 if it is not known. */
  check(now: number): void {
    this.#steps += 1;
    if (now > 0) this.#start ??= now;
    if (this.#steps > MAX_LIGHT_STEPS || now - (this.#start ?? now) > MAX_LIGHT_MS)
      throw new Error('too much work');
  }
}

/** Processor time that one mail may take in a worker process: mails of others wait for it. */
const MAX_PROCESSOR_MS = 500;

/** Reading the processor time takes longer than most steps. */
const STEPS_PER_READING = 200;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Limits the processor time for one mail, over all its texts. */
export class ProcessorLimiter {
  readonly #now: () => number;
  readonly #start: number;
  #steps = 0;

  constructor(now: () => number = processorMs) {
    this.#now = now;
    this.#start = now();
  }

  check(): void {
    this.#steps += 1;
    if (this.#steps % STEPS_PER_READING === 0 && this.#now() - this.#start > MAX_PROCESSOR_MS)
      throw new Error(`the limit of ${MAX_PROCESSOR_MS} ms of processor time is exceeded`);
  }
}

/** The data of one filling, and the names that it lacks. */
export class MailContext extends Context {
  readonly missing: Set<string>;

  constructor(
    engine: Liquid,
    data: Record<string, unknown>,
    missing: Set<string>,
    renderLimit: StepLimiter | ProcessorLimiter,
  ) {
    // A copy, because some tags write into it.
    super({ ...data }, engine.options, { sync: true }, { liquid: engine, renderLimit } as never);
    this.missing = missing;
  }

  /** The same as the library's `getSync`, without generators. */
  read(path: readonly [string, ...(string | number)[]]): unknown {
    // biome-ignore lint/complexity/useLiteralKeys: private in the types of the library
    let value: unknown = this['findScope'](path[0]);
    for (const name of path) value = this.readProperty(value as object, name);
    return value;
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

/** Collects what a text prints as JSON in UTF-8. */
export class JsonEmitter implements Emitter {
  /** For the library, which reads what is collected; nothing reads it here. */
  readonly buffer = '';
  /** Of the text in UTF-8, before it is JSON. */
  bytes = 0;
  #length = 0;
  #json: Buffer;
  #end = 0;

  /** `length`: characters of the source. */
  constructor(length: number) {
    this.#json = Buffer.allocUnsafe(1000 + Math.ceil(1.25 * length));
    this.#append('"');
  }

  write(text: unknown): void {
    const printed = typeof text === 'string' ? text : String(text ?? '');
    this.#count(printed.length, Buffer.byteLength(printed));
    this.#append(encode(printed));
  }

  writeLiteral({ str, encoded: { json, bytes } }: LiteralText): void {
    this.#count(str.length, bytes);
    this.#reserve(json.length);
    this.#json.set(json, this.#end);
    this.#end += json.length;
  }

  toJson(): Uint8Array {
    this.#append('"');
    return this.#json.subarray(0, this.#end);
  }

  #append(text: string): void {
    this.#reserve(text.length * MAX_BYTES_OF_UNIT);
    this.#end += this.#json.write(text, this.#end);
  }

  #reserve(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#json.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    larger.set(this.#json.subarray(0, this.#end));
    this.#json = larger;
  }

  #count(length: number, bytes: number): void {
    this.#length += length;
    this.bytes += bytes;
    if (this.#length > MAX_FILLED) throw new OutputTooLong();
  }
}

/** UTF-8 needs so many bytes for a UTF-16 unit. */
const MAX_BYTES_OF_UNIT = 3;

const encode = (text: string): string => JSON.stringify(text).slice(1, -1);

interface EncodedText {
  /** The inside of a JSON string in UTF-8. */
  json: Uint8Array;
  /** Of the text in UTF-8. */
  bytes: number;
}

/** Text between merge tags. Most of a mail is literal, so its JSON is kept with the parsed mail. */
export class LiteralText implements Template {
  readonly str: string;
  /** The place in the source, for the library's messages about faults. */
  readonly token: Token;
  #encoded: EncodedText | undefined;

  constructor(token: Token, str: string) {
    this.token = token;
    this.str = str;
  }

  render(_context: Context, emitter: Emitter): void {
    if (emitter instanceof JsonEmitter) emitter.writeLiteral(this);
    else emitter.write(this.str);
  }

  get encoded(): EncodedText {
    this.#encoded ??= { json: Buffer.from(encode(this.str)), bytes: Buffer.byteLength(this.str) };
    return this.#encoded;
  }
}

/**
 * Renders what was parsed. Does the same as the library's `renderTemplates`, without a generator for each part: filling
 * a mail takes half the time.
 */
export function renderParts(parts: readonly Template[], context: MailContext, emitter: Emitter): void {
  for (const part of parts) {
    context.renderLimit.check(0);
    const rendered = part.render(context, emitter);
    const text = rendered === undefined ? undefined : toValueSync(rendered);
    if (text) emitter.write(text);
    if (context.breakCalled || context.continueCalled) break;
  }
}
