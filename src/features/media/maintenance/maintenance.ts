import { stopwatch } from '../../../platform/clock.ts';
import { sha256HexOf } from '../../../platform/crypto.ts';
import type { Deps } from '../../../platform/deps.ts';
import { toSequences } from '../browse/queries.ts';
import { isKeyReferred } from '../store/queries.ts';
import { hashOfKey, removeUnusedFiles, tenantOfKey } from '../store/stored-files.ts';
import {
  countSearchMiscounts,
  isIndexed,
  type ReferredFile,
  type SearchedText,
  selectPresentTenants,
  selectReferredFiles,
  selectReferredKeys,
  selectSearchedTexts,
  selectStorageMiscounts,
} from './queries.ts';

/** Missing files that are named in the log. */
const MAX_NAMED = 100;

/** Files checked without a pause. */
const FILES_PER_PAUSE = 50;

/** Removes stored files that no row refers to, and logs files that rows refer to but that are missing. Returns both numbers. */
export async function sweepFiles(
  deps: Deps,
  isStopped: () => boolean = () => false,
): Promise<{ removed: number; missing: number }> {
  let removed = 0;
  const pause = createThrottle();
  for await (const keys of walkStrayFiles(deps)) {
    if (isStopped()) break;
    removed += await removeUnusedFiles(deps, keys);
    await pause();
  }
  const missing = await findMissing(deps, isStopped);
  if (removed > 0) deps.log.info({ removed }, 'unused media files were removed');
  if (missing.length > 0) {
    const facts = { missing: missing.length, keys: missing.slice(0, MAX_NAMED) };
    deps.log.error(facts, 'media files are missing in the file store');
  }
  return { removed, missing: missing.length };
}

async function findMissing(deps: Deps, isStopped: () => boolean): Promise<string[]> {
  const missing = new Set<string>();
  const pause = createThrottle();
  let checked = 0;
  for await (const { key } of walkReferredFiles(deps)) {
    checked += 1;
    if (checked % FILES_PER_PAUSE === 0) await pause();
    if (isStopped()) break;
    if ((await deps.files.stat(key)) !== undefined) continue;
    // It may have been deleted since its row was read.
    if (await isKeyReferred(deps.db.reader, key)) missing.add(key);
  }
  return [...missing];
}

interface FileReport {
  /** Stored files whose bytes were read. */
  checked: number;
  /** Files that no row refers to; a running server removes them. */
  stray: number;
  /** One sentence for each fault. */
  faults: string[];
}

/** Reads every stored file and compares it with what was stored; compares counters with what they count. */
export async function checkStoredFiles(deps: Deps): Promise<FileReport> {
  const faults: string[] = [];
  let checked = 0;
  let lastKey: string | undefined;
  for await (const { key, bytes } of walkReferredFiles(deps)) {
    if (key === lastKey) continue;
    lastKey = key;
    const fault = await checkFile(deps, key, bytes);
    if (fault !== undefined) faults.push(fault);
    checked += 1;
  }
  for (const row of await selectStorageMiscounts(deps.db.reader)) {
    faults.push(
      `tenant "${row.tenant}" of project ${row.project}: ${row.stored} bytes of media are noted, ${row.counted} exist`,
    );
  }
  faults.push(...(await checkSearch(deps)));
  let stray = 0;
  for await (const keys of walkStrayFiles(deps)) stray += keys.length;
  return { checked, stray, faults };
}

async function checkFile(deps: Deps, key: string, bytes: number): Promise<string | undefined> {
  const file = await deps.files.get(key);
  if (file === undefined) {
    // It may have been deleted since its row was read.
    return (await isKeyReferred(deps.db.reader, key)) ? `media file ${key} is missing` : undefined;
  }
  if ((await sha256HexOf(file)) !== hashOfKey(key)) {
    return `media file ${key} is not what was stored: its hash differs`;
  }
  return file.size === bytes ? undefined : `media file ${key} has ${file.size} bytes, ${bytes} are noted`;
}

const ROWS_AT_ONCE = 200;

/** Searches every file by its name and alternative text. Returns the faults, a sentence each. */
async function checkSearch({ db }: Deps): Promise<string[]> {
  let faults = await countSearchMiscounts(db.reader);
  let last: SearchedText | undefined;
  do {
    const rows = await selectSearchedTexts(db.reader, last?.id ?? 0, ROWS_AT_ONCE);
    for (const row of rows) {
      const texts = [toSequences(row.filenameFolded), toSequences(row.altFolded)];
      const found = texts.map((text) => text === undefined || isIndexed(db.reader, row.id, text));
      if ((await Promise.all(found)).includes(false)) faults += 1;
    }
    last = rows.at(-1);
    // Lets a running server answer others between two pages.
    await Bun.sleep(0);
  } while (last !== undefined);
  return faults === 0 ? [] : [`the search index of media libraries is wrong for ${faults} files`];
}

const FILES_AT_ONCE = 200;

/** Younger files without a row are kept: their row may not be committed yet. */
const GRACE_MS = 3_600_000;

/** Keys of the library's files; other files in the store are ignored. */
const OWN_KEY = /^t\d+\/[\da-f]{2}\/[\da-f]{64}$/;

/** Keys of stored files that no row refers to, in batches: those older than an hour, and all of deleted tenants. */
async function* walkStrayFiles(deps: Deps): AsyncGenerator<string[]> {
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
async function* walkReferredFiles({ db }: Deps): AsyncGenerator<ReferredFile> {
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

/** Background work takes at most one part in so many of the time. */
const PARTS = 5;

const LONGEST_PAUSE_MS = 500;

/** Returns a function to await between two batches: it pauses in proportion to the time the last batch took. */
function createThrottle(): () => Promise<void> {
  let elapsed = stopwatch();
  return async () => {
    await Bun.sleep(Math.min(LONGEST_PAUSE_MS, elapsed() * (PARTS - 1)));
    elapsed = stopwatch();
  };
}
