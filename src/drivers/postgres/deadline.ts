import { DomainError } from '../../platform/errors.ts';

/** Time limit of a statement that is answered at once by a database that works. */
const ANSWER_MS = 3_000;

/** Rejects with `unavailable` if the database does not answer in time. The statement may still run. */
export async function withDeadline<Result>(running: Promise<Result>, ms = ANSWER_MS): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(unanswered()), ms);
  try {
    return await Promise.race([running, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const unanswered = () =>
  new DomainError('unavailable', 'The database does not answer. Try again in a few seconds.', {
    retryAfterSeconds: 2,
  });
