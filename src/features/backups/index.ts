export { BackupResult, createBackup } from './operations/create-backup.ts';
export { type ReceivedBackup, receiveBackup } from './receive-backup.ts';
