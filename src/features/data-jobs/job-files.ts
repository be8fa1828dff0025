import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, DAY_MS } from '../../platform/clock.ts';
import { createId } from '../../platform/ids.ts';
import type { FileStore } from '../../platform/ports/file-store.ts';

/** Folder of the store of files. */
const SHARED = 'exports';

/** Suffix of the name of a file that is being written. */
export const UNFINISHED = '.unfinished';

/**
 * Files of jobs: results of exports, and what imports read. They are written to a local folder; if media files are in a bucket, which
 * all servers reach, the finished file is moved there, and copied to the folder of a server that needs it.
 */
export class JobFiles {
  readonly #folder: string;
  /** Undefined: media files are local too. */
  readonly #store: FileStore | undefined;

  constructor(folder: string, files: FileStore) {
    this.#folder = folder;
    this.#store = files.probe === undefined ? undefined : files;
  }

  pathOf(id: string): string {
    return join(this.#folder, `${id}.zip`);
  }

  async makeFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** Lets all servers read a finished file. */
  async share(id: string): Promise<void> {
    await this.#store?.put(keyOf(id), this.pathOf(id));
  }

  /** The local path of a finished file; undefined if there is none. */
  async fetch(id: string): Promise<string | undefined> {
    const path = this.pathOf(id);
    if (await Bun.file(path).exists()) return path;
    const shared = await this.#store?.get(keyOf(id));
    if (shared === undefined) return undefined;
    await this.makeFolder();
    const unfinished = `${path}.${createId()}${UNFINISHED}`;
    try {
      await Bun.write(unfinished, new Response(shared.stream()));
      await rename(unfinished, path);
    } finally {
      await rm(unfinished, { force: true });
    }
    return path;
  }

  async remove(id: string): Promise<void> {
    for (const ending of ['', UNFINISHED]) await rm(this.pathOf(id) + ending, { force: true });
    await this.#store?.delete(keyOf(id));
  }

  /** Removes files of a day ago whose ids are not among those that `selectKnown` returns. */
  async sweep(clock: Clock, selectKnown: (ids: readonly string[]) => Promise<Set<string>>): Promise<void> {
    const isOld = (modifiedAt: number) => clock.now() - modifiedAt > DAY_MS;
    const names = await readdir(this.#folder).catch(() => []);
    const known = await selectKnown(names.map(idOf));
    for (const name of names) {
      const path = join(this.#folder, name);
      const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? { mtimeMs: 0 };
      // A file without a row may still be arriving.
      if (!known.has(idOf(name)) && isOld(mtimeMs)) await rm(path, { force: true });
    }
    if (this.#store === undefined) return;
    for await (const { key, modifiedAt } of this.#store.list(SHARED)) {
      if (isOld(modifiedAt) && (await selectKnown([idOfKey(key)])).size === 0) await this.#store.delete(key);
    }
  }
}

const idOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** Keys have no dashes. */
const keyOf = (id: string): string => `${SHARED}/${id.replaceAll('-', '')}`;

const idOfKey = (key: string): string =>
  key.slice(SHARED.length + 1).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
