import { DomainError } from '../errors.ts';
import { once, Quota, type Release } from './quota.ts';

/** Share of the budget that one owner may use. */
const OWNER_SHARE = 1 / 4;

const RETRY_AFTER_SECONDS = 5;

/** Limits the bytes of large answers that clients have not read yet: in total, and per owner (a tenant). */
export class AnswerBudget {
  readonly #bytes: Quota;
  /** Answers that are being sent, with the number of clients that receive each. */
  readonly #bodies = new Map<object, { release: Release; answers: number }>();

  constructor(limitBytes: number) {
    this.#bytes = new Quota({ total: limitBytes, perOwner: limitBytes * OWNER_SHARE });
  }

  /** Bytes of answers in flight. */
  get held(): number {
    return this.#bytes.held;
  }

  /** Throws `unavailable`, with the seconds to wait, if an answer of this size exceeds the budget. */
  requireRoom(owner: string, bytes: number): void {
    const exceeded = this.#bytes.exceeds(owner, bytes);
    if (exceeded !== undefined) throw tooManyAnswers(exceeded);
  }

  /**
   * Counts an answer. Throws as `requireRoom` does, unless it must not be refused because it is the answer to a change that
   * has been made. `body`: an object that several answers may share; it is counted once.
   */
  take(owner: string, bytes: number, body: object, { isOfChange = false } = {}): Release {
    if (!isOfChange && !this.#bodies.has(body)) this.requireRoom(owner, bytes);
    const counted = this.#bodies.get(body) ?? { release: this.#bytes.take(owner, bytes), answers: 0 };
    this.#bodies.set(body, counted);
    counted.answers += 1;
    return once(() => {
      counted.answers -= 1;
      if (counted.answers > 0) return;
      this.#bodies.delete(body);
      counted.release();
    });
  }
}

const TOO_MANY = {
  owner: 'Too many large answers to this tenant have not been read yet.',
  total: 'The server is sending too many large answers at the moment.',
};

function tooManyAnswers(exceeded: keyof typeof TOO_MANY): DomainError {
  return new DomainError(
    'unavailable',
    `${TOO_MANY[exceeded]} Read the open ones to their end, then try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
