import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation, perform } from '../../../platform/operation.ts';
import type { AdminScope } from '../../../platform/scope.ts';
import { selectCommentTexts } from '../../comments/index.ts';
import { describeFileStore, sweepFiles } from '../../media/index.ts';
import { checkSearchIndex, rebuildSearchIndex } from '../../templates/index.ts';

/** Age from which a file counts as unfinished. Running uploads and backups change their files more often. */
const UNFINISHED_AGE_MS = DAY_MS;

const Repair = Type.Object({
  repair: Type.Union([
    Type.Literal('permissions'),
    Type.Literal('unfinished_uploads'),
    Type.Literal('orphaned_files'),
    Type.Literal('search_index'),
  ]),
  before: Type.String({ description: 'What was found, in a few words.' }),
  after: Type.String({ description: 'What it is now; the same as `before` if nothing was to be done.' }),
});
type Repair = Static<typeof Repair>;

/** Does only repairs that are safe while requests are served. A second run changes nothing. */
export const repairInstance = defineOperation({
  name: 'repairInstance',
  summary:
    'Close the data directory to other users, remove unfinished uploads, move orphaned files to the quarantine, repair the search index',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({}),
  output: Type.Object({ repairs: Type.Array(Repair) }),
  async run({ deps, scope }) {
    const repairs = [
      await closeDataDirectory(deps),
      await removeUnfinished(deps),
      await quarantineOrphans(deps),
      await repairSearchIndex(deps, scope),
    ];
    const done = repairs.filter(({ before, after }) => before !== after).map(({ repair }) => repair);
    if (done.length > 0) {
      const action = adminAction({ action: 'instance.repaired', subject: done.join(', ') });
      await deps.db.transaction((db) => deps.events.emitInTransaction(action, scope, db));
    }
    return { repairs };
  },
});

/** Changes only the folder itself: other users then cannot reach anything below it. */
async function closeDataDirectory({ dataDir }: Deps): Promise<Repair> {
  const readMode = async () => `mode ${((await stat(dataDir)).mode & 0o777).toString(8)}`;
  const before = await readMode();
  if (before !== 'mode 700' && process.platform !== 'win32') await chmod(dataDir, 0o700);
  return { repair: 'permissions', before, after: await readMode() };
}

async function removeUnfinished({ incomingDir, clock }: Deps): Promise<Repair> {
  const listOld = async () => {
    const names = await readdir(incomingDir).catch(() => []);
    const files = names.map(async (name) => {
      const path = join(incomingDir, name);
      const found = await stat(path).catch(() => undefined);
      return found !== undefined && clock.now() - found.mtimeMs > UNFINISHED_AGE_MS ? [path] : [];
    });
    return (await Promise.all(files)).flat();
  };
  const describe = (paths: readonly string[]) => `${paths.length} older than a day`;
  const before = await listOld();
  for (const path of before) await rm(path, { recursive: true, force: true });
  return { repair: 'unfinished_uploads', before: describe(before), after: describe(await listOld()) };
}

/**
 * Moves orphaned files to the quarantine, as the sweep every six hours. Not if they are many or older than the
 * database, because it may be the wrong database then.
 */
async function quarantineOrphans(deps: Deps): Promise<Repair> {
  const describe = async () => {
    const { orphaned_files, quarantined_files } = await describeFileStore(deps);
    return `${orphaned_files} orphaned, ${quarantined_files} in the quarantine`;
  };
  const before = await describe();
  await sweepFiles(deps);
  return { repair: 'orphaned_files', before, after: await describe() };
}

async function repairSearchIndex(deps: Deps, scope: AdminScope): Promise<Repair> {
  const { faults, checked } = await checkSearchIndex(deps.db.reader, selectCommentTexts);
  const before = faults.length === 0 ? `${checked} entries, no faults` : `${faults.length} faults`;
  if (faults.length === 0) return { repair: 'search_index', before, after: before };
  const { entries } = await perform(rebuildSearchIndex, deps, scope, {});
  return {
    repair: 'search_index',
    before,
    after: `${entries} entries are indexed again while the server runs`,
  };
}
