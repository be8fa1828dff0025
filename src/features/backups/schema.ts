import { Type } from '@sinclair/typebox';
import { toIsoTime, toIsoTimeOrNull } from '../../platform/clock.ts';
import { nullable } from '../../platform/json/nullable.ts';
import type { BackupRun } from './queries.ts';

const OptionalTime = nullable(Type.String());

export const StoredRun = Type.Object({
  name: Type.String(),
  target: Type.String(),
  state: Type.Union(
    [
      Type.Literal('running'),
      Type.Literal('failed'),
      Type.Literal('stored'),
      Type.Literal('verified'),
      Type.Literal('removed'),
    ],
    {
      description:
        '`stored`: it was made, but could not be verified. `verified`: it was restored into a scratch directory and compared. `removed`: it was removed because it was old.',
    },
  ),
  started_at: Type.String(),
  finished_at: OptionalTime,
  bytes: nullable(Type.Integer()),
  error: nullable(Type.String()),
});

export const toStoredRun = ({ name, target, state, startedAt, finishedAt, bytes, error }: BackupRun) => ({
  ...{ name, target, state, bytes, error },
  started_at: toIsoTime(startedAt),
  finished_at: toIsoTimeOrNull(finishedAt),
});

export const BackupStatus = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('failing'), Type.Literal('none')], {
    description:
      '`failing`: the last backup failed, could not be verified, or is overdue. `none`: there was no backup yet.',
  }),
  last_verified_at: OptionalTime,
});
