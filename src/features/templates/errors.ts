import { DomainError, notFound } from '../../platform/errors.ts';

export const templateNotFound = () => notFound('Template');

/**
 * The template is not at the version that the caller expects: it was changed since, or never had that version.
 * `outline`: that of the present content.
 */
export function versionConflict(current: number, expected: number, outline?: string): DomainError {
  const hadIt = expected >= 1 && expected < current;
  const what = hadIt
    ? `The template has been changed in the meantime: it is at version ${current} now.`
    : `The template never had the version your change names: it is at version ${current} now (as an ETag "${current}").`;
  return new DomainError('version_conflict', `${what} Read it again, then repeat your change.`, {
    facts: { current_version: current, ...(outline !== undefined && { outline }) },
  });
}

/** `holder`: the template with the key; undefined if the caller may not know about it. */
export function keyTaken(key: string, holder: string | undefined): DomainError {
  const message = `Another template has the key "${key}". Choose another key, or remove it there first.`;
  return new DomainError('conflict', message, {
    errors: { key: [message] },
    ...(holder !== undefined && { facts: { template_id: holder } }),
  });
}

/**
 * A compare-and-swap failed: another writer changed the template after it was read. Callers see it only after the last
 * retry.
 */
export class ConcurrentChange extends DomainError {
  constructor() {
    super(
      'conflict',
      'The template is being changed by several writers at once, so your change was not made. Try again.',
    );
  }
}

export const contentTooLarge = (reason: string) => new DomainError('too_large', `content: ${reason}`);
