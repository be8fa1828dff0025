import type { TenantContext } from '../../platform/operation.ts';
import { pathOfMedia, TOKEN_LENGTH } from './addresses.ts';
import { selectVersionFiles } from './store/queries.ts';

interface WantedPicture {
  /** The smallest stored version of at least this width is read, or else the largest one. */
  minWidth: number;
  maxBytes: number;
}

/**
 * A picture of the tenant's own library by its address. Undefined for an address of another tenant, for other files, and
 * for those that are too large.
 */
export async function readTenantPicture(
  { deps, scope }: TenantContext,
  url: string,
  { minWidth, maxBytes }: WantedPicture,
): Promise<Uint8Array | undefined> {
  const token = pathOfMedia(deps, url)?.slice(0, TOKEN_LENGTH) ?? '';
  const files = (await selectVersionFiles(scope, deps.db.reader, token))
    .filter(({ mime, bytes }) => mime.startsWith('image/') && bytes <= maxBytes)
    .sort((a, b) => (a.width ?? 0) - (b.width ?? 0));
  const file = files.find(({ width }) => (width ?? 0) >= minWidth) ?? files.at(-1);
  const content = file && (await deps.files.get(file.key));
  // It may be deleted while it is read.
  return content?.bytes().catch(() => undefined);
}
