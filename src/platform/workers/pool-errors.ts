import { DomainError, rateLimited } from '../errors.ts';

/** `what` names the work of the pool, as in "Rendering is busy". */
export const queueFull = (what: string) =>
  new DomainError('unavailable', `${what} is busy: too much is waiting for it. Try again in a moment.`, {
    retryAfterSeconds: 1,
  });

export const tooManyOfOwner = (what: string, seconds: number) =>
  rateLimited(`${what}: too many of your requests are waiting already.`, seconds);

export const workerDoesNotStart = (what: string, cause: unknown) =>
  new DomainError(
    'unavailable',
    `${what} does not start at the moment. Try again in a few seconds.`,
    { retryAfterSeconds: 5 },
    { cause },
  );

export const poolClosed = (what: string) =>
  new DomainError('unavailable', `${what} ends because the server stops. Try again in a moment.`, {
    retryAfterSeconds: 1,
  });
