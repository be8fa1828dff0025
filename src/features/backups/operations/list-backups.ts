import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { selectRuns } from '../queries.ts';
import { BackupStatus, StoredRun, toStoredRun } from '../schema.ts';
import { readBackupStatus } from '../status.ts';

const RUNS = 100;

export const listBackups = defineOperation({
  name: 'listBackups',
  summary: 'List the last backups of the schedule, and when the next is due',
  scope: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({
    target: nullable(Type.String(), 'null: the settings name none.'),
    next_at: nullable(Type.String(), 'null: there is no schedule.'),
    status: nullable(BackupStatus, 'null: there is no schedule.'),
    items: Type.Array(StoredRun, { description: 'The newest first.' }),
  }),
  async run({ deps }) {
    const { schedule } = deps.services.backups;
    const nextAt = await schedule?.nextAt();
    const runs = await selectRuns(deps.db.reader, RUNS);
    return {
      target: schedule?.target.address ?? null,
      next_at: nextAt === undefined ? null : toIsoTime(nextAt),
      status: (await readBackupStatus(deps)) ?? null,
      items: runs.map(toStoredRun),
    };
  },
});
