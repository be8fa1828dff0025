import { DomainError } from '../../src/platform/errors.ts';

/** What a wrong setting is answered with. */
export function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'validation_failed') return error.message;
    throw error;
  }
  return 'accepted';
}
