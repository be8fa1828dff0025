import type { Static } from '@sinclair/typebox';
import { HOUR_MS, toIsoTime } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { selectRuns } from './queries.ts';
import type { BackupStatus } from './schema.ts';

const RECENT_RUNS = 100;

/** A backup that takes longer counts as overdue. */
const GRACE_MS = 6 * HOUR_MS;

/** How the scheduled backups are doing; undefined without a schedule. */
export async function readBackupStatus({
  services,
  db,
  clock,
}: Deps): Promise<Static<typeof BackupStatus> | undefined> {
  const nextAt = await services.backups.schedule?.nextAt();
  if (nextAt === undefined) return undefined;
  const runs = await selectRuns(db.reader, RECENT_RUNS);
  const ended = runs.find(({ state }) => state !== 'running');
  const verified = runs.find(({ state }) => state === 'verified' || state === 'removed');
  const isOverdue = nextAt < clock.now() - GRACE_MS;
  const isFailing = isOverdue || (ended !== undefined && ended !== verified);
  return {
    status: isFailing ? 'failing' : verified === undefined ? 'none' : 'ok',
    last_verified_at: verified === undefined ? null : toIsoTime(verified.startedAt),
  };
}
