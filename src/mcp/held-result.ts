import type { Deps } from '../platform/deps.ts';
import type { AnswerBudget } from '../platform/fair-use/answer-budget.ts';
import { LARGE_ANSWER_BYTES, streamParts } from '../platform/limits/large-answers.ts';
import { ownerOf, type TenantScope } from '../platform/scope.ts';

/**
 * The memory of a large tool result. It is counted when the result has been created, and released when it has been
 * sent.
 */
export class HeldResult {
  readonly #answers: AnswerBudget;
  readonly #owner: string | undefined;
  #release: (() => void) | undefined;
  #refusal: unknown;

  constructor({ answers }: Deps, scope: TenantScope | undefined) {
    this.#answers = answers;
    this.#owner = scope && ownerOf(scope);
  }

  /**
   * `resultBytes`: its length as JSON, which the answer contains twice, as text and as an object. Throws `unavailable`
   * if the tenant has too many unread answers, but not for the result of a change.
   */
  hold(resultBytes: number, isWrite: boolean): void {
    const bytes = 2 * resultBytes;
    if (bytes <= LARGE_ANSWER_BYTES || this.#owner === undefined) return;
    try {
      this.#release = this.#answers.take(this.#owner, bytes, this, { isOfChange: isWrite });
    } catch (refusal) {
      this.#refusal = refusal;
      throw refusal;
    }
  }

  /**
   * Returns the answer, as a stream if its result is counted. Throws the refusal of `hold`, which has a status and
   * `Retry-After`.
   */
  async send(response: Response): Promise<Response> {
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.#release === undefined) return response;
    const { status, headers } = response;
    return new Response(streamParts([await response.bytes()], this.#release), { status, headers });
  }

  /** Ends the accounting of an answer that is not sent, or that is a stream of events. */
  release(): void {
    this.#release?.();
  }
}
