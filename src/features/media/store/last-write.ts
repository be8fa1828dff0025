import { rm, writeFile } from 'node:fs/promises';
import type { Deps } from '../../../platform/deps.ts';
import { makeIncomingPath } from '../../../platform/files/upload.ts';
import { createId } from '../../../platform/ids.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { forgetRemovals, replaceStoreState, type StoreState, selectStoreState } from './queries.ts';

/*
 * The database and the file store each hold the generation of the database and how often it has stored files. If the file
 * store has seen another generation or more writes, the database is not the one that stored files last: it was restored
 * from a backup, or is new. Then it does not know all files, and must not judge those that it has no row for.
 */

/** Key of the file with the last write. */
export const LAST_WRITE_KEY = 'lastwrite';

type LastWrite = Pick<StoreState, 'generation' | 'writes'>;

const toText = ({ generation, writes }: LastWrite): string => `${generation} ${writes}`;

/** The file of the last write for a copy of the database. */
export async function describeLastWrite(db: Connection): Promise<{ key: string; text: string } | undefined> {
  const state = await selectStoreState(db);
  return state && { key: LAST_WRITE_KEY, text: toText(state) };
}

/**
 * Compares the database with the file store. To be called before the first request. Afterwards `knownSince` says from
 * which time on the database knows all files. Returns whether the database may be another one than before.
 */
export async function recognizeStore(deps: Deps): Promise<boolean> {
  // The order matters: another server may store files meanwhile, and counts each in the database first.
  const last = await readLastWrite(deps);
  const state = await selectStoreState(deps.db.reader);
  if (state !== undefined && knowsAllFiles(state, last)) return false;
  const renewed = {
    generation: createId(),
    writes: state?.writes ?? 0,
    knownSince: deps.clock.now(),
  };
  await deps.db.transaction(async (db) => {
    await replaceStoreState(db, renewed);
    // The files may have been stored again meanwhile.
    await forgetRemovals(db);
  });
  if (last === undefined && renewed.writes === 0) return false;
  await deps.services.media.lastWrite.write(deps, renewed);
  deps.log.warn(
    'another database has stored media files here since, or the database was restored from a backup: media files that have no row are kept until "galley doctor" moves them',
  );
  return true;
}

/** Before the first write there is no file. A process that ends too early does not store its last write. */
function knowsAllFiles({ generation, writes }: LastWrite, last: LastWrite | undefined): boolean {
  if (last === undefined) return writes === 0;
  return last.generation === generation && last.writes <= writes;
}

/** An unreadable file counts as missing: then the database does not know all files. */
async function readLastWrite({ files, log }: Deps): Promise<LastWrite | undefined> {
  const file = await files.get(LAST_WRITE_KEY);
  const text = await file?.text().catch((error) => {
    log.error({ err: error }, 'the last write could not be read from the file store');
    return undefined;
  });
  const [generation, writes] = text?.split(' ') ?? [];
  if (generation === undefined || !/^\d+$/.test(writes ?? '')) return undefined;
  return { generation, writes: Number(writes) };
}

/**
 * Stores the last write in the file store. Simultaneous writes share one file. All writes of a process have one
 * generation.
 */
export class LastWriteFile {
  #latest: LastWrite | undefined;
  #storedWrites = -1;
  #storing: Promise<void> | undefined;

  /** Resolves when this write or a later one is stored. Does not throw: the next write tries again. */
  async write(deps: Deps, write: LastWrite): Promise<void> {
    if (this.#latest === undefined || this.#latest.writes < write.writes) this.#latest = write;
    // It does not wait for the latest write: with steady uploads there is always a later one.
    while (this.#storedWrites < write.writes) {
      this.#storing ??= this.#store(deps).finally(() => {
        this.#storing = undefined;
      });
      await this.#storing;
    }
  }

  async #store(deps: Deps): Promise<void> {
    const write = this.#latest as LastWrite;
    try {
      const path = await makeIncomingPath(deps.incomingDir);
      await writeFile(path, toText(write));
      await deps.files.put(LAST_WRITE_KEY, path).finally(() => rm(path, { force: true }));
    } catch (error) {
      deps.log.warn({ err: error }, 'the last write could not be stored in the file store');
    }
    this.#storedWrites = write.writes;
  }
}
