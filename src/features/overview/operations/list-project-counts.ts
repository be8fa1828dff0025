import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { isVisible } from '../../../platform/security/admin-access.ts';
import { selectProjects } from '../../projects/index.ts';
import { selectProjectCounts } from '../queries.ts';

export const listProjectCounts = defineOperation({
  name: 'listProjectCounts',
  summary: 'How many tenants and templates each project of your teams has, and what they store',
  scope: 'admin',
  effect: 'read',
  access: 'own teams',
  input: Type.Object({ team_id: Type.Optional(Type.String()) }),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        project_id: Type.String(),
        tenants: Type.Integer(),
        templates: Type.Integer(),
        storage_bytes: Type.Integer({ description: 'Media and snapshots.' }),
      }),
    ),
  }),
  async run({ deps, scope }, { team_id }) {
    const db = deps.db.reader;
    const projects = (await selectProjects(db, team_id)).filter(({ teamId }) => isVisible(scope, teamId));
    const counts = new Map((await selectProjectCounts(db)).map((row) => [row.projectId, row]));
    const items = projects.map(({ id }) => {
      const { tenants = 0, templates = 0, storageBytes = 0 } = counts.get(id) ?? {};
      return { project_id: id, tenants, templates, storage_bytes: storageBytes };
    });
    return { items };
  },
});
