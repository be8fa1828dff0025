import { DomainError, notFound } from '../../platform/errors.ts';

export const templateNotFound = () => notFound('Template');

/** Somebody else has changed the template since the caller read it. */
export const versionConflict = (currentVersion: number) =>
  new DomainError(
    'version_conflict',
    `The template has been changed in the meantime: it is at version ${currentVersion} now. Read it again, then repeat your change.`,
    { facts: { current_version: currentVersion } },
  );

export const contentTooLarge = (reason: string) => new DomainError('too_large', `content: ${reason}`);
