import { route } from '../../http/route.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { defineFeature } from '../../platform/feature.ts';
import { createAdminScope } from '../../platform/scope.ts';
import { runPeriodically } from '../../platform/tasks/periodic-task.ts';
import { createBackup } from './operations/create-backup.ts';
import { listBackups } from './operations/list-backups.ts';
import { runBackup } from './operations/run-backup.ts';
import { BackupSchedule, readSchedule } from './schedule.ts';
import { readBackupStatus } from './status.ts';
import type { BucketSettings, TargetAccess } from './targets/index.ts';

const FIRST_CHECK_MS = 20_000;
const CHECK_MS = 20_000;

interface BackupSettings extends BucketSettings {
  backup_schedule: string;
  backup_target: string;
  backup_keep: number;
  backup_keep_days: number;
  backup_passphrase: string;
}

export const backups = defineFeature({
  name: 'backups',
  services: (deps, settings: BackupSettings) => {
    const accessTo = (address: string): TargetAccess => {
      return { address, settings: pickBucketSettings(settings), scratchDir: deps.incomingDir };
    };
    return { accessTo, schedule: openSchedule(deps, settings, accessTo) };
  },
  prepare: async ({ services }) => services.backups.schedule?.recover(),
  background: (deps) => runSchedule(deps),
  routes: [
    route('GET', '/backups', listBackups, { answer: 'list' }),
    route('POST', '/backups/run', runBackup),
  ],
  commands: [createBackup, runBackup, listBackups],
  metrics: (deps) => [
    {
      name: 'backup_last_verified_timestamp_seconds',
      help: 'When the newest verified backup of the schedule was begun; 0: there is none.',
      type: 'gauge',
      async read() {
        const status = await readBackupStatus(deps);
        return Date.parse(status?.last_verified_at ?? '1970-01-01T00:00:00Z') / 1000;
      },
    },
  ],
});

/** The settings that worker processes need to reach a bucket. */
function pickBucketSettings(settings: BucketSettings): BucketSettings {
  const { s3_endpoint, s3_region, s3_access_key_id, s3_secret_access_key, s3_session_token } = settings;
  const { s3_credentials_file, s3_credentials_url, s3_credentials_token_file } = settings;
  const key = { s3_access_key_id, s3_secret_access_key, s3_session_token };
  return {
    s3_endpoint,
    s3_region,
    ...key,
    s3_credentials_file,
    s3_credentials_url,
    s3_credentials_token_file,
  };
}

function openSchedule(
  deps: Deps,
  settings: BackupSettings,
  accessTo: (address: string) => TargetAccess,
): BackupSchedule | undefined {
  const { backup_schedule: pattern, backup_target: address } = settings;
  if (address === '') {
    if (pattern === '') return undefined;
    throw new DomainError(
      'validation_failed',
      'GALLEY_BACKUP_SCHEDULE is set, but GALLEY_BACKUP_TARGET is not. Name a directory or s3://bucket/prefix there.',
    );
  }
  return new BackupSchedule(deps, {
    schedule: pattern === '' ? undefined : readSchedule(pattern),
    access: accessTo(address),
    passphrase: settings.backup_passphrase,
    keep: settings.backup_keep,
    keepDays: settings.backup_keep_days,
  });
}

/** Checks often whether a backup is due, because the clock may be changed and the machine may sleep. */
function runSchedule({ services, log, leader }: Deps): () => Promise<void> {
  const { schedule } = services.backups;
  if (schedule === undefined) return async () => {};
  const ending = new AbortController();
  const stop = runPeriodically(
    async () => {
      // Ends the runs of a former leader.
      await schedule.recover();
      if (!(await schedule.isDue())) return;
      const { run, warnings, removed } = await schedule.run(createAdminScope('schedule'), ending.signal);
      log.info({ backup: run.name, bytes: run.bytes, warnings, removed }, 'a backup was made and verified');
    },
    { what: 'making a backup', firstAfterMs: FIRST_CHECK_MS, intervalMs: CHECK_MS, log, leader },
  );
  return () => {
    ending.abort(new DomainError('unavailable', 'The server was stopped while the backup was made.'));
    return stop();
  };
}

declare module '../../platform/deps.ts' {
  interface Services {
    backups: {
      /** How a target is reached, by its address. */
      accessTo(address: string): TargetAccess;
      /** Undefined if the settings name no target. */
      schedule: BackupSchedule | undefined;
    };
  }
}
