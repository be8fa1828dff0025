import { Type } from '@sinclair/typebox';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { apiKeyChanged, deleteKeysOfProject } from '../../access/index.ts';
import {
  deleteClientSecrets,
  deleteProjectRow,
  deleteTenantRow,
  ofProject,
  projectChanged,
  projectNotFound,
  projectOriginsChanged,
  requireProject,
  selectTenantsOfProject,
  tenantDeleted,
  tenantPurged,
  updateProjectSuspension,
} from '../../projects/index.ts';

const TENANTS_PER_PAGE = 100;

export const deleteProject = defineOperation({
  name: 'deleteProject',
  summary:
    'Delete a project with its tenants, their templates and media, and the API keys of this project alone',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  input: Type.Object({ project_id: Type.String() }),
  output: Type.Object({
    project_id: Type.String(),
    name: Type.String(),
    tenants_deleted: Type.Integer(),
    keys_deleted: Type.Integer({ description: 'API keys that had access to no other project.' }),
  }),
  async run({ deps, scope, emit }, { project_id }) {
    const project = await requireProject(deps.db.reader, project_id);
    const { name, teamId } = project;
    await deps.db.transaction(async (db) => {
      // Without a secret the customer's backend cannot create tenants during the deletion.
      await deleteClientSecrets(db, project_id);
      // Ends tokens, keys and realtime connections of the project.
      await updateProjectSuspension(db, project_id, 'blocked');
      const action = { action: 'project.deletion_started', teamId, projectId: project_id, subject: name };
      await deps.events.emitInTransaction(adminAction(action), scope, db);
    });
    deps.events.publish([projectChanged(project_id)], scope);
    let tenants_deleted = 0;
    // One transaction per tenant, because other writers wait for it. After an interruption the command can be repeated.
    for (;;) {
      const tenants = await selectTenantsOfProject(deps.db.reader, project_id, TENANTS_PER_PAGE);
      for (const { id, slug } of tenants) {
        await deps.db.transaction((db) => deleteTenantRow(db, id));
        deps.events.publish([tenantDeleted(project_id, slug), tenantPurged(project_id, slug)], scope);
      }
      tenants_deleted += tenants.length;
      if (tenants.length < TENANTS_PER_PAGE) break;
    }
    const keyIds = await deps.db.transaction(async (db) => {
      const keys = await deleteKeysOfProject(db, project_id);
      if (!(await deleteProjectRow(db, project_id))) throw projectNotFound();
      const subject = `${name}, ${tenants_deleted} tenants, ${keys.length} API keys`;
      const action = adminAction({ action: 'project.deleted', teamId, projectId: project_id, subject });
      await deps.events.emitInTransaction(action, scope, db);
      return keys;
    });
    emit(projectChanged(project_id));
    emit(projectOriginsChanged(project_id, []));
    for (const id of keyIds) emit(apiKeyChanged('api_key.revoked', id));
    return { project_id, name, tenants_deleted, keys_deleted: keyIds.length };
  },
});
