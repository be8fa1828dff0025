import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { DomainError } from '../../../platform/errors.ts';
import { forEachConcurrently } from '../../../platform/tasks/concurrently.ts';
import { damaged, mediaFault } from '../errors.ts';
import { FILES_NAME, isPartName } from '../parts.ts';
import type { BackupTarget } from '../targets/index.ts';
import { isMediaName } from './media-folder.ts';
import type { MediaPart } from './store-media.ts';

type MediaFault = 'missing' | 'damaged';

const AT_ONCE = 4;
const READ_BYTES = 256 * 1024;

/** Throws `validation_failed` unless all names are those of media files, each once. */
export function requireMediaNames(parts: readonly MediaPart[], others: ReadonlyMap<string, unknown>): void {
  const seen = new Set(others.keys());
  for (const { name, at } of parts) {
    if (!name.startsWith(FILES_NAME) || !isPartName(name) || !isMediaName(at))
      throw damaged(`"${name.slice(0, 100)}" at "${at.slice(0, 100)}" does not belong in a backup`);
    if (seen.has(name)) throw damaged(`${name} is in it twice`);
    seen.add(name);
  }
}

/**
 * Writes the media files of an archive below `folder`, durably. Throws `validation_failed` if one is missing or damaged, or
 * with `skipDamaged` leaves it out. Returns the names of those left out.
 */
export async function receiveMedia(
  target: BackupTarget,
  { parts, identity }: { parts: readonly MediaPart[]; identity: string },
  folder: string,
  { skipDamaged = false } = {},
): Promise<string[]> {
  const skipped: string[] = [];
  await forEachConcurrently(parts, AT_ONCE, async (part) => {
    const path = join(folder, part.name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const fault = await readMedia(target, part, identity, path);
    if (fault === undefined) return;
    if (!skipDamaged) throw mediaFault(fault, part, target.address);
    await rm(path, { force: true });
    skipped.push(part.name);
  });
  return skipped.sort();
}

/** Reads each media file at the target once. Returns the names of those at the target that are missing or damaged. */
export async function findMediaFaults(
  target: BackupTarget,
  { parts, identity }: { parts: readonly MediaPart[]; identity: string },
): Promise<string[]> {
  const faults: string[] = [];
  const contents = new Map(parts.map((part) => [part.at, part]));
  await forEachConcurrently(contents.values(), AT_ONCE, async (part) => {
    if ((await readMedia(target, part, identity, undefined)) !== undefined) faults.push(part.at);
  });
  return faults;
}

/** Returns the fault of the file, if it has one. @param path where to write it; undefined: it is only read */
async function readMedia(
  target: BackupTarget,
  { at, bytes, sha256 }: MediaPart,
  identity: string,
  path: string | undefined,
): Promise<MediaFault | undefined> {
  const output = path === undefined ? undefined : await open(path, 'wx', 0o600);
  try {
    const isWhole = await target.fetch(at, async (file) => {
      const hash = new Bun.CryptoHasher('sha256');
      let read = 0;
      for await (const chunk of openContent(file, identity)) {
        read += chunk.length;
        if (read > bytes) return false;
        hash.update(chunk);
        await output?.writeFile(chunk);
      }
      return hash.digest('hex') === sha256;
    });
    await output?.sync();
    return isWhole ? undefined : 'damaged';
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return 'missing';
    // Errors of the decryption are faults of the file.
    if (error instanceof DomainError || (error as NodeJS.ErrnoException).code !== undefined) throw error;
    return 'damaged';
  } finally {
    await output?.close();
  }
}

async function* openContent(file: string, identity: string): AsyncGenerator<Uint8Array> {
  const source = createReadStream(file, { highWaterMark: READ_BYTES });
  try {
    if (identity === '') return yield* source;
    const { Decrypter } = await import('age-encryption');
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const plain = await decrypter.decrypt(Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>);
    yield* plain as unknown as AsyncIterable<Uint8Array>;
  } finally {
    source.destroy();
  }
}
