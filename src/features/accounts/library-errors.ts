import { DomainError } from '../../platform/errors.ts';
import { wrongCode, wrongCredentials } from './errors.ts';

interface LibraryError {
  name: string;
  statusCode: number;
  body?: { code?: string; message?: string };
}

/** Errors of the authentication library, by its code. */
const ERRORS: Record<string, () => DomainError> = {
  INVALID_EMAIL_OR_PASSWORD: wrongCredentials,
  INVALID_EMAIL: wrongCredentials,
  INVALID_PASSWORD: wrongCredentials,
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  INVALID_TWO_FACTOR_COOKIE: () => signInExpired(),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => signInExpired(),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new DomainError('rate_limited', 'There were too many wrong codes. Try again in 15 minutes.', {
      retryAfterSeconds: 900,
    }),
  TOTP_ALREADY_ENABLED: () => new DomainError('conflict', 'An authenticator app is already set up.'),
  TOTP_NOT_ENABLED: () => new DomainError('conflict', 'No authenticator app is set up.'),
  BACKUP_CODES_NOT_ENABLED: () => new DomainError('conflict', 'No authenticator app is set up.'),
};

const signInExpired = () =>
  new DomainError('unauthorized', 'The sign-in has expired. Enter your email address and password again.');

/** An error of the authentication library as one that people may read; others are internal. */
export function toAccountError(thrown: unknown): unknown {
  if (thrown instanceof DomainError || (thrown as Error)?.name !== 'APIError') return thrown;
  const { body, statusCode } = thrown as LibraryError;
  const known = ERRORS[body?.code ?? ''];
  if (known !== undefined) return known();
  if (statusCode === 401) return new DomainError('unauthorized', 'You are not signed in.');
  return thrown;
}
