import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ofProject, requireProject, Timestamp } from '../../projects/index.ts';
import { moduleNotFound } from '../errors.ts';
import { selectModulesOfProject, selectPresentIds, updateSharing } from '../queries.ts';
import { requireRoomForShared } from '../saved-module.ts';
import { ModuleId } from '../schema.ts';

const MODULES_PER_PAGE = 100;

const ProjectModule = Type.Object({
  id: ModuleId,
  tenant: Type.String({ description: 'The tenant that saved it.' }),
  name: Type.String(),
  shared: Type.Boolean(),
  created_at: Timestamp,
});

export const listProjectModules = defineOperation({
  name: 'listProjectModules',
  summary: 'List the saved modules of all tenants of a project, the oldest first',
  scope: 'admin',
  effect: 'read',
  access: ofProject('viewer'),
  input: Type.Object({ project_id: Type.String(), cursor: CursorInput }),
  output: pageOf(ProjectModule, MODULES_PER_PAGE),
  async run({ deps }, { project_id, cursor }) {
    const { reader } = deps.db;
    await requireProject(reader, project_id);
    const audience = JSON.stringify(['project_modules', project_id]);
    const after =
      cursor === undefined ? undefined : String(decodeCursor(deps.urlSigningKey, audience, cursor)[0]);
    const found = await selectModulesOfProject(reader, project_id, after, MODULES_PER_PAGE + 1);
    const { rows, ...page } = cutPage(found, MODULES_PER_PAGE, ({ id }) =>
      encodeCursor(deps.urlSigningKey, audience, [id]),
    );
    const items = rows.map(({ createdAt, ...row }) => ({ ...row, created_at: toIsoTime(createdAt) }));
    return { items, ...page };
  },
});

export const shareModules = defineOperation({
  name: 'shareModules',
  summary: 'Share saved modules with all tenants of their project, or end that',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin'),
  input: Type.Object({
    project_id: Type.String(),
    module_ids: Type.Optional(
      Type.Array(ModuleId, { minItems: 1, maxItems: 500, description: 'Left out: all of the project.' }),
    ),
    shared: Type.Boolean(),
  }),
  output: Type.Object({
    project_id: Type.String(),
    shared: Type.Boolean(),
    changed: Type.Integer({ description: 'Modules that were not so before.' }),
  }),
  async run({ deps, scope }, { project_id, module_ids, shared }) {
    const changed = await deps.db.transaction(async (db) => {
      await requireProject(db, project_id);
      const count = await changeSharing(deps, db, { projectId: project_id, ids: module_ids, shared });
      if (count === 0) return 0;
      const action = `project.modules_${shared ? 'shared' : 'unshared'}`;
      const subject = count === 1 ? '1 module' : `${count} modules`;
      await deps.events.emitInTransaction(adminAction({ action, projectId: project_id, subject }), scope, db);
      return count;
    });
    return { project_id, shared, changed };
  },
});

interface SharingChange {
  projectId: string;
  /** Undefined: all of the project. */
  ids: readonly string[] | undefined;
  shared: boolean;
}

async function changeSharing({ clock }: Deps, db: Connection, change: SharingChange): Promise<number> {
  const { projectId, ids, shared } = change;
  if (ids !== undefined) {
    const present = await selectPresentIds(db, projectId, ids);
    if (ids.some((id) => !present.has(id))) throw moduleNotFound();
  }
  const changed = await updateSharing(db, change, clock.now());
  if (shared) await requireRoomForShared(db, projectId);
  return changed;
}
