import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { DomainError, isDiskFull } from '../../../platform/errors.ts';
import { syncFolder } from '../../../platform/files/sync-folder.ts';
import { backupNotFound, noSpaceToWrite } from '../errors.ts';
import { type BackupTarget, isBackupName, type StoredBackup } from './target.ts';

/** Suffix of the name of a backup that is being written. */
export const UNFINISHED = '.unfinished';

export class DirectoryTarget implements BackupTarget {
  readonly address: string;

  /** @param address an absolute path */
  constructor(address: string) {
    this.address = address;
  }

  async store<Result>(name: string, write: (path: string) => Promise<Result>): Promise<Result> {
    await requireFreeTarget(this.address, join(this.address, name));
    return this.put(name, write);
  }

  async put<Result>(name: string, write: (path: string) => Promise<Result>): Promise<Result> {
    const file = join(this.address, name);
    const unfinished = file + UNFINISHED;
    const folder = dirname(file);
    if (folder !== this.address) await this.#makeFolders(folder);
    try {
      // Checked here, because the worker process that writes cannot tell why the folder cannot be written.
      await writeFile(unfinished, '', { mode: 0o600 }).catch((error) => {
        throw error.code === 'ENOENT' ? noFolder(folder) : error;
      });
      const result = await write(unfinished);
      await rename(unfinished, file);
      await syncFolder(folder);
      return result;
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      if (isForbidden(error)) throw notWritable(folder, error);
      throw isDiskFull(error) ? noSpaceToWrite(folder, error) : error;
    }
  }

  async fetch<Result>(name: string, use: (path: string) => Promise<Result>): Promise<Result> {
    const file = join(this.address, name);
    if (!(await stat(file).catch(() => undefined))?.isFile()) throw backupNotFound(file);
    return use(file);
  }

  async list(): Promise<StoredBackup[]> {
    const names = await readdir(this.address).catch((error) => {
      throw unreadable(this.address, error);
    });
    const found: StoredBackup[] = [];
    for (const name of names.filter(isBackupName).sort()) {
      const file = await stat(join(this.address, name)).catch(() => undefined);
      if (file?.isFile()) found.push({ name, bytes: file.size });
    }
    return found;
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.address, name), { force: true });
  }

  async has(name: string): Promise<boolean> {
    return (await stat(join(this.address, name)).catch(() => undefined))?.isFile() === true;
  }

  async listFolder(folder: string): Promise<string[]> {
    const path = join(this.address, folder);
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error) => {
      if (error.code === 'ENOENT') return [];
      throw unreadable(path, error);
    });
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) =>
      relative(this.address, join(parentPath, name)).replaceAll(sep, '/'),
    );
  }

  /** Does not create the target itself: if it is missing, its disk may not be mounted. */
  async #makeFolders(folder: string): Promise<void> {
    const parent = dirname(folder);
    if (parent !== this.address) await this.#makeFolders(parent);
    await mkdir(folder, { mode: 0o700 }).then(
      () => syncFolder(parent),
      (error) => {
        if (error.code === 'ENOENT') throw noFolder(parent);
        if (isForbidden(error)) throw notWritable(parent, error);
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}

async function requireFreeTarget(folder: string, file: string): Promise<void> {
  if (!isAbsolute(file))
    throw new DomainError('validation_failed', 'The path of the backup must be absolute.');
  if ((await stat(file).catch(() => undefined)) !== undefined) {
    throw new DomainError(
      'conflict',
      `There is a file at ${file} already. Choose another name, or remove it first.`,
    );
  }
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw noFolder(folder);
  }
}

const isForbidden = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');

const notWritable = (folder: string, cause: unknown) =>
  new DomainError(
    'forbidden',
    `The server may not write to ${folder} (${(cause as NodeJS.ErrnoException).code}). Give the directory to the user that the server runs as. As a service of systemd it also needs ReadWritePaths=${folder}.`,
    {},
    { cause },
  );

const noFolder = (folder: string) =>
  new DomainError('not_found', `There is no directory ${folder}. Create it first.`);

const unreadable = (folder: string, error: NodeJS.ErrnoException) =>
  error.code === 'ENOENT' || error.code === 'ENOTDIR'
    ? noFolder(folder)
    : new DomainError('unavailable', `The directory ${folder} could not be read: ${error.message}.`);
