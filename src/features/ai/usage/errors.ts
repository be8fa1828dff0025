import { toIsoTime } from '../../../platform/clock.ts';
import { DomainError } from '../../../platform/errors.ts';

/** Whose tokens are used up, as the message names it. */
export type BudgetOwner = 'This project' | 'This API key' | 'This user';

/** `needed` of the tokens there are would have been the most this can use; `left` are. */
export function budgetUsedUp(
  owner: BudgetOwner,
  { limit, left, needed }: { limit: number; left: number; needed: number },
  { now, resetAt }: { now: number; resetAt: number },
): DomainError {
  const reset = `${toIsoTime(resetAt).slice(0, 19)}Z`;
  const state =
    left === 0
      ? `${owner} has used its ${limit} AI tokens of today.`
      : `${owner} has ${left} of its ${limit} AI tokens of today left, and this can use up to ${needed}.`;
  const advice = needed > limit ? ' Ask for less at once, or have the operator raise the limit.' : '';
  return new DomainError('rate_limited', `${state} They are given back at ${reset} (UTC).${advice}`, {
    retryAfterSeconds: Math.max(1, Math.ceil((resetAt - now) / 1000)),
    facts: { reset_at: reset },
  });
}
