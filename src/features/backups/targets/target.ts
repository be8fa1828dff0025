import { wrongPoint } from '../errors.ts';

/** A backup that is kept at a target. */
export interface StoredBackup {
  name: string;
  bytes: number;
}

/** A place where backups are stored. */
export interface BackupTarget {
  /** As in the settings, without credentials. */
  readonly address: string;
  /**
   * The name appears only once the backup is complete. Throws `conflict` if it is taken. @param write creates the file
   * at the path
   */
  store<Result>(
    name: string,
    write: (path: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Calls `use` with the path of a file with the backup. Throws `not_found`. */
  fetch<Result>(name: string, use: (path: string) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Files that are named like backups, in order of their names. */
  list(): Promise<StoredBackup[]>;
  /** It is not an error if the backup is already gone. */
  remove(name: string): Promise<void>;
  /** Whether the file exists now, also if lists of the service are out of date. */
  has(name: string): Promise<boolean>;
  /** As `store`, but replaces a file of the name, which may have slashes. */
  put<Result>(name: string, write: (path: string) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Names of all files below the folder, including incomplete ones. Empty if there is no such folder. */
  listFolder(folder: string): Promise<string[]>;
}

const BACKUP_NAME = /^galley-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)(?:\.inc)?\.tar\.zst(?:\.age)?$/;

interface BackupKind {
  isEncrypted: boolean;
  /** The media files are beside the backup. */
  isIncremental: boolean;
}

/** The name of a backup by its time, so that names are ordered by time. */
export function nameBackup(isoTime: string, { isEncrypted, isIncremental }: BackupKind): string {
  const time = isoTime.slice(0, 19).replaceAll(':', '-');
  return `galley-${time}${isIncremental ? '.inc' : ''}.tar.zst${isEncrypted ? '.age' : ''}`;
}

export const isBackupName = (name: string): boolean => BACKUP_NAME.test(name);

export const isIncrementalName = (name: string): boolean => isBackupName(name) && name.includes('.inc.');

/** The time in the name of a backup, as `2026-11-22T03-30-00`. */
const timeOfBackup = (name: string): string => BACKUP_NAME.exec(name)?.[1] ?? '';

/** A time as in names of backups, or its beginning. */
const TIME_OR_BEGINNING =
  /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3])(-[0-5]\d(-[0-5]\d)?)?)?)?)?$/;

/**
 * The last backup at or before `point`, or the newest one without a point. Undefined if there is no such backup. A
 * point is the name of a backup, or a time (UTC), which may be cut short: `2026-11-22` finds the last backup of that
 * day. Throws `validation_failed` for any other text.
 */
export function choosePoint(
  backups: readonly StoredBackup[],
  point: string | undefined,
): StoredBackup | undefined {
  if (point === undefined) return backups.at(-1);
  const time = point.replaceAll(':', '-').replace(' ', 'T').replace(/Z$/, '');
  const named = backups.find(({ name }) => name === point);
  if (named !== undefined || isBackupName(point)) return named;
  if (!TIME_OR_BEGINNING.test(time)) throw wrongPoint(point);
  return backups.findLast(({ name }) => timeOfBackup(name).slice(0, time.length) <= time);
}
