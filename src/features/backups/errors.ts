import { DomainError, describeBytes } from '../../platform/errors.ts';

const unreadable = (message: string) => new DomainError('validation_failed', message);

export const backupNotFound = (file: string) =>
  new DomainError('not_found', `There is no backup at ${file}. Check the path.`);

export const notOurs = () =>
  unreadable(
    'This is not a backup of Galley, or only a part of one. Pass a whole file that "galley backup" has written.',
  );

export const damaged = (how: string) =>
  unreadable(`The backup is damaged: ${how}. Nothing of it was used. Use another backup.`);

export const cutOff = () =>
  unreadable('The backup is not complete: its end is missing. Nothing of it was used. Use another backup.');

export const encrypted = () =>
  unreadable('The backup is encrypted. Pass the file with its passphrase with --passphrase-file.');

export const notEncrypted = () =>
  unreadable('The backup is not encrypted. Leave out --passphrase-file if you trust where it comes from.');

export const wrongPassphrase = () =>
  unreadable(
    'The passphrase is not that of this backup. Pass the file with the right one with --passphrase-file.',
  );

export const unknownFormat = (version: string) =>
  unreadable(
    `The backup was written by Galley ${version}, in a format that this build does not know. Use that version or a newer one.`,
  );

export const noSpaceFor = (bytes: number, free: number, folder: string) =>
  new DomainError(
    'storage_full',
    `The backup needs ${describeBytes(bytes)}, but ${folder} has ${describeBytes(free)} free. Free some space, or choose another directory.`,
  );

export const noSpaceToWrite = (folder: string, cause: unknown) =>
  new DomainError(
    'storage_full',
    `There is no disk space left in ${folder}, so the backup was not written. Nothing of it was left there. Free some space, or write it elsewhere.`,
    {},
    { cause },
  );

export const noSpaceToCopy = (folder: string, cause: unknown) =>
  new DomainError(
    'storage_full',
    `There is no disk space left in ${folder}, where a backup first makes a copy of the database. Nothing was written to its target. Free some space, and repeat.`,
    {},
    { cause },
  );

export const noTarget = () =>
  new DomainError(
    'validation_failed',
    'The server has no target for backups. Set GALLEY_BACKUP_TARGET to a directory or s3://bucket/prefix, or write one to a file: galley backup FILE.',
  );

export const noSuchPoint = (address: string, point: string | undefined) =>
  new DomainError(
    'not_found',
    point === undefined
      ? `There is no backup at ${address}.`
      : `There is no backup at or before "${point}" at ${address}. "galley backup list" shows what is there.`,
  );

export const wrongPoint = (point: string) =>
  new DomainError(
    'validation_failed',
    `--point must be the name of a backup, or a time (UTC) such as 2026-11-22 or 2026-11-22T03:30; got "${point}". "galley backup list" shows the backups.`,
  );

export const mediaFault = (
  fault: 'missing' | 'damaged',
  { name, at }: { name: string; at: string },
  address: string,
) =>
  unreadable(
    `The backup is not whole: ${name} is ${fault} at ${address}/${at}. Nothing of it was used. ${
      fault === 'missing'
        ? 'Copy the folder galley.media that was beside the backup, or use another backup.'
        : 'Use another backup.'
    } "galley restore --skip-damaged-media" restores all else.`,
  );

export const mediaFaulty = (count: number, address: string) =>
  new DomainError(
    'unavailable',
    `${count} media files of the backup are missing or damaged at ${address}. The next backup writes them again.`,
  );

export const mediaNotPruned = (how: string) =>
  `Media files at the target that no backup needs any more were kept, because it is not certain which ones are needed: ${how}`;
