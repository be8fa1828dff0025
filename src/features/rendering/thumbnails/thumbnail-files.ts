import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { createId } from '../../../platform/ids.ts';

/** Most bytes of all thumbnails: some five thousand. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Bytes that are written between two sweeps. */
const SWEEP_AFTER_BYTES = 8 * 1024 * 1024;

const MAX_AGE_MS = 30 * DAY_MS;

/** The time of the last use is written at most this often. */
const USE_RESOLUTION_MS = HOUR_MS;

/** Files of this folder are a cache: they may be deleted at any time. */
interface StoredThumbnail {
  path: string;
  bytes: number;
  usedAt: number;
}

interface FilesOptions {
  /** Absolute path. It has a folder for each tenant, named by its number. */
  folder: string;
  now(): number;
  /** Which of these tenants exist. */
  findTenants(ids: readonly number[]): Promise<ReadonlySet<number>>;
  maxBytes?: number;
}

/** Thumbnails on disk, in the data directory. Backups leave them out. */
export class ThumbnailFiles {
  readonly #options: FilesOptions;
  readonly #maxBytes: number;
  #unsweptBytes = 0;
  #sweeping: Promise<number> | undefined;

  constructor(options: FilesOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
  }

  /** `name` is a hash in hex. Undefined if there is no such file. */
  async read(tenantId: number, name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const path = this.#pathOf(tenantId, name);
    const png = await readFile(path).catch(() => undefined);
    if (png === undefined) return undefined;
    const now = this.#options.now();
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs >= USE_RESOLUTION_MS) await touch(path, now);
    return new Uint8Array(png);
  }

  /** Throws if the file cannot be written, for example because the disk is full. */
  async write(tenantId: number, name: string, png: Uint8Array): Promise<void> {
    const path = this.#pathOf(tenantId, name);
    await mkdir(join(this.#options.folder, String(tenantId)), { recursive: true, mode: 0o700 });
    // Renamed when it is complete, so that no reader finds an incomplete file.
    const unfinished = `${path}.${createId()}`;
    try {
      await writeFile(unfinished, png, { mode: 0o600 });
      await touch(unfinished, this.#options.now());
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    this.#unsweptBytes += png.byteLength;
    if (this.#unsweptBytes >= SWEEP_AFTER_BYTES) await this.sweep();
  }

  /**
   * Deletes files of tenants that are gone, files not used for 30 days, and the oldest beyond the budget. Returns their
   * number.
   */
  sweep(): Promise<number> {
    this.#sweeping ??= this.#sweepAll().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  async #sweepAll(): Promise<number> {
    this.#unsweptBytes = 0;
    const kept = await this.#deleteOfTenantsGone();
    const newest = (await Promise.all(kept.map((folder) => listFiles(folder))))
      .flat()
      .sort((a, b) => b.usedAt - a.usedAt);
    const oldest = this.#options.now() - MAX_AGE_MS;
    let total = 0;
    let deleted = 0;
    for (const { path, bytes, usedAt } of newest) {
      total += bytes;
      if (total <= this.#maxBytes && usedAt >= oldest) continue;
      await rm(path, { force: true });
      deleted += 1;
    }
    return deleted;
  }

  /** Deletes the folders of deleted tenants. Returns the others. */
  async #deleteOfTenantsGone(): Promise<string[]> {
    const { folder, findTenants } = this.#options;
    const names = await readdir(folder).catch(() => []);
    const ids = names.filter((name) => /^\d{1,15}$/.test(name)).map(Number);
    const present = await findTenants(ids);
    const pathOf = (id: number) => join(folder, String(id));
    for (const id of ids) if (!present.has(id)) await rm(pathOf(id), { recursive: true, force: true });
    return ids.filter((id) => present.has(id)).map(pathOf);
  }

  #pathOf(tenantId: number, name: string): string {
    return join(this.#options.folder, String(tenantId), `${name}.png`);
  }
}

/** A file that was deleted meanwhile is left alone. */
async function touch(path: string, now: number): Promise<void> {
  await utimes(path, now / 1000, now / 1000).catch(() => {});
}

async function listFiles(folder: string): Promise<StoredThumbnail[]> {
  const names = await readdir(folder).catch(() => []);
  const files: StoredThumbnail[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isFile()) files.push({ path, bytes: facts.size, usedAt: facts.mtimeMs });
  }
  return files;
}
