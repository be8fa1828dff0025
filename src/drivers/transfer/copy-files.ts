import { rm } from 'node:fs/promises';
import { DomainError } from '../../platform/errors.ts';
import { makeIncomingPath } from '../../platform/files/upload.ts';
import type { FileStore } from '../../platform/ports/file-store.ts';
import { sha256HexOf } from '../../platform/security/crypto.ts';

/** Files that are copied at once. */
const AT_ONCE = 8;

interface CopiedFiles {
  /** All files of the source; the target has them now. */
  files: number;
  bytes: number;
  /** Of them, those that the target had already. */
  present: number;
}

interface CopyOptions {
  /** A local folder for files on their way. */
  scratchDir: string;
  /** Keys that are left out. */
  without?: readonly string[];
}

/**
 * Copies all files to another store and reads each there to compare its hash. Files that the target has already are compared
 * only, so a copy that was cut off can be repeated. The source stays as it is.
 */
export async function copyFiles(
  source: FileStore,
  target: FileStore,
  { scratchDir, without = [] }: CopyOptions,
): Promise<CopiedFiles> {
  const copied: CopiedFiles = { files: 0, bytes: 0, present: 0 };
  const files = source.list()[Symbol.asyncIterator]();
  let isStopped = false;
  const work = async (): Promise<void> => {
    for (let next = await files.next(); !next.done && !isStopped; next = await files.next()) {
      const { key, bytes } = next.value;
      if (without.includes(key)) continue;
      if (await copyFile({ source, target, scratchDir }, key)) copied.present += 1;
      copied.files += 1;
      copied.bytes += bytes;
    }
  };
  const stop = (error: unknown) => {
    isStopped = true;
    throw error;
  };
  // After a fault, the other copies under way end before the caller hears of it, and can start anew.
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work().catch(stop)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return copied;
}

/** Throws `conflict` if the target has files that the source has not: it belongs to another installation. */
export async function requireOwnFiles(source: FileStore, target: FileStore): Promise<void> {
  for await (const { key } of target.list()) {
    if (key.startsWith('probe/') || (await source.stat(key)) !== undefined) continue;
    const message = `The target has files of something else, such as ${key}. Choose an empty prefix or bucket.`;
    throw new DomainError('conflict', message);
  }
}

/** Returns whether the target had the file already. */
async function copyFile(
  { source, target, scratchDir }: { source: FileStore; target: FileStore; scratchDir: string },
  key: string,
): Promise<boolean> {
  const file = await source.get(key);
  if (file === undefined) throw changed(key);
  const sha256 = await sha256HexOf(file);
  if ((await hashIn(target, key)) === sha256) return true;
  const path = await makeIncomingPath(scratchDir);
  try {
    await Bun.write(path, new Response(file.stream()));
    await target.put(key, path);
  } finally {
    await rm(path, { force: true });
  }
  if ((await hashIn(target, key)) === sha256) return false;
  throw new DomainError(
    'unavailable',
    `The target does not give back ${key} as it was stored. Nothing of the source was changed.`,
  );
}

async function hashIn(store: FileStore, key: string): Promise<string | undefined> {
  const file = await store.get(key);
  return file && sha256HexOf(file);
}

const changed = (key: string) =>
  new DomainError('conflict', `${key} was removed while it was copied. Stop the server, and repeat.`);
