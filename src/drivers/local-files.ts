import { access, constants, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { toDiskError } from '../platform/files/disk-errors.ts';
import { isFileKey, requireFileKey } from '../platform/files/file-keys.ts';
import { syncFolder } from '../platform/files/sync-folder.ts';
import type { FileFacts, FileStore } from '../platform/ports/file-store.ts';

/** Stores files below the folder `root`, which is created with the first file. */
export class LocalFileStore implements FileStore {
  readonly #root: string;
  /** Folders are created one after another, because a file is durable only if the folders above it are. */
  #creating = Promise.resolve();

  constructor(root: string) {
    this.#root = root;
  }

  async put(key: string, path: string): Promise<void> {
    const target = this.#pathOf(key);
    try {
      await this.#move(path, target);
    } catch (error) {
      throw toDiskError(error);
    }
  }

  async get(key: string): Promise<Blob | undefined> {
    const file = Bun.file(this.#pathOf(key));
    return (await file.exists()) ? file : undefined;
  }

  async locate(key: string): Promise<{ path: string }> {
    return { path: this.#pathOf(key) };
  }

  async delete(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async stat(key: string): Promise<FileFacts | undefined> {
    return statFile(this.#pathOf(key));
  }

  async move(from: string, to: string): Promise<boolean> {
    const source = this.#pathOf(from);
    if ((await statFile(source)) === undefined) return false;
    await this.#move(source, this.#pathOf(to));
    await syncFolder(dirname(source));
    return true;
  }

  /** The folder above is asked before the first file is stored. */
  async requireWritable(): Promise<void> {
    const exists = (await stat(this.#root).catch(() => undefined)) !== undefined;
    await access(exists ? this.#root : dirname(this.#root), constants.W_OK | constants.X_OK);
  }

  list(folder?: string): AsyncIterable<FileFacts & { key: string }> {
    return listFiles(this.#root, folder === undefined ? this.#root : this.#pathOf(folder));
  }

  #pathOf(key: string): string {
    requireFileKey(key);
    return join(this.#root, key);
  }

  async #move(path: string, target: string): Promise<void> {
    await syncFile(path);
    const folder = dirname(target);
    try {
      // Atomic: an existing file is replaced by an equal one while others may read it.
      await rename(path, target);
      await this.#creating;
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.#createFolder(folder);
      await rename(path, target);
    }
    await syncFolder(folder);
  }

  #createFolder(folder: string): Promise<void> {
    const created = this.#creating.then(() => makeFolder(folder));
    this.#creating = created.catch(() => {});
    return created;
  }
}

/** Creates a folder and its parents, and syncs the parent of each new folder. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function statFile(path: string): Promise<FileFacts | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? { bytes: found.size, modifiedAt: found.mtimeMs } : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Files below `folder`, with their paths below `root` as keys. */
async function* listFiles(root: string, folder: string): AsyncGenerator<FileFacts & { key: string }> {
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const key = relative(root, path).replaceAll(sep, '/');
      const facts = isFileKey(key) ? await statFile(path) : undefined;
      if (facts !== undefined) yield { key, ...facts };
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
