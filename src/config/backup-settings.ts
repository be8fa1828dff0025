import { Type } from '@sinclair/typebox';
import { secretSetting, setting, text } from './setting.ts';

const amount = (standard: number, maximum: number, description: string) =>
  Type.Integer({ minimum: 0, maximum, default: standard, description });

export const backupSettings = {
  backup_schedule: setting(
    'GALLEY_BACKUP_SCHEDULE',
    text(
      'When the server makes backups by itself: five fields of cron such as `30 3 * * *`, or `@hourly`, `@daily` or `@weekly`, in the time zone of the server. Needs `GALLEY_BACKUP_TARGET`. Empty: never.',
    ),
  ),
  backup_target: setting(
    'GALLEY_BACKUP_TARGET',
    text(
      'Where scheduled backups are kept: a directory, best on another disk, or `s3://bucket/prefix`. `galley backup list` and `galley restore` use it too.',
    ),
  ),
  backup_keep: setting(
    'GALLEY_BACKUP_KEEP',
    amount(14, 10_000, 'How many verified backups of the schedule are kept; 0: all.'),
  ),
  backup_keep_days: setting(
    'GALLEY_BACKUP_KEEP_DAYS',
    amount(
      0,
      36_500,
      'For how many days they are kept; 0: no limit. The newest verified one is always kept.',
    ),
  ),
  backup_passphrase: secretSetting(
    'GALLEY_BACKUP_PASSPHRASE',
    text('Encrypts scheduled backups. Backups cannot be read without it: keep a copy elsewhere.'),
  ),
};
