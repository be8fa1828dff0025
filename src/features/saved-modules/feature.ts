import { route } from '../../http/route.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { addUseFinder } from '../media/index.ts';
import { isTenantMoved } from '../projects/index.ts';
import { createModule } from './operations/create-module.ts';
import { deleteModule } from './operations/delete-module.ts';
import { listModules } from './operations/list-modules.ts';
import { listProjectModules, shareModules } from './operations/project-modules.ts';
import { updateModule } from './operations/update-module.ts';
import { moveModules, selectModulesWithMedia } from './queries.ts';
import { addModuleTrashKind } from './remove.ts';
import { selectModuleNamed } from './saved-module.ts';
import { savedModuleTools } from './tools.ts';

const savedModuleRoutes = [
  route('GET', '/saved-modules', listModules, { answer: 'items' }),
  route('POST', '/saved-modules', createModule, { status: 201 }),
  route('PUT', '/saved-modules/:module_id', updateModule),
  route('DELETE', '/saved-modules/:module_id', deleteModule, { answer: 'nothing' }),
];

/** Makes media files in the saved modules that a tenant can use count as used. */
function declareModuleUses(deps: Deps): void {
  addUseFinder(deps, async (scope, db, files) => {
    const modules = await selectModulesWithMedia(scope, db);
    return modules.flatMap(({ id, name, content }) =>
      files.namedIn(content).map((fileId) => ({ kind: 'saved_module', fileId, id, name })),
    );
  });
}

/** Moves modules along with their tenant to another project. */
function moveModulesWithTenants({ events }: Deps): void {
  events.onTransaction(async (event, _scope, db) => {
    if (isTenantMoved(event)) await moveModules(db, event.payload.tenantId, event.payload.toProjectId);
  });
}

export const savedModules = defineFeature({
  name: 'savedModules',
  listeners(deps) {
    declareModuleUses(deps);
    moveModulesWithTenants(deps);
    addModuleTrashKind(deps);
    deps.services.templates.moduleReader = async (scope, db, name) =>
      (await selectModuleNamed(scope, db, name))?.json;
  },
  tools: savedModuleTools,
  routes: [
    ...savedModuleRoutes,
    route('GET', '/projects/:project/modules', listProjectModules, { answer: 'page' }),
    route('POST', '/projects/:project/modules/share', shareModules),
  ],
  commands: [listProjectModules, shareModules],
});
