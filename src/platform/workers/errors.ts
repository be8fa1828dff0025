import { DomainError } from '../errors.ts';

/** `what` names the work, as in "Rendering took longer than 5 seconds". */
export const jobTimedOut = (what: string, limitMs: number) =>
  new DomainError(
    'too_large',
    `${what} took longer than ${limitMs / 1000} seconds and was stopped. ` +
      'Make it smaller, or try again when the server is less busy.',
  );

export const jobOutOfMemory = (what: string, limitMb: number) =>
  new DomainError(
    'too_large',
    `${what} needed more than ${limitMb} MB of memory and was stopped. Make it smaller.`,
  );

export const queueFull = (what: string) =>
  new DomainError('unavailable', `${what} is busy: too much is waiting for it. Try again in a moment.`, {
    retryAfterSeconds: 1,
  });

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
