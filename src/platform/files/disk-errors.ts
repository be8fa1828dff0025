import { dirname } from 'node:path';
import { DomainError, isDiskFull, storageFull } from '../errors.ts';

/** Codes of the system for a file or folder that this user may not write, or on a disk that is mounted for reading only. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS']);

/** True if the system refused to write for want of rights. */
export function isUnwritable(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * An error of writing to the data directory: `storage_full` or `unavailable` where the disk refuses, otherwise `error`
 * itself.
 */
export function toDiskError(error: unknown): unknown {
  if (isDiskFull(error)) return storageFull(error);
  if (!isUnwritable(error)) return error;
  return new DomainError(
    'unavailable',
    'The server cannot write to its disk: nothing was changed. Reading still works. Try again later.',
    { retryAfterSeconds: 60 },
    { cause: error },
  );
}

/** Whether an error is one of `toDiskError` for want of rights: its cause is for the log and the operator. */
export const isOfUnwritableDisk = ({ code, cause }: DomainError): boolean =>
  code === 'unavailable' && isUnwritable(cause);

/** For the log: the folder that could not be written, and what the operator can do. Undefined for errors of other kinds. */
export function adviseOnUnwritable(error: unknown): { folder: string; advice: string } | undefined {
  if (!isUnwritable(error)) return undefined;
  const { code, path = '', dest } = error as NodeJS.ErrnoException & { dest?: string };
  const advice =
    code === 'EROFS'
      ? 'its disk is mounted for reading only: mount it for writing'
      : 'the user of this process has no right to: give it the folder with chown -R, or look with "galley doctor"';
  return { folder: dirname(dest ?? path), advice };
}
