import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { adminAction } from '../../../platform/events.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { Plan } from '../../../platform/limits/plan.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { isVisible } from '../../../platform/security/admin-access.ts';
import { createSecret } from '../../../platform/security/crypto.ts';
import { foldName } from '../../../platform/text/names.ts';
import { ofProject, ofTeam } from '../access.ts';
import { projectNameTaken, projectNotFound } from '../errors.ts';
import { projectChanged, projectCredentialsRevoked } from '../events.ts';
import { requirePlan } from '../plans.ts';
import {
  addProject,
  CLIENT_SECRET_PREFIX,
  createSigningKey,
  findTeamId,
  requireProject,
  toSecretRow,
} from '../project.ts';
import {
  endClientSecrets,
  insertClientSecret,
  type ProjectRow,
  selectProjects,
  updateProjectName,
  updateProjectPlan,
  updateProjectSuspension,
  updateSigningKey,
} from '../queries.ts';
import { DisplayName, Project, ProjectWithSecrets } from '../schema.ts';
import { describeSuspension, Suspension } from '../suspension.ts';

const DAY_SECONDS = 86_400;

const toProject = (row: ProjectRow) => ({
  id: row.id,
  team_id: row.teamId,
  name: row.name,
  plan: row.plan,
  client_id: row.clientId,
  suspended: row.suspended,
  created_at: toIsoTime(row.createdAt),
});

export const createProject = defineOperation({
  name: 'createProject',
  summary: 'Create a project with new credentials, shown once',
  scope: 'admin',
  effect: 'admin',
  access: ofTeam('admin'),
  input: Type.Object({
    name: DisplayName,
    plan: Type.String({ default: 'scale' }),
    team_id: Type.Optional(Type.String({ description: 'The first team if left out.' })),
  }),
  output: ProjectWithSecrets,
  async run({ deps, scope }, { name, plan, team_id }) {
    requirePlan(deps, plan);
    const teamId = await findTeamId(deps, team_id);
    const { row, clientSecret } = await deps.db.transaction(async (db) => {
      const added = await addProject(deps, db, { teamId, name, plan });
      const action = { action: 'project.created', teamId, projectId: added.row.id, subject: name };
      await deps.events.emitInTransaction(adminAction(action), scope, db);
      return added;
    });
    return { ...toProject(row), client_secret: clientSecret, signing_key: row.signingKey };
  },
});

export const listProjects = defineOperation({
  name: 'listProjects',
  summary: 'List projects, of one team or of all',
  scope: 'admin',
  effect: 'read',
  access: 'own teams',
  input: Type.Object({ team_id: Type.Optional(Type.String()) }),
  output: Type.Object({ items: Type.Array(Project) }),
  async run({ deps, scope }, { team_id }) {
    const rows = await selectProjects(deps.db.reader, team_id);
    return { items: rows.filter(({ teamId }) => isVisible(scope, teamId)).map(toProject) };
  },
});

export const rotateClientSecret = defineOperation({
  name: 'rotateClientSecret',
  summary: 'Give a project a new client secret; the old one stays valid for a while',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
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
  async run({ deps, scope, emit }, { project_id, overlap_seconds }) {
    const secret = createSecret(CLIENT_SECRET_PREFIX);
    const now = deps.clock.now();
    const oldExpiresAt = now + overlap_seconds * 1000;
    const project = await deps.db.transaction(async (db) => {
      const row = await requireProject(db, project_id);
      await endClientSecrets(db, row.id, oldExpiresAt, now);
      await insertClientSecret(db, toSecretRow(row.id, secret, now));
      const subject = `old secret valid until ${toIsoTime(oldExpiresAt)}`;
      const action = adminAction({ action: 'project.secret_rotated', projectId: row.id, subject });
      await deps.events.emitInTransaction(action, scope, db);
      return row;
    });
    emit(projectChanged(project.id));
    if (overlap_seconds === 0) emit(projectCredentialsRevoked(project.id));
    return {
      project_id: project.id,
      client_id: project.clientId,
      client_secret: secret,
      old_secret_expires_at: toIsoTime(oldExpiresAt),
    };
  },
});

export const rotateSigningKey = defineOperation({
  name: 'rotateSigningKey',
  summary: 'Give a project a new signing key; signatures made with the old one are refused at once',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  input: Type.Object({ project_id: Type.String() }),
  output: Type.Object({ project_id: Type.String(), signing_key: Type.String() }),
  async run({ deps, scope, emit }, { project_id }) {
    const signingKey = createSigningKey();
    await deps.db.transaction(async (db) => {
      if (!(await updateSigningKey(db, project_id, signingKey))) throw projectNotFound();
      const action = adminAction({ action: 'project.signing_key_rotated', projectId: project_id });
      await deps.events.emitInTransaction(action, scope, db);
    });
    emit(projectChanged(project_id));
    emit(projectCredentialsRevoked(project_id));
    return { project_id, signing_key: signingKey };
  },
});

export const renameProject = defineOperation({
  name: 'renameProject',
  summary: 'Give a project another name, which no other project of its team has',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin'),
  input: Type.Object({ project_id: Type.String(), name: DisplayName }),
  output: Project,
  async run({ deps, scope, emit }, { project_id, name }) {
    const renamed = await deps.db.transaction(async (db) => {
      const row = await requireProject(db, project_id);
      if (row.name === name) return row;
      const change = { name, nameFolded: foldName(name) };
      if (!(await updateProjectName(db, row, change))) throw projectNameTaken(name);
      const subject = `${row.name} → ${name}`;
      const action = adminAction({ action: 'project.renamed', projectId: project_id, subject });
      await deps.events.emitInTransaction(action, scope, db);
      return { ...row, ...change };
    });
    emit(projectChanged(project_id));
    return toProject(renamed);
  },
});

export const listPlans = defineOperation({
  name: 'listPlans',
  summary: 'List the plans that projects and tenants can be on, with their features and limits',
  scope: 'admin',
  effect: 'read',
  access: 'own teams',
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(Plan) }),
  async run({ deps }) {
    return { items: [...deps.plans.values()] };
  },
});

export const setProjectPlan = defineOperation({
  name: 'setProjectPlan',
  summary: 'Put a project on another plan',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin'),
  input: Type.Object({ project_id: Type.String(), plan: Type.String() }),
  output: Type.Object({ project_id: Type.String(), plan: Type.String() }),
  async run({ deps, scope, emit }, { project_id, plan }) {
    requirePlan(deps, plan);
    await deps.db.transaction(async (db) => {
      const before = await requireProject(db, project_id);
      await updateProjectPlan(db, project_id, plan);
      const subject = `${before.plan} → ${plan}`;
      const action = adminAction({ action: 'project.plan_set', projectId: project_id, subject });
      await deps.events.emitInTransaction(action, scope, db);
    });
    emit(projectChanged(project_id));
    return { project_id, plan };
  },
});

export const suspendProject = defineOperation({
  name: 'suspendProject',
  summary: 'Suspend a project with all its tenants, or end its suspension',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  input: Type.Object({
    project_id: Type.String(),
    suspended: nullable(Suspension, 'null: not suspended.'),
  }),
  output: Project,
  async run({ deps, scope, emit }, { project_id, suspended }) {
    const row = await deps.db.transaction(async (db) => {
      const before = await requireProject(db, project_id);
      await updateProjectSuspension(db, project_id, suspended);
      const action = { ...describeSuspension('project', suspended), projectId: project_id };
      await deps.events.emitInTransaction(adminAction(action), scope, db);
      return { ...before, suspended };
    });
    emit(projectChanged(project_id));
    return toProject(row);
  },
});
