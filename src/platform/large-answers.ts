import { DomainError } from './errors.ts';
import { joinBytes, type LazyJson } from './stored-json.ts';
import { Sums } from './sums.ts';

/**
 * Larger answers are sent as streams and counted, because the runtime holds them in memory until the client has read
 * them. Smaller ones fit the buffers of the connection.
 */
export const LARGE_ANSWER_BYTES = 256 * 1024;

/** Bytes passed to the connection at a time; more follow when the client has read them. */
const CHUNK_BYTES = 256 * 1024;

/** Longest time for sending one answer. The idle timeout of the listener ends answers without any progress. */
const MAX_ANSWER_MS = 10 * 60_000;

/** Share of the budget that one owner may use. */
const OWNER_SHARE = 1 / 4;

const RETRY_AFTER_SECONDS = 5;

/** Returns the bytes to the budget. Calling it again has no effect. */
type Release = () => void;

/** Limits the bytes of large answers that clients have not read yet: in total, and per owner (a tenant). */
export class AnswerBudget {
  readonly #limit: number;
  readonly #byOwner = new Sums<string>();
  /** Answers that are being sent, with the number of clients that receive each. */
  readonly #bodies = new Map<object, { owner: string; bytes: number; answers: number }>();
  #held = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** Bytes of answers in flight. */
  get held(): number {
    return this.#held;
  }

  /**
   * Throws `unavailable`, with the seconds to wait, if an answer of this size exceeds the budget. An answer larger than
   * a limit is accepted while nothing else counts towards that limit.
   */
  requireRoom(owner: string, bytes: number): void {
    const isOver = (held: number, limit: number) => held > 0 && held + bytes > limit;
    if (isOver(this.#byOwner.get(owner), this.#limit * OWNER_SHARE)) throw tooManyAnswers('tenant');
    if (isOver(this.#held, this.#limit)) throw tooManyAnswers('server');
  }

  /**
   * Counts an answer without checking the limits: the answer to a change that has been made must not be refused.
   * `body`: an object that several answers may share; it is counted once.
   */
  add(owner: string, bytes: number, body: object): Release {
    const counted = this.#bodies.get(body) ?? this.#count(owner, bytes, body);
    counted.answers += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      counted.answers -= 1;
      if (counted.answers > 0) return;
      this.#bodies.delete(body);
      this.#add(counted.owner, -counted.bytes);
    };
  }

  /** Like `add`, but within the limits. Throws as `requireRoom` does. */
  take(owner: string, bytes: number, body: object): Release {
    if (!this.#bodies.has(body)) this.requireRoom(owner, bytes);
    return this.add(owner, bytes, body);
  }

  #count(owner: string, bytes: number, body: object) {
    const counted = { owner, bytes, answers: 0 };
    this.#bodies.set(body, counted);
    this.#add(owner, bytes);
    return counted;
  }

  #add(owner: string, bytes: number): void {
    this.#held += bytes;
    this.#byOwner.add(owner, bytes);
  }
}

const TOO_MANY = {
  tenant: 'Too many large answers to this tenant have not been read yet.',
  server: 'The server is sending too many large answers at the moment.',
};

function tooManyAnswers(whose: keyof typeof TOO_MANY): DomainError {
  return new DomainError(
    'unavailable',
    `${TOO_MANY[whose]} Read the open ones to their end, then try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

/**
 * A body in chunks with backpressure: `pull` is called when the connection has taken the previous chunk. `release` is
 * called when everything has been sent, the client has disconnected, or reading failed, which closes the connection.
 * `parts` are sent one after another; lazy parts are read chunk by chunk.
 */
export function streamParts(
  parts: readonly (Uint8Array | LazyJson)[],
  release: Release,
  { now = () => performance.now(), maxMs = MAX_ANSWER_MS } = {},
): ReadableStream<Uint8Array> {
  const chunks = readChunks(parts);
  const end = now() + maxMs;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (now() > end) throw new Error('a client has read its answer too slowly');
          if (done !== true) return controller.enqueue(value);
        } catch (error) {
          release();
          throw error;
        }
        release();
        controller.close();
      },
      cancel: release,
    },
    // A chunk is read when it can be sent, not before.
    { highWaterMark: 0 },
  );
}

/** Splits the parts into chunks of `CHUNK_BYTES`; the last one may be shorter. */
async function* readChunks(
  parts: readonly (Uint8Array | LazyJson)[],
): AsyncGenerator<Uint8Array, void, undefined> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for (const part of parts) {
    for (let offset = 0; offset < part.byteLength; ) {
      const bytes = await readPart(part, offset, CHUNK_BYTES - length);
      offset += bytes.byteLength;
      pending.push(bytes);
      length += bytes.byteLength;
      if (length < CHUNK_BYTES) continue;
      yield joinBytes(pending);
      [pending, length] = [[], 0];
    }
  }
  if (length > 0) yield joinBytes(pending);
}

async function readPart(part: Uint8Array | LazyJson, offset: number, most: number): Promise<Uint8Array> {
  const length = Math.min(most, part.byteLength - offset);
  return part instanceof Uint8Array ? part.subarray(offset, offset + length) : part.read(offset, length);
}

/**
 * Bytes that a stream of parts holds in memory: its own parts, one chunk of the lazy parts, and the chunk being sent.
 */
export function countHeldBytes(parts: readonly (Uint8Array | LazyJson)[]): number {
  const isOwn = (part: Uint8Array | LazyJson) => part instanceof Uint8Array;
  const own = parts.reduce((sum, part) => sum + (isOwn(part) ? part.byteLength : 0), 0);
  return own + (parts.every(isOwn) ? 1 : 2) * CHUNK_BYTES;
}
