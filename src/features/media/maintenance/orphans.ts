import { HOUR_MS } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { FileFacts } from '../../../platform/ports/file-store.ts';
import { selectStoreState } from '../store/queries.ts';
import { selectRecordedKeys, selectReferredKeys } from './queries.ts';

/** Younger files without a row are ignored: their row may not be committed yet. */
const GRACE_MS = HOUR_MS;

/** Keys of the library's files; other files in the store are ignored. */
const OWN_KEY = /^t\d+\/[\da-f]{2}\/[\da-f]{64}$/;

const FILES_AT_ONCE = 200;

/** Most orphans that are listed. Another run lists the others. */
const MAX_NAMED = 10_000;

type StoredFile = FileFacts & { key: string };

/** Files to which no row refers and that are not about to be removed. */
export interface Orphans {
  /** All files of libraries. */
  files: number;
  /** Number of all orphans. */
  count: number;
  /** Number of orphans that are older than the database, or than its restoration. */
  older: number;
  /** The first of them; `isOlder` as above. */
  named: { key: string; bytes: number; isOlder: boolean }[];
}

/** Finds orphans. `pause` is awaited between two batches; the search ends early once `isStopped()` is true. */
export async function findOrphans(
  deps: Deps,
  pause: () => Promise<unknown> = () => Bun.sleep(0),
  isStopped: () => boolean = () => false,
): Promise<Orphans> {
  const knownSince = (await selectStoreState(deps.db.reader))?.knownSince ?? deps.clock.now();
  const found: Orphans = { files: 0, count: 0, older: 0, named: [] };
  const add = async (batch: readonly StoredFile[]) => {
    for (const { key, bytes, modifiedAt } of await withoutRows(deps, batch)) {
      const isOlder = modifiedAt < knownSince;
      found.count += 1;
      if (isOlder) found.older += 1;
      if (found.named.length < MAX_NAMED) found.named.push({ key, bytes, isOlder });
    }
    await pause();
  };
  let batch: StoredFile[] = [];
  for await (const file of deps.files.list()) {
    if (!OWN_KEY.test(file.key)) continue;
    found.files += 1;
    batch.push(file);
    if (batch.length < FILES_AT_ONCE) continue;
    await add(batch);
    batch = [];
    if (isStopped()) return found;
  }
  await add(batch);
  return found;
}

async function withoutRows({ db, clock }: Deps, batch: readonly StoredFile[]): Promise<StoredFile[]> {
  const old = batch.filter((file) => file.modifiedAt <= clock.now() - GRACE_MS);
  const keys = old.map((file) => file.key);
  const [referred, recorded] = await Promise.all([
    selectReferredKeys(db.reader, keys),
    selectRecordedKeys(db.reader, keys),
  ]);
  return old.filter((file) => !referred.has(file.key) && !recorded.has(file.key));
}
