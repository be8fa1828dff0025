import type { Deps } from '../../platform/deps.ts';
import { addUseFinder } from '../media/index.ts';
import { selectModulesWithMedia } from './queries.ts';

/** Makes files of the library that a saved module of the project shows count as used. */
export function declareModuleUses(deps: Deps): void {
  addUseFinder(deps, async (scope, db, files) => {
    const modules = await selectModulesWithMedia(scope, db);
    return modules.flatMap(({ id, name, content }) =>
      files.namedIn(content).map((fileId) => ({ kind: 'saved_module', fileId, id, name })),
    );
  });
}
