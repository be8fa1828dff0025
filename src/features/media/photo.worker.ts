import { createHash } from 'node:crypto';
import { open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { convertPhoto, PictureRefusal, preparePhoto } from '../../imaging/photo/index.ts';
import { isDiskFull } from '../../platform/disk-full.ts';
import { invalidField, storageFull } from '../../platform/errors.ts';
import { serveWorker } from '../../platform/workers/index.ts';
import type {
  Conversions,
  ConvertedPicture,
  ConvertRequest,
  PhotoJob,
  PreparedPicture,
  PrepareRequest,
} from './photo-jobs.ts';

/** Memory beyond which a worker collects what is left of the last picture, before the next one adds to it. */
const TIDY_BYTES = 150 * 1024 * 1024;

async function prepare({ source, target, mime }: PrepareRequest): Promise<PreparedPicture> {
  const { parts, ...photo } = await preparePhoto(await read(source), mime);
  const written = await writeSynced(target, parts);
  return { ...photo, ...written, mayConvert: photo.width !== null };
}

async function convert({ source, mime, folder, prefix }: ConvertRequest): Promise<Conversions> {
  const { conversions, ...look } = await convertPhoto(await read(source), mime);
  const writing = conversions.map(async ({ bytes, ...version }): Promise<ConvertedPicture> => {
    const path = join(folder, `${prefix}${version.name}`);
    return { ...version, path, ...(await writeSynced(path, [bytes])) };
  });
  try {
    return { ...look, conversions: await Promise.all(writing) };
  } catch (error) {
    for (const written of await Promise.allSettled(writing)) {
      if (written.status === 'fulfilled') await remove(written.value.path);
    }
    throw error;
  }
}

async function read(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(path));
}

/** Writes a new file and waits until the disk has it. What cannot be finished is removed. */
async function writeSynced(
  path: string,
  parts: readonly Uint8Array[],
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const file = await open(path, 'wx');
  try {
    await file.writeFile(Buffer.concat(parts));
    await file.sync();
  } catch (error) {
    await remove(path);
    throw error;
  } finally {
    await file.close();
  }
  return { bytes: parts.reduce((sum, part) => sum + part.length, 0), sha256: hash.digest('hex') };
}

const remove = (path: string) => unlink(path).catch(() => undefined);

/** What large pictures leave behind is known to the runtime as small objects, so that it sees no need to collect them. */
function tidyUp(): void {
  if (process.memoryUsage.rss() > TIDY_BYTES) Bun.gc(true);
}

serveWorker(async (job: PhotoJob): Promise<PreparedPicture | Conversions> => {
  tidyUp();
  try {
    return job.kind === 'prepare' ? await prepare(job) : await convert(job);
  } catch (error) {
    if (error instanceof PictureRefusal) throw invalidField('file', error.message);
    throw isDiskFull(error) ? storageFull(error) : error;
  }
});
