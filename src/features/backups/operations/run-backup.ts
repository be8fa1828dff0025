import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { noTarget } from '../errors.ts';
import { StoredRun, toStoredRun } from '../schema.ts';

export const runBackup = defineOperation({
  name: 'runBackup',
  summary: 'Make a backup at the target of the settings now, verify it, and remove old ones',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({}),
  output: Type.Object({
    backup: StoredRun,
    warnings: Type.Array(Type.String(), { description: 'One sentence each.' }),
    removed: Type.Array(Type.String(), { description: 'Names of old backups that were removed.' }),
  }),
  async run({ deps, scope, signal }) {
    const { schedule } = deps.services.backups;
    if (schedule === undefined) throw noTarget();
    const { run, warnings, removed } = await schedule.run(scope, signal);
    return { backup: toStoredRun(run), warnings, removed };
  },
});
