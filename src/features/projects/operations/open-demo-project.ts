import { type Static, Type } from '@sinclair/typebox';
import { createSecret } from '../../../platform/crypto.ts';
import { foldName } from '../../../platform/fold-name.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { projectChanged } from '../events.ts';
import { addProject, CLIENT_SECRET_PREFIX, findTeamId, toSecretRow } from '../project.ts';
import {
  endClientSecrets,
  hasProjectOfName,
  insertClientSecret,
  selectProjectByClientId,
} from '../queries.ts';

/** By it the project is found again: names can be anybody's. */
const DEMO_CLIENT_ID = 'galley-demo';

const DemoProject = Type.Object({
  project_id: Type.String(),
  client_id: Type.String(),
  client_secret: Type.String(),
});
export type DemoProject = Static<typeof DemoProject>;

/** The secret is kept nowhere, so each time there is a new one, and the one before ends. */
export const openDemoProject = defineOperation({
  name: 'openDemoProject',
  summary: 'Make the project of the demo, or give it a new secret',
  scope: 'admin',
  input: Type.Object({}),
  output: DemoProject,
  async run({ deps, emit }) {
    const teamId = await findTeamId(deps, undefined);
    const client_secret = createSecret(CLIENT_SECRET_PREFIX);
    const now = deps.clock.now();
    const project_id = await deps.db.transaction(async (db) => {
      const existing = await selectProjectByClientId(db, DEMO_CLIENT_ID);
      if (existing === undefined) {
        // The team may have a project called "Demo".
        const name = (await hasProjectOfName(db, teamId, foldName('Demo')))
          ? `Demo (${DEMO_CLIENT_ID})`
          : 'Demo';
        const draft = { teamId, name, plan: 'scale', client_id: DEMO_CLIENT_ID, client_secret };
        return (await addProject(deps, db, draft)).row.id;
      }
      await endClientSecrets(db, existing.id, now, now);
      await insertClientSecret(db, toSecretRow(existing.id, client_secret, now));
      return existing.id;
    });
    emit(projectChanged(project_id));
    return { project_id, client_id: DEMO_CLIENT_ID, client_secret };
  },
});
