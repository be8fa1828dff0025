import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
// Not by the index: the server itself must not load what draws.
import type { SniffedType } from '../../../imaging/photo/sniff.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { SpooledFile } from '../../../platform/upload.ts';
import { type PreparedPicture, preparePicture } from '../photo-jobs.ts';

/** What will be stored of a file that came in. */
export interface PreparedFile extends PreparedPicture {
  /** Absolute. */
  path: string;
}

/** Makes of a file what will be stored and served: of a picture by a worker, in `folder`; anything else stays as it is. */
export async function prepareFile(
  deps: Deps,
  { path, bytes, sha256 }: SpooledFile,
  { mime, extension, category }: SniffedType,
  folder: string,
): Promise<PreparedFile> {
  if (category !== 'images') {
    const facts = { width: null, height: null, isAnimated: false, mayConvert: false };
    return { path, bytes, sha256, mime, extension, ...facts };
  }
  await mkdir(folder);
  const target = join(folder, 'original');
  return { ...(await preparePicture(deps, { source: path, target, mime })), path: target };
}
