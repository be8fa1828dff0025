import type { Deps } from '../../platform/deps.ts';
import { TOKEN } from './addresses.ts';
import { selectServedFile } from './storing/queries.ts';
import { hashOfKey } from './storing/stored-files.ts';

/** A stored file as it is served. */
export interface ServedFile {
  /** Read while it is sent. */
  content: Blob;
  /** Asks the file store. */
  isThere(): Promise<boolean>;
  bytes: number;
  /** By content. */
  mime: string;
  /** What people call it; may hold any character but control characters and slashes. */
  filename: string;
  /** A strong entity tag, with its quotes. */
  etag: string;
  /** What every answer with it carries; made by the first. */
  headers?: Headers;
}

/** Addresses remembered; a campaign that goes out shows the same few to everybody. */
export const MAX_SERVED_FILES = 10_000;

/** After these a remembered file may be another. */
export const SERVED_FILE_EVENTS = ['media.updated', 'media.replaced', 'media.deleted', 'tenant.deleted'];

const NAME = /^(original|small|medium|large)\.([a-z0-9]{1,8})$/;

/** What lies at `/media/<token>/<name>`, at once if it is remembered; undefined if there is no such file, or no more. */
export function findServedFile(
  deps: Deps,
  token: string,
  name: string,
): ServedFile | undefined | Promise<ServedFile | undefined> {
  const path = `${token}/${name}`;
  const memory = deps.services.media.served;
  const known = memory.get(path);
  if (known !== undefined) return known;
  const parts = TOKEN.test(token) ? NAME.exec(name) : null;
  if (parts === null) return undefined;
  return memory.getOrLoad(path, async () => {
    const address = { token, name: parts[1] as string, extension: parts[2] as string };
    const row = await selectServedFile(deps.db.reader, address);
    if (row === undefined) return undefined;
    const { key, ...facts } = row;
    const content = await deps.files.get(key);
    if (content === undefined) {
      deps.log.error({ key }, 'a file of the media library is missing');
      return undefined;
    }
    // Half of the SHA-256: enough that no two files of one address meet.
    const isThere = async () => (await deps.files.stat(key)) !== undefined;
    return { ...facts, content, isThere, etag: `"${hashOfKey(key).slice(0, 32)}"` };
  });
}
