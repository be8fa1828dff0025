/**
 * How a call of a provider can fail:
 * `unauthorized` the key; `unknown_model`; `wrong_address` something else answers there; `no_credit`; `rate_limited`;
 * `overloaded` its own trouble; `too_long` more than the model reads; `rejected` any other request it does not take;
 * `name`, `network`, `tls` it is not reached; `silent`, `slow` the time is over; `cut` the answer broke off;
 * `too_big` the answer has no end; `garbled` the answer is not of the protocol; `not_streamed` it answers in one piece;
 * `refused` the model does not want to; `no_json`, `unfinished` the JSON that was asked for is none, or half of one.
 */
export type FailureKind =
  | 'unauthorized'
  | 'unknown_model'
  | 'wrong_address'
  | 'no_credit'
  | 'rate_limited'
  | 'overloaded'
  | 'too_long'
  | 'rejected'
  | 'name'
  | 'network'
  | 'tls'
  | 'silent'
  | 'slow'
  | 'cut'
  | 'too_big'
  | 'garbled'
  | 'not_streamed'
  | 'refused'
  | 'no_json'
  | 'unfinished';

export interface FailureFacts {
  status?: number | undefined;
  /** As the provider said, in milliseconds from now. */
  retryAfterMs?: number | undefined;
  /** What the provider said, for the log: short, without the key; may hold a piece of a prompt. */
  detail?: string | undefined;
}

/** A failed call, as `askModel` sees it before it becomes an error for the caller. */
export class ModelFailure extends Error {
  readonly kind: FailureKind;
  readonly facts: FailureFacts;

  constructor(kind: FailureKind, facts: FailureFacts = {}) {
    super(`the call of the model failed: ${kind}`);
    this.name = 'ModelFailure';
    this.kind = kind;
    this.facts = facts;
  }
}
