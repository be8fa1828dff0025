import { type Static, Type } from '@sinclair/typebox';
import { toIsoTime, toIsoTimeOrNull } from '../../platform/clock.ts';
import { nullable } from '../../platform/json/nullable.ts';
import type { JobRow } from './queries.ts';
import { JOB_KINDS, JOB_STATES } from './table.ts';

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      { description },
    ),
  );

export const DataJob = Type.Object({
  id: Type.String(),
  project_id: Type.String(),
  kind: oneOf(JOB_KINDS, 'What it does.'),
  state: oneOf(JOB_STATES, '`waiting` and `running` jobs go on by themselves after a restart.'),
  tenant: nullable(Type.String(), 'null: the job is about the whole project.'),
  phase: Type.String({ description: 'What it does at present, in one word.' }),
  done: Type.Integer({ description: 'How much of the phase is done; 1 of 1 when the job is done.' }),
  total: Type.Integer({ description: '0: unknown.' }),
  result: nullable(
    Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String()])),
    'Counts of what was exported, imported or changed.',
  ),
  error: nullable(Type.String(), 'Why it failed.'),
  file_bytes: nullable(Type.Integer(), 'Size of the file to download; null without a file.'),
  started_by: Type.String(),
  created_at: Type.String(),
  finished_at: nullable(Type.String(), 'null: it has not ended.'),
});

export function toDataJob(row: JobRow): Static<typeof DataJob> {
  const { id, kind, state, tenant, phase, done, total, error } = row;
  return {
    ...{ id, kind, state, tenant, phase, done, total, error },
    project_id: row.projectId,
    result: row.result === null ? null : JSON.parse(row.result),
    file_bytes: row.fileBytes,
    started_by: row.startedBy,
    created_at: toIsoTime(row.createdAt),
    finished_at: toIsoTimeOrNull(row.finishedAt),
  };
}

/** Counts and facts of an outcome. */
export type JobResult = Record<string, number | string>;
