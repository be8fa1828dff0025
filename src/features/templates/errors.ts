import { DomainError, notFound } from '../../platform/errors.ts';

export const templateNotFound = () => notFound('Template');

/** Somebody else has changed the template since the caller read it. `outline`: what it holds now. */
export const versionConflict = (currentVersion: number, outline?: string) =>
  new DomainError(
    'version_conflict',
    `The template has been changed in the meantime: it is at version ${currentVersion} now. Read it again, then repeat your change.`,
    { facts: { current_version: currentVersion, ...(outline !== undefined && { outline }) } },
  );

export const contentTooLarge = (reason: string) => new DomainError('too_large', `content: ${reason}`);
