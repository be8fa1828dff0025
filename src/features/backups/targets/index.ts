import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { DomainError } from '../../../platform/errors.ts';
import type { BucketSettings } from '../../../platform/files/bucket-address.ts';
import { BucketTarget } from './bucket.ts';
import { DirectoryTarget } from './directory.ts';
import type { BackupTarget } from './target.ts';

export type { BucketSettings } from '../../../platform/files/bucket-address.ts';
export { UNFINISHED } from './directory.ts';
export {
  type BackupTarget,
  choosePoint,
  isBackupName,
  isIncrementalName,
  nameBackup,
  type StoredBackup,
} from './target.ts';

const isBucket = (address: string): boolean => address.startsWith('s3://');

/** All that a process needs to open a target. It has credentials. */
export interface TargetAccess {
  address: string;
  settings: BucketSettings;
  /** Folder for temporary files of transfers. */
  scratchDir: string;
}

export function openTarget({ address, settings, scratchDir }: TargetAccess): BackupTarget {
  if (isBucket(address)) return new BucketTarget(address, settings, scratchDir);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(address)) {
    const message = `Backups cannot be kept at "${address}". Name a directory, or s3://bucket/prefix.`;
    throw new DomainError('validation_failed', message);
  }
  return new DirectoryTarget(resolve(address));
}

/**
 * Divides the address of one backup into its target and its name. The name is undefined if the address is that of a target: a
 * directory, or anything in a bucket that does not end like a backup.
 */
export async function splitAddress(address: string): Promise<{ target: string; name: string | undefined }> {
  if (isBucket(address)) {
    if (!/\.tar\.zst(\.age)?$/.test(address)) return { target: address, name: undefined };
    const slash = address.lastIndexOf('/');
    return { target: address.slice(0, slash), name: address.slice(slash + 1) };
  }
  if (!isAbsolute(address))
    throw new DomainError('validation_failed', 'The path of the backup must be absolute.');
  const isFolder = address.endsWith('/') || (await stat(address).catch(() => undefined))?.isDirectory();
  return isFolder
    ? { target: address, name: undefined }
    : { target: dirname(address), name: basename(address) };
}
