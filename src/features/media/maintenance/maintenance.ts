import { DAY_MS, stopwatch } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { sha256HexOf } from '../../../platform/security/crypto.ts';
import { toSequences } from '../browse/queries.ts';
import { isKeyReferred } from '../store/queries.ts';
import { hashOfKey, removeRecordedFiles } from '../store/stored-files.ts';
import { findOrphans, type Orphans } from './orphans.ts';
import { DAYS_IN_QUARANTINE, emptyQuarantine, quarantineFiles, restoreReferred } from './quarantine.ts';
import {
  countSearchMiscounts,
  isIndexed,
  type ReferredFile,
  type SearchedText,
  selectReferredFiles,
  selectSearchedTexts,
  selectStorageMiscounts,
} from './queries.ts';

/** Most missing files listed in the log. */
const MAX_NAMED = 100;

/** Files checked without a pause. */
const FILES_PER_PAUSE = 50;

/**
 * If there are more orphans than this number and this share of all files, none is moved: the database may be the wrong
 * one.
 */
const MAX_ORPHANS = 20;
const MAX_ORPHAN_SHARE = 0.01;

/** The result of a sweep, in numbers of files. */
interface Sweep {
  /** Deleted, because the database has deleted their rows. */
  removed: number;
  /** Moved back from the quarantine. */
  restored: number;
  /** Deleted from the quarantine. */
  expired: number;
  /** Moved to the quarantine. */
  quarantined: number;
  /** Missing in the store, although rows refer to them. */
  missing: number;
}

/**
 * Removes files whose rows were deleted, and moves files that no row refers to into the quarantine. Logs files that rows
 * refer to but that are missing.
 */
export async function sweepFiles(deps: Deps, isStopped: () => boolean = () => false): Promise<Sweep> {
  const removed = await removeRecordedFiles(deps, isStopped);
  const restored = await restoreReferred(deps);
  const expired = await emptyQuarantine(deps);
  // Recent ones may be uploads of other servers.
  const unfinished = (await deps.files.removeUnfinished?.(deps.clock.now() - DAY_MS)) ?? 0;
  const orphans = await findOrphans(deps, createThrottle(), isStopped);
  const quarantined = isStopped() ? 0 : await sweepOrphans(deps, orphans, isStopped);
  const missing = await findMissing(deps, isStopped);
  if (removed + expired > 0) deps.log.info({ removed, expired }, 'unused media files were removed');
  if (unfinished > 0) deps.log.info({ unfinished }, 'uploads to the bucket that were cut off were removed');
  if (restored > 0) deps.log.info({ restored }, 'media files came back from the quarantine');
  if (missing.length > 0) {
    const facts = { missing: missing.length, keys: missing.slice(0, MAX_NAMED) };
    deps.log.error(facts, 'media files are missing in the file store');
  }
  return { removed, restored, expired, quarantined, missing: missing.length };
}

/** Moves orphans to the quarantine, if they are few and this database knows them. Returns the number of moved files. */
async function sweepOrphans(
  deps: Deps,
  { files, count, named }: Orphans,
  isStopped: () => boolean,
): Promise<number> {
  if (count === 0) return 0;
  const areFew = count <= Math.max(MAX_ORPHANS, files * MAX_ORPHAN_SHARE);
  const keys = areFew ? named.filter((file) => !file.isOlder).map((file) => file.key) : [];
  const quarantined = await quarantineFiles(deps, keys, isStopped);
  if (quarantined > 0) {
    deps.log.warn(
      { quarantined, keys: keys.slice(0, MAX_NAMED) },
      `media files that no row refers to were moved to the quarantine, where they are deleted after ${DAYS_IN_QUARANTINE} days; "galley doctor" shows them`,
    );
  }
  if (count > quarantined && !isStopped()) {
    const reason = areFew ? 'the database does not know them' : 'they are too many';
    deps.log.warn(
      { orphans: count - quarantined, files },
      `media files that no row refers to are kept, because ${reason}: if the database was lost or an older backup was restored, restore the right one, otherwise run "galley doctor --quarantine"`,
    );
  }
  return quarantined;
}

async function findMissing(deps: Deps, isStopped: () => boolean): Promise<string[]> {
  const missing = new Set<string>();
  const pause = createThrottle();
  let checked = 0;
  for await (const { key } of walkReferredFiles(deps.db.reader)) {
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
  /** One sentence for each fault. */
  faults: string[];
}

/** Reads every stored file and compares it with its hash; compares counters with the rows that they count. */
export async function checkStoredFiles(deps: Deps): Promise<FileReport> {
  const faults: string[] = [];
  let checked = 0;
  let lastKey: string | undefined;
  for await (const { key, bytes } of walkReferredFiles(deps.db.reader)) {
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
  return { checked, faults };
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
    // Lets a running server handle requests between two pages.
    await Bun.sleep(0);
  } while (last !== undefined);
  return faults === 0 ? [] : [`the search index of media libraries is wrong for ${faults} files`];
}

const FILES_AT_ONCE = 200;

/** The stored files that rows of the database refer to, each once. */
export async function* listStoredFiles(
  db: Connection,
): AsyncGenerator<{ key: string; bytes: number; sha256: string }> {
  const seen = new Set<string>();
  for await (const { key, bytes } of walkReferredFiles(db)) {
    if (seen.has(key)) continue;
    seen.add(key);
    yield { key, bytes, sha256: hashOfKey(key) };
  }
}

/** Every stored file that rows refer to, in the order of the rows. */
async function* walkReferredFiles(db: Connection): AsyncGenerator<ReferredFile> {
  let last: ReferredFile | undefined;
  for (;;) {
    const files = await selectReferredFiles(db, last, FILES_AT_ONCE);
    yield* files;
    last = files.at(-1);
    if (last === undefined) return;
    // Lets a running server handle requests between two pages.
    await Bun.sleep(0);
  }
}

/** Background work uses at most this fraction (1 / `PARTS`) of the time. */
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
