import { mkdir } from 'node:fs/promises';
// Not by the index: the server itself must not load what draws.
import type { SniffedType } from '../../../mail/pictures/photo/sniff.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import type { SpooledFile } from '../../../platform/upload.ts';
import { type PreparedPicture, processPicture } from '../photo-jobs.ts';
import type { Conversion } from './convert-blob.ts';

/** What will be stored of a file that came in. */
export interface PreparedFile extends Omit<PreparedPicture, 'width' | 'height'> {
  /** Absolute. */
  path: string;
  /** Pixels; `null` for what is no raster picture. */
  width: number | null;
  height: number | null;
  /** Of a raster picture: its smaller versions, which are being made. */
  conversion: Conversion | undefined;
}

/**
 * Makes of a file what will be stored and served: of a raster picture by a worker, which makes smaller versions of it in
 * `folder`; anything else stays as it is.
 */
export async function prepareFile(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  { path, bytes, sha256 }: SpooledFile,
  { mime, extension, category }: SniffedType,
  folder: string,
): Promise<PreparedFile> {
  if (category !== 'images' || mime === 'image/svg+xml') {
    const facts = { width: null, height: null, isAnimated: false, conversion: undefined };
    return { path, bytes, sha256, mime, extension, ...facts };
  }
  await mkdir(folder);
  const turn = { owner: String(scope.tenant.id), startWithinMs: deps.services.media.timeouts.queueMs };
  const { prepared, made } = processPicture(deps, { source: path, mime, folder }, turn);
  return { path, ...(await prepared), conversion: { folder, made } };
}
