import type { Deps } from '../../platform/deps.ts';
import { MEDIA_PATH } from './addresses.ts';
import { findServedFile } from './find-served-file.ts';

/** Whether an address is one this server serves files of the library under. */
export function isOwnMedia(deps: Deps, url: string): boolean {
  return url.startsWith(`${deps.baseUrl}${MEDIA_PATH}/`);
}

/** The file at one of this server's own addresses; undefined if there is none, or one of more than `maxBytes`. */
export async function readOwnMedia(
  deps: Deps,
  url: string,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const [, token = '', name = '', ...more] = new URL(url).pathname
    .slice(new URL(deps.baseUrl).pathname.replace(/\/$/, '').length + MEDIA_PATH.length)
    .split('/');
  const file = more.length === 0 ? await findServedFile(deps, token, name) : undefined;
  if (file === undefined || file.bytes > maxBytes) return undefined;
  // It may have gone since it was found.
  return file.content.bytes().catch(() => undefined);
}
