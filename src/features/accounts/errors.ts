import { DomainError } from '../../platform/errors.ts';

export const notSignedIn = () => new DomainError('unauthorized', 'You are not signed in.');

/** Used for unknown addresses and for wrong passwords, so that it does not show which addresses have an account. */
export const wrongCredentials = () =>
  new DomainError('unauthorized', 'The email address or the password is wrong.');

export const wrongCode = () =>
  new DomainError('unauthorized', 'The code is wrong, or was used before. Enter the next one.');

export const linkNotValid = () =>
  new DomainError('not_found', 'This link is not valid: it was used, has expired, or is incomplete.');

export const foreignOrigin = () =>
  new DomainError('forbidden', 'This request did not come from a page of this server.');

export { signInTooOld } from '../../platform/security/admin-access.ts';
