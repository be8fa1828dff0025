import type { PictureSize } from '../../mail/import/formats.ts';
import { hasMergeTag } from '../../mail/parse/merge-tags.ts';
import { DomainError } from '../../platform/errors.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { ownerOf } from '../../platform/scope.ts';

interface Context extends TenantContext {
  signal?: AbortSignal | undefined;
}

/** Most pictures of one mail that are fetched for their size, how many at once, and how large one may be. */
const MAX_PICTURES = 16;
const AT_ONCE = 8;
const MAX_BYTES = 3 * 1024 * 1024;
/** Somebody waits for the import. */
const TIMEOUT_MS = 3_000;

/**
 * The sizes of pictures that a mail gives no width, by the addresses in it. A picture that cannot be fetched is left
 * out; it takes the width of its place.
 * @param base the address of the page
 */
export async function readPictureSizes(
  { deps, scope, signal }: Context,
  addresses: readonly string[],
  base: string | undefined,
): Promise<Record<string, PictureSize>> {
  if (!scope.plan.features.import_from_url) return {};
  const sizes: [string, PictureSize][] = [];
  const fetched = addresses.flatMap((address) => {
    const url = URL.canParse(address, base) ? new URL(address, base).href : '';
    return /^https?:/.test(url) && !hasMergeTag(address) ? [{ address, url }] : [];
  });
  const options = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, accept: ['image/*'], owner: ownerOf(scope) };
  const read = async ({ address, url }: { address: string; url: string }) => {
    try {
      const { bytes } = await deps.publicFetch.fetchPublicFile(url, {
        ...options,
        ...(signal && { signal }),
      });
      const size = await sizeOfPicture(bytes);
      if (size) sizes.push([address, size]);
    } catch (error) {
      signal?.throwIfAborted();
      deps.log.debug(
        { event: 'picture_size_unknown', reason: reasonOf(error) },
        'A picture of an import has no known size.',
      );
    }
  };
  for (let from = 0; from < Math.min(fetched.length, MAX_PICTURES); from += AT_ONCE) {
    await Promise.all(fetched.slice(from, Math.min(from + AT_ONCE, MAX_PICTURES)).map(read));
  }
  return Object.fromEntries(sizes);
}

/** Throws for anything that is not a picture. */
export async function sizeOfPicture(bytes: Uint8Array): Promise<PictureSize | undefined> {
  const { width, height } = await new Bun.Image(bytes).metadata();
  return width > 0 && height > 0 ? { width, height } : undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof DomainError ? error.message : 'It is no picture.';
}
