import { DAY_MS, toIsoTime } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { selectStoreState } from '../store/queries.ts';
import { moveFile } from '../store/stored-files.ts';
import { selectReferredKeys } from './queries.ts';

/*
 * Files that no row refers to are not deleted but moved below this folder of the file store. They come back if a row
 * refers to them again, for example after a backup of the database was restored.
 */
const FOLDER = 'quarantine';

/** `quarantine/<day>/<key>`, such as `quarantine/20261122/t1/ab/…`. */
const QUARANTINED = /^quarantine\/(\d{4})(\d\d)(\d\d)\/(.+)$/;

export const DAYS_IN_QUARANTINE = 30;

const FILES_AT_ONCE = 200;

interface QuarantinedFile {
  /** The original key of the file, which a restoration gives back. */
  key: string;
  /** Its key in the quarantine. */
  place: string;
  bytes: number;
  /** End of the day on which it was moved. */
  movedAt: number;
}

/** Moves files to the quarantine, unless a row refers to them by now. Returns the number of moved files. */
export async function quarantineFiles(
  deps: Deps,
  keys: Iterable<string>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const day = toIsoTime(deps.clock.now()).slice(0, 10).replaceAll('-', '');
  let moved = 0;
  for (const key of keys) {
    if (isStopped()) break;
    const to = `${FOLDER}/${day}/${key}`;
    if (await moveFile(deps, key, { from: key, to, whenReferred: false })) moved += 1;
  }
  return moved;
}

export async function* listQuarantine({ files }: Deps): AsyncGenerator<QuarantinedFile> {
  for await (const { key: place, bytes } of files.list(FOLDER)) {
    const [, year, month, day, key] = QUARANTINED.exec(place) ?? [];
    if (key === undefined) continue;
    yield { key, place, bytes, movedAt: Date.UTC(Number(year), Number(month) - 1, Number(day)) + DAY_MS };
  }
}

/** Restores files from the quarantine to which a row refers again. Returns their number. */
export async function restoreReferred(deps: Deps): Promise<number> {
  let restored = 0;
  for await (const batch of inBatches(listQuarantine(deps))) {
    const keys = batch.map((file) => file.key);
    const referred = await selectReferredKeys(deps.db.reader, keys);
    for (const { key, place } of batch.filter((file) => referred.has(file.key))) {
      // The file was stored again in the meantime.
      if ((await deps.files.stat(key)) !== undefined) await deps.files.delete(place);
      else if (await moveFile(deps, key, { from: place, to: key, whenReferred: true })) restored += 1;
    }
  }
  return restored;
}

/**
 * Deletes files that have been in the quarantine for 30 days, or all. The days begin anew when another database is
 * restored. Files that a row refers to stay. Returns the number of deleted files.
 */
export async function emptyQuarantine(deps: Deps, { all = false } = {}): Promise<number> {
  const knownSince = (await selectStoreState(deps.db.reader))?.knownSince ?? deps.clock.now();
  const deadline = deps.clock.now() - DAYS_IN_QUARANTINE * DAY_MS;
  let deleted = 0;
  for await (const batch of inBatches(listQuarantine(deps))) {
    const due = batch.filter((file) => all || Math.max(file.movedAt, knownSince) <= deadline);
    const keys = due.map((file) => file.key);
    const referred = await selectReferredKeys(deps.db.reader, keys);
    for (const { key, place } of due) {
      if (referred.has(key)) continue;
      await deps.files.delete(place);
      deleted += 1;
    }
  }
  return deleted;
}

/** All items are read before the first batch is processed, because that moves the listed files. */
async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  const all = await Array.fromAsync(items);
  for (let start = 0; start < all.length; start += FILES_AT_ONCE) {
    yield all.slice(start, start + FILES_AT_ONCE);
    // Lets a running server handle requests between two batches.
    await Bun.sleep(0);
  }
}
