import { Type } from '@sinclair/typebox';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { normalizeOrigin } from '../../../platform/security/origins.ts';
import { ofProject } from '../access.ts';
import { originNotFound, tooManyOrigins } from '../errors.ts';
import { projectOriginsChanged } from '../events.ts';
import { requireProject } from '../project.ts';
import { deleteOrigin, insertOriginIfNew, selectOrigins } from '../queries.ts';

const MAX_ORIGINS = 100;

const OriginInput = Type.Object({
  project_id: Type.String(),
  origin: Type.String({
    maxLength: 300,
    description: 'Such as https://app.example.com; https://*.example.com: all subdomains.',
  }),
});

const ProjectOriginList = Type.Object({
  project_id: Type.String(),
  origins: Type.Array(Type.String(), { description: 'Empty: those of the settings.' }),
});

const originAction = (verb: 'added' | 'removed', projectId: string, origin: string) =>
  adminAction({ action: `project.origin_${verb}`, projectId, subject: origin });

async function readOrigins(db: Connection, projectId: string) {
  const rows = await selectOrigins(db, projectId);
  return { project_id: projectId, origins: rows.map((row) => row.origin) };
}

export const listProjectOrigins = defineOperation({
  name: 'listProjectOrigins',
  summary: 'List the web origins whose pages may read answers about a project',
  scope: 'admin',
  effect: 'read',
  access: ofProject('viewer'),
  input: Type.Object({ project_id: Type.String() }),
  output: ProjectOriginList,
  async run({ deps }, { project_id }) {
    await requireProject(deps.db.reader, project_id);
    return readOrigins(deps.db.reader, project_id);
  },
});

export const addProjectOrigin = defineOperation({
  name: 'addProjectOrigin',
  summary:
    'Let pages of an origin read answers about a project; from the first one on, only those that were added',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin'),
  input: OriginInput,
  output: ProjectOriginList,
  async run({ deps, scope, emit }, { project_id, origin: text }) {
    const origin = normalizeOrigin(text);
    const list = await deps.db.transaction(async (db) => {
      await requireProject(db, project_id);
      const row = { projectId: project_id, origin, createdAt: deps.clock.now() };
      const isAdded = await insertOriginIfNew(db, row, MAX_ORIGINS);
      const after = await readOrigins(db, project_id);
      if (!isAdded && !after.origins.includes(origin)) throw tooManyOrigins(MAX_ORIGINS);
      if (isAdded) await deps.events.emitInTransaction(originAction('added', project_id, origin), scope, db);
      return after;
    });
    emit(projectOriginsChanged(project_id, list.origins));
    return list;
  },
});

export const removeProjectOrigin = defineOperation({
  name: 'removeProjectOrigin',
  summary: 'Remove an origin from a project; a project without origins uses those of the settings',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin'),
  input: OriginInput,
  output: ProjectOriginList,
  async run({ deps, scope, emit }, { project_id, origin: text }) {
    const origin = normalizeOrigin(text);
    const list = await deps.db.transaction(async (db) => {
      await requireProject(db, project_id);
      if (!(await deleteOrigin(db, project_id, origin))) throw originNotFound();
      await deps.events.emitInTransaction(originAction('removed', project_id, origin), scope, db);
      return readOrigins(db, project_id);
    });
    emit(projectOriginsChanged(project_id, list.origins));
    return list;
  },
});
