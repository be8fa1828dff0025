import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertPhoto, PictureRefusal, preparePhoto } from '../../mail/pictures/photo/index.ts';
import { invalidField } from '../../platform/errors.ts';
import { toDiskError } from '../../platform/files/disk-errors.ts';
import { sha256Hex } from '../../platform/security/crypto.ts';
import { serveWorker } from '../../platform/workers/serve.ts';
import type {
  Conversions,
  ConvertedPicture,
  PhotoJob,
  PictureRequest,
  PreparedPicture,
} from './photo-workers.ts';

/** Above this memory, a worker collects the garbage of the last picture before the next one. */
const TIDY_BYTES = 150 * 1024 * 1024;

async function processPicture(
  { source, mime, folder }: PictureRequest,
  tell: (prepared: PreparedPicture) => void,
): Promise<Conversions> {
  const { file, ...photo } = await preparePhoto(readFileSync(source), mime);
  overwrite(source, file);
  tell({ ...photo, ...measure(file) });
  return convert(file, photo.mime, folder);
}

async function convert(picture: Uint8Array<ArrayBuffer>, mime: string, folder: string): Promise<Conversions> {
  const { conversions, ...look } = await convertPhoto(picture, mime);
  const written: ConvertedPicture[] = [];
  try {
    for (const { bytes, ...version } of conversions) {
      const path = join(folder, version.name);
      write(path, bytes);
      written.push({ ...version, path, ...measure(bytes) });
    }
  } catch (error) {
    for (const { path } of written) rmSync(path, { force: true });
    throw error;
  }
  return { ...look, conversions: written };
}

/** Writes a new file. Removes it if writing fails. */
function write(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, bytes);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Overwrites a file in place, so that there need not be disk space for a second one. */
function overwrite(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'r+');
  try {
    writeFileSync(file, bytes);
    ftruncateSync(file, bytes.length);
  } finally {
    closeSync(file);
  }
}

const measure = (file: Uint8Array) => ({ bytes: file.length, sha256: sha256Hex(file) });

/** The runtime counts the buffers of large pictures as small objects, so it would not collect them on its own. */
function tidyUp(): void {
  if (process.memoryUsage.rss() > TIDY_BYTES) Bun.gc(true);
}

serveWorker(async (job: PhotoJob, tell: (prepared: PreparedPicture) => void): Promise<Conversions> => {
  tidyUp();
  try {
    if (job.kind === 'process') return await processPicture(job, tell);
    return await convert(readFileSync(job.source), job.mime, job.folder);
  } catch (error) {
    if (error instanceof PictureRefusal) throw invalidField('file', error.message);
    throw toDiskError(error);
  }
});
