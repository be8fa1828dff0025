import { type Static, Type } from '@sinclair/typebox';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { createSecret } from '../../../platform/security/crypto.ts';
import { foldName } from '../../../platform/text/names.ts';
import { projectChanged } from '../events.ts';
import { addProject, CLIENT_SECRET_PREFIX, findTeamId, toSecretRow } from '../project.ts';
import {
  endClientSecrets,
  hasProjectOfName,
  insertClientSecret,
  selectProjectByClientId,
} from '../queries.ts';

/** Identifies the project of the demo, because another project can have its name. */
const DEMO_CLIENT_ID = 'galley-demo';

const DemoProject = Type.Object({
  project_id: Type.String(),
  client_id: Type.String(),
  client_secret: Type.String(),
});
export type DemoProject = Static<typeof DemoProject>;

/** Each call makes a new secret and ends the one before, because only hashes of secrets are stored. */
export const openDemoProject = defineOperation({
  name: 'openDemoProject',
  summary: 'Create the project of the demo, or give it a new secret',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({}),
  output: DemoProject,
  async run({ deps, scope, emit }) {
    const teamId = await findTeamId(deps, undefined);
    const client_secret = createSecret(CLIENT_SECRET_PREFIX);
    const now = deps.clock.now();
    const record = (db: Connection, action: string, projectId: string) =>
      deps.events.emitInTransaction(adminAction({ action, teamId, projectId, subject: 'demo' }), scope, db);
    const project_id = await deps.db.transaction(async (db) => {
      const existing = await selectProjectByClientId(db, DEMO_CLIENT_ID);
      if (existing === undefined) {
        // The team may have a project called "Demo".
        const name = (await hasProjectOfName(db, teamId, foldName('Demo')))
          ? `Demo (${DEMO_CLIENT_ID})`
          : 'Demo';
        const draft = { teamId, name, plan: 'scale', client_id: DEMO_CLIENT_ID, client_secret };
        const { id } = (await addProject(deps, db, draft)).row;
        await record(db, 'project.created', id);
        return id;
      }
      await endClientSecrets(db, existing.id, now, now);
      await insertClientSecret(db, toSecretRow(existing.id, client_secret, now));
      await record(db, 'project.secret_rotated', existing.id);
      return existing.id;
    });
    emit(projectChanged(project_id));
    return { project_id, client_id: DEMO_CLIENT_ID, client_secret };
  },
});
