import type { Deps } from '../../../platform/deps.ts';
import { tenantOfKey } from '../storing/stored-files.ts';
import {
  type ReferredFile,
  selectPresentTenants,
  selectReferredFiles,
  selectReferredKeys,
} from './queries.ts';

const FILES_AT_ONCE = 200;

/** How old a file without a row has to be before it counts as left over: its row may be about to come. */
const GRACE_MS = 3_600_000;

/** What the library calls its files; whatever else lies there is not ours to touch. */
const OWN_KEY = /^t\d+\/[\da-f]{2}\/[\da-f]{64}$/;

/** The keys of stored files no row refers to, in batches: those of an hour's age, and all of tenants that are gone. */
export async function* walkStrayFiles(deps: Deps): AsyncGenerator<string[]> {
  const oldest = deps.clock.now() - GRACE_MS;
  let batch: { key: string; isOld: boolean }[] = [];
  for await (const { key, modifiedAt } of deps.files.list()) {
    if (!OWN_KEY.test(key)) continue;
    batch.push({ key, isOld: modifiedAt <= oldest });
    if (batch.length < FILES_AT_ONCE) continue;
    yield await findStray(deps, batch);
    batch = [];
  }
  yield await findStray(deps, batch);
}

async function findStray({ db }: Deps, batch: readonly { key: string; isOld: boolean }[]): Promise<string[]> {
  const referred = await selectReferredKeys(
    db.reader,
    batch.map((file) => file.key),
  );
  const unreferred = batch.filter((file) => !referred.has(file.key));
  const young = unreferred.filter((file) => !file.isOld);
  const present = await selectPresentTenants(
    db.reader,
    young.map((file) => tenantOfKey(file.key) as number),
  );
  return unreferred
    .filter((file) => file.isOld || !present.has(tenantOfKey(file.key) as number))
    .map((file) => file.key);
}

/** Every stored file a row refers to, in the order of the rows. */
export async function* walkReferredFiles({ db }: Deps): AsyncGenerator<ReferredFile> {
  let last: ReferredFile | undefined;
  for (;;) {
    const files = await selectReferredFiles(db.reader, last, FILES_AT_ONCE);
    yield* files;
    last = files.at(-1);
    if (last === undefined) return;
    // Lets a running server answer others between two pages.
    await Bun.sleep(0);
  }
}
