import type { Deps } from '../../platform/deps.ts';
import { addUseFinder, MAX_LISTED, nameOfTemplate } from '../media/index.ts';
import { selectSnapshotUses } from './queries.ts';

/** Makes files of the library that a snapshot shows count as used. */
export function declareSnapshotUses(deps: Deps): void {
  addUseFinder(deps, async (scope, db, { ids }) => {
    const rows = await selectSnapshotUses(scope, db, ids, MAX_LISTED);
    return rows.map(({ templateName, ...row }) => ({
      ...row,
      kind: 'snapshot',
      name: nameOfTemplate(row.templateId, templateName),
    }));
  });
}
