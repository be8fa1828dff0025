import { readFileSync } from 'node:fs';
import { DomainError } from '../errors.ts';

/**
 * The text of the file that a setting or flag names. Throws `validation_failed` with a sentence for the operator if it
 * cannot be read.
 */
export function readSettingFile(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new DomainError(
      'validation_failed',
      describeUnreadable(setting, file, error),
      {},
      { cause: error },
    );
  }
}

/** Why the file that a setting names cannot be read, and what to do, without the system's words. */
export function describeUnreadable(setting: string, file: string, error: unknown): string {
  const { code = 'no reason given' } = error as NodeJS.ErrnoException;
  const correct = `correct ${setting}`;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return `${setting}: there is no file ${file}; create it, or ${correct}.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `${setting}: the user of this process may not read ${file}; change its owner or mode, or ${correct}.`;
  if (code === 'EISDIR') return `${setting}: ${file} is a directory; name a file in it.`;
  return `${setting}: ${file} cannot be read (${code}); look at its disk, or ${correct}.`;
}
