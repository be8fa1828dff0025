import { stat } from 'node:fs/promises';
import { DomainError } from '../../platform/errors.ts';

/** A file to back up, on the disk or in a bucket. */
export interface SourceFile {
  /** Name in the archive. */
  name: string;
  /** Path on the disk. Files in a bucket have `url` instead. */
  path?: string;
  url?: string;
  /** The bytes that a media file should have. */
  bytes?: number;
  /** SHA-256 in hex that a media file must have. */
  sha256?: string;
}

/** Size of a file on the disk; undefined if it is not there. */
export async function measureFile(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

const ATTEMPTS = 3;

/** How long one file may take to be sent. */
const FILE_TIMEOUT_MS = 10 * 60_000;

/** Reads a file of a bucket. Undefined if it is not there. */
export async function readRemoteFile({ name, url = '' }: SourceFile): Promise<Uint8Array | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const read = await readRemote(url).catch(() => undefined);
    if (read === 'missing') return undefined;
    if (read !== undefined) return read;
    if (attempt === ATTEMPTS) break;
    await Bun.sleep(1_000 * attempt);
  }
  throw new DomainError(
    'unavailable',
    `${name} could not be read from the bucket of media files, so no backup was made. Check the bucket with "galley doctor", then repeat the backup.`,
  );
}

/** Errors of `fetch` hold the signed address, so they are not passed on. */
async function readRemote(url: string): Promise<Uint8Array | 'missing' | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS), decompress: false });
  if (response.status === 404) return 'missing';
  return response.ok ? response.bytes() : undefined;
}
