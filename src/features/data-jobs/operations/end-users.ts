import { Type } from '@sinclair/typebox';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation, type OperationContext } from '../../../platform/operation.ts';
import { randomBytes } from '../../../platform/security/crypto.ts';
import { ofProject, requireProject } from '../../projects/index.ts';
import { CommentChoice, type ErasureInput } from '../end-user.ts';
import type { JobRow } from '../queries.ts';
import { DataJob, toDataJob } from '../schema.ts';

const EndUserPath = {
  project_id: Type.String(),
  user_id: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'The id of the user as your backend sends it with the token request.',
  }),
};

export const exportEndUser = defineOperation({
  name: 'exportPerson',
  summary: 'Start an export of everything that names a user, in all tenants of a project',
  scope: 'project',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  input: Type.Object(EndUserPath),
  output: DataJob,
  async run(context, { project_id, user_id }) {
    return start(context, project_id, 'person_export', { userId: user_id });
  },
});

export const eraseEndUser = defineOperation({
  name: 'erasePerson',
  summary: 'Start to replace a user by a pseudonym, in all tenants of a project',
  scope: 'project',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  input: Type.Object({
    ...EndUserPath,
    comments: Type.Unsafe<'keep' | 'remove'>({
      ...CommentChoice,
      default: 'keep',
      description: '`keep`: under the pseudonym. `remove`: their texts are deleted.',
    }),
  }),
  output: DataJob,
  async run(context, { project_id, user_id, comments }) {
    const pseudonym = `deleted-${Buffer.from(randomBytes(6)).toString('hex')}`;
    const input: ErasureInput = { userId: user_id, comments, pseudonym };
    return start(context, project_id, 'person_erasure', input);
  },
});

/** The audit does not name the person, because the person may be erased. */
async function start(
  { deps, scope }: OperationContext<'project'>,
  projectId: string,
  kind: JobRow['kind'],
  input: object,
) {
  await requireProject(deps.db.reader, projectId);
  const { pseudonym } = input as Partial<ErasureInput>;
  const action = kind === 'person_export' ? 'person.export_started' : 'person.erasure_started';
  const described = adminAction({ action, projectId, ...(pseudonym && { subject: pseudonym }) });
  const job = await deps.services.dataJobs.start(scope, { kind, projectId, tenant: null, input }, (db) =>
    deps.events.emitInTransaction(described, scope, db),
  );
  return toDataJob(job);
}
