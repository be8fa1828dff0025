export { noSuchPoint } from './errors.ts';
export type { BackupResult } from './make-backup.ts';
export { createBackup } from './operations/create-backup.ts';
export { listBackups } from './operations/list-backups.ts';
export { runBackup } from './operations/run-backup.ts';
export { type BackupSource, type ReceivedBackup, receiveBackup } from './receive-backup.ts';
export { BackupStatus } from './schema.ts';
export { readBackupStatus } from './status.ts';
export {
  type BackupTarget,
  choosePoint,
  isBackupName,
  openTarget,
  type StoredBackup,
  splitAddress,
} from './targets/index.ts';
