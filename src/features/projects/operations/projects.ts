import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { createSecret } from '../../../platform/crypto.ts';
import type { Deps } from '../../../platform/deps.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { addProject, CLIENT_SECRET_PREFIX, toSecretRow } from '../add-project.ts';
import { projectNotFound, unknownPlan } from '../errors.ts';
import { projectChanged } from '../events.ts';
import { findTeamId } from '../find-team.ts';
import {
  endClientSecrets,
  insertClientSecret,
  type ProjectRow,
  selectProject,
  selectProjects,
  updateProjectPlan,
} from '../queries.ts';
import { DisplayName, Project, ProjectWithSecrets } from '../schema.ts';

const DAY_SECONDS = 86_400;

const toProject = (row: ProjectRow) => ({
  id: row.id,
  team_id: row.teamId,
  name: row.name,
  plan: row.plan,
  client_id: row.clientId,
  created_at: toIsoTime(row.createdAt),
});

export const createProject = defineOperation({
  name: 'createProject',
  summary: 'Create a project with new credentials, shown once',
  scope: 'admin',
  input: Type.Object({
    name: DisplayName,
    plan: Type.String({ default: 'scale' }),
    team_id: Type.Optional(Type.String({ description: 'The first team if left out.' })),
  }),
  output: ProjectWithSecrets,
  async run({ deps }, input) {
    requirePlan(deps, input.plan);
    const teamId = await findTeamId(deps, input.team_id);
    const { row, clientSecret } = await deps.db.transaction((db) =>
      addProject(deps, db, { teamId, name: input.name, plan: input.plan }),
    );
    return { ...toProject(row), client_secret: clientSecret, signing_key: row.signingKey };
  },
});

export const listProjects = defineOperation({
  name: 'listProjects',
  summary: 'List projects, of one team or of all',
  scope: 'admin',
  input: Type.Object({ team_id: Type.Optional(Type.String()) }),
  output: Type.Object({ items: Type.Array(Project) }),
  async run({ deps }, { team_id }) {
    const rows = await selectProjects(deps.db.reader, team_id);
    return { items: rows.map(toProject) };
  },
});

export const rotateClientSecret = defineOperation({
  name: 'rotateClientSecret',
  summary: 'Give a project a new client secret; the old one stays valid for a while',
  scope: 'admin',
  input: Type.Object({
    project_id: Type.String(),
    overlap_seconds: Type.Integer({
      minimum: 0,
      maximum: 90 * DAY_SECONDS,
      default: DAY_SECONDS,
      description: 'How long the old secret is still accepted; 0 ends it at once.',
    }),
  }),
  output: Type.Object({
    project_id: Type.String(),
    client_id: Type.String(),
    client_secret: Type.String(),
    old_secret_expires_at: Type.String(),
  }),
  async run({ deps, emit }, { project_id, overlap_seconds }) {
    const secret = createSecret(CLIENT_SECRET_PREFIX);
    const now = deps.clock.now();
    const oldExpiresAt = now + overlap_seconds * 1000;
    const project = await deps.db.transaction(async (db) => {
      const row = await selectProject(db, project_id);
      if (row === undefined) throw projectNotFound();
      await endClientSecrets(db, row.id, oldExpiresAt, now);
      await insertClientSecret(db, toSecretRow(row.id, secret, now));
      return row;
    });
    emit(projectChanged(project.id));
    return {
      project_id: project.id,
      client_id: project.clientId,
      client_secret: secret,
      old_secret_expires_at: toIsoTime(oldExpiresAt),
    };
  },
});

export const setProjectPlan = defineOperation({
  name: 'setProjectPlan',
  summary: 'Put a project on another plan',
  scope: 'admin',
  input: Type.Object({ project_id: Type.String(), plan: Type.String() }),
  output: Type.Object({ project_id: Type.String(), plan: Type.String() }),
  async run({ deps, emit }, { project_id, plan }) {
    requirePlan(deps, plan);
    const found = await deps.db.transaction((db) => updateProjectPlan(db, project_id, plan));
    if (!found) throw projectNotFound();
    emit(projectChanged(project_id));
    return { project_id, plan };
  },
});

function requirePlan(deps: Deps, plan: string): void {
  if (!deps.plans.has(plan)) throw unknownPlan(plan, deps.plans.keys());
}
