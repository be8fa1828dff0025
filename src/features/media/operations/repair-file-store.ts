import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { findOrphans } from '../maintenance/orphans.ts';
import {
  emptyQuarantine,
  listQuarantine,
  quarantineFiles,
  restoreReferred,
} from '../maintenance/quarantine.ts';

/** Most files that are listed. */
const MAX_NAMED = 100;

const Keys = (description: string) =>
  Type.Array(Type.String(), { description: `${description} The first ${MAX_NAMED}.` });

/** Files of the file store that no row of the database refers to. */
export const FileStoreState = Type.Object({
  orphaned_files: Type.Integer({ description: 'Media files that no row refers to.' }),
  orphans: Keys('Their keys: paths below media/files.'),
  quarantined_files: Type.Integer({ description: 'Media files in the quarantine.' }),
  quarantine: Keys('Their keys there: paths below media/files.'),
});

export async function describeFileStore(deps: Deps): Promise<Static<typeof FileStoreState>> {
  const orphans = await findOrphans(deps);
  const quarantined = await Array.fromAsync(listQuarantine(deps));
  return {
    orphaned_files: orphans.count,
    orphans: orphans.named.slice(0, MAX_NAMED).map((file) => file.key),
    quarantined_files: quarantined.length,
    quarantine: quarantined.slice(0, MAX_NAMED).map((file) => file.place),
  };
}

export const repairFileStore = defineOperation({
  name: 'repairFileStore',
  summary: 'Bring media files back from the quarantine, move orphans there, or empty it',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({
    quarantine: Type.Boolean({ default: false, description: 'Move all orphans to the quarantine.' }),
    empty: Type.Boolean({ default: false, description: 'Delete the files in the quarantine now.' }),
  }),
  output: Type.Composite([
    FileStoreState,
    Type.Object({
      restored: Type.Integer({
        description: 'Files that were moved back, because rows refer to them again.',
      }),
      quarantined: Type.Integer({ description: 'Files that were moved to the quarantine.' }),
      deleted: Type.Integer({ description: 'Files that were deleted in the quarantine.' }),
    }),
  ]),
  async run({ deps, scope }, input) {
    const restored = await restoreReferred(deps);
    const deleted = input.empty ? await emptyQuarantine(deps, { all: true }) : 0;
    const quarantined = input.quarantine ? await quarantineOrphans(deps) : 0;
    if (restored + quarantined + deleted > 0) {
      const subject = `${restored} restored, ${quarantined} quarantined, ${deleted} deleted`;
      const action = adminAction({ action: 'media.repaired', subject });
      await deps.db.transaction((db) => deps.events.emitInTransaction(action, scope, db));
    }
    return { restored, quarantined, deleted, ...(await describeFileStore(deps)) };
  },
});

/** If there are many orphans, one run finds only some of them. */
async function quarantineOrphans(deps: Deps): Promise<number> {
  let moved = 0;
  for (;;) {
    const { named } = await findOrphans(deps);
    const now = await quarantineFiles(
      deps,
      named.map((file) => file.key),
    );
    if (now === 0) return moved;
    moved += now;
  }
}
