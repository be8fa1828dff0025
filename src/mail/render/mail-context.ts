import { Context, type Emitter, type Liquid, type Template, type Token, toValueSync } from 'liquidjs';

/** Variables that one answer names, and characters of each. */
const MAX_MISSING = 100;
const MAX_NAME = 200;

/** Characters of one filled text. */
const MAX_FILLED = 2_000_000;

export class OutputTooLong extends Error {
  constructor() {
    super(`it prints more than ${MAX_FILLED} characters`);
  }
}

interface WorkLimits {
  /** Templates and texts that are printed. */
  steps: number;
  /** Of the whole process. A busy machine does not change it. */
  processorMs: number;
  /** Of wall-clock time. */
  ms: number;
}

/** On the serving thread: about 20 ms. No limit of wall-clock time, because a busy machine may stop the thread for a while. */
export const LIGHT_WORK: WorkLimits = { steps: 10_000, processorMs: 100, ms: Number.POSITIVE_INFINITY };

/** In a worker process, where mails of others wait for it. */
export const HEAVY_WORK: WorkLimits = { steps: Number.POSITIVE_INFINITY, processorMs: 500, ms: 2000 };

/** Reading the clocks takes longer than most steps. */
const STEPS_PER_READING = 200;

interface Clocks {
  processorMs(): number;
  ms(): number;
}

const CLOCKS: Clocks = {
  processorMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  ms: () => performance.now(),
};

/** Limits the work for one mail, over all its texts. Takes the place of the limiter of liquidjs, which has one for each text. */
export class WorkLimiter {
  readonly #limits: WorkLimits;
  readonly #clocks: Clocks;
  readonly #start: { processorMs: number; ms: number };
  #steps = 0;

  constructor(limits: WorkLimits, clocks = CLOCKS) {
    this.#limits = limits;
    this.#clocks = clocks;
    this.#start = { processorMs: clocks.processorMs(), ms: clocks.ms() };
  }

  /** Called before each step. */
  check(): void {
    this.#steps += 1;
    if (this.#steps > this.#limits.steps) throw new Error('the limit of steps is exceeded');
    if (this.#steps % STEPS_PER_READING !== 0) return;
    const { processorMs, ms } = this.#limits;
    const isOver =
      this.#clocks.processorMs() - this.#start.processorMs > processorMs ||
      this.#clocks.ms() - this.#start.ms > ms;
    if (isOver) throw new Error(`the limit of ${processorMs} ms of processor time is exceeded`);
  }
}

/** The data of one filling, and the names that it lacks. */
export class MailContext extends Context {
  readonly missing: Set<string>;

  constructor(engine: Liquid, data: Record<string, unknown>, missing: Set<string>, renderLimit: WorkLimiter) {
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

  recordMissing(name: string): void {
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
    (context.renderLimit as unknown as WorkLimiter).check();
    const rendered = part.render(context, emitter);
    const text = rendered === undefined ? undefined : toValueSync(rendered);
    if (text) emitter.write(text);
    if (context.breakCalled || context.continueCalled) break;
  }
}
