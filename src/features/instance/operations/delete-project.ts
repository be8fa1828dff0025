import { Type } from '@sinclair/typebox';
import { adminAction } from '../../../platform/admin-action.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { deleteKeysOfProject } from '../../access/index.ts';
import {
  deleteClientSecrets,
  deleteProjectRow,
  deleteTenantRow,
  projectChanged,
  projectNotFound,
  projectOriginsChanged,
  selectProject,
  selectTenants,
  tenantDeleted,
} from '../../projects/index.ts';

const TENANTS_AT_ONCE = 100;

export const deleteProject = defineOperation({
  name: 'deleteProject',
  summary:
    'Delete a project with its tenants, their templates and media, and the API keys of this project alone',
  scope: 'admin',
  input: Type.Object({ project_id: Type.String() }),
  output: Type.Object({
    project_id: Type.String(),
    name: Type.String(),
    tenants_deleted: Type.Integer(),
    keys_deleted: Type.Integer({ description: 'API keys that had access to no other project.' }),
  }),
  async run({ deps, scope, emit }, { project_id }) {
    const project = await selectProject(deps.db.reader, project_id);
    if (project === undefined) throw projectNotFound();
    // First, so that no new tenant is made meanwhile.
    await deps.db.transaction((db) => deleteClientSecrets(db, project_id));
    deps.events.publish([projectChanged(project_id)], scope);
    let tenants_deleted = 0;
    // One tenant a transaction: other writers wait for it. What was deleted stays so if this is interrupted.
    for (;;) {
      const tenants = await selectTenants(deps.db.reader, project_id, undefined, TENANTS_AT_ONCE);
      for (const { slug } of tenants) {
        await deps.db.transaction((db) => deleteTenantRow(db, project_id, slug));
        deps.events.publish([tenantDeleted(project_id, slug)], scope);
      }
      tenants_deleted += tenants.length;
      if (tenants.length < TENANTS_AT_ONCE) break;
    }
    const keys_deleted = await deps.db.transaction(async (db) => {
      const keys = await deleteKeysOfProject(db, project_id);
      if (!(await deleteProjectRow(db, project_id))) throw projectNotFound();
      const subject = `${project.name}, ${tenants_deleted} tenants, ${keys} API keys`;
      const { teamId } = project;
      const action = adminAction({ action: 'project.deleted', teamId, projectId: project_id, subject });
      await deps.events.emitInTransaction(action, scope, db);
      return keys;
    });
    emit(projectChanged(project_id));
    emit(projectOriginsChanged(project_id, []));
    return { project_id, name: project.name, tenants_deleted, keys_deleted };
  },
});
