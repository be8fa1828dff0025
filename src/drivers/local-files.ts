import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isDiskFull, storageFull } from '../platform/errors.ts';
import type { FileFacts, FileStore } from '../platform/ports/file-store.ts';

/** No dots, empty parts or other characters that have a meaning in a path. */
const KEY = /^[a-z0-9]+(\/[a-z0-9]+)*$/;

const MAX_KEY_LENGTH = 200;

/** Stores files below the folder `root`, which is created with the first file. */
export function createLocalFileStore(root: string): FileStore {
  const put = createPutter();
  const pathOf = (key: string): string => {
    if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw new Error(`"${key}" is not a key of a file`);
    return join(root, key);
  };
  return {
    async put(key, path) {
      const target = pathOf(key);
      try {
        await put(target, path);
      } catch (error) {
        throw isDiskFull(error) ? storageFull(error) : error;
      }
    },
    async get(key) {
      const file = Bun.file(pathOf(key));
      return (await file.exists()) ? file : undefined;
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    stat: (key) => statFile(pathOf(key)),
    list: () => listFiles(root),
  };
}

function createPutter() {
  /** Folders are created one after the other. A file is durable only when the folders above it are. */
  let making = Promise.resolve();
  const makeInTurn = (folder: string): Promise<void> => {
    const made = making.then(() => makeFolder(folder));
    making = made.catch(() => {});
    return made;
  };
  return async (target: string, path: string): Promise<void> => {
    await syncFile(path);
    const folder = dirname(target);
    try {
      // Atomic: an existing file is replaced by an equal one while others may read it.
      await rename(path, target);
      await making;
    } catch (error) {
      if (!isMissing(error)) throw error;
      await makeInTurn(folder);
      await rename(path, target);
    }
    await syncFolder(folder);
  };
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

/** Windows cannot sync folders; there the journal of the file system is relied on. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function statFile(path: string): Promise<FileFacts | undefined> {
  try {
    const { size, mtimeMs, isFile } = await stat(path).then((found) => ({
      size: found.size,
      mtimeMs: found.mtimeMs,
      isFile: found.isFile(),
    }));
    return isFile ? { bytes: size, modifiedAt: mtimeMs } : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function* listFiles(root: string): AsyncGenerator<FileFacts & { key: string }> {
  try {
    for await (const entry of await opendir(root, { recursive: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const key = relative(root, path).replaceAll(sep, '/');
      const facts = KEY.test(key) ? await statFile(path) : undefined;
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
