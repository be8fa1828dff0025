import { type AddressKind, mapAddresses } from '../../mail/import/addresses.ts';
import { decodePercent } from '../../mail/parse/escape.ts';
import { hasMergeTag } from '../../mail/parse/merge-tags.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError, featureUnavailable } from '../../platform/errors.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { addPicture, findMediaTokens, type NewPicture } from '../media/index.ts';

interface Context extends TenantContext {
  emit(event: DomainEvent): void;
  signal?: AbortSignal | undefined;
}

/** What became of a picture of an imported mail. */
interface CopiedPicture {
  /** The address in the source; the beginning of one that holds the picture itself. */
  from: string;
  /** Its address in the media library. */
  url?: string;
  /** Why it was not copied. */
  error?: string;
}

/** Most pictures of one mail that are copied, and how many at once. */
const MAX_PICTURES = 60;
const AT_ONCE = 4;

/**
 * Copies the pictures of an imported mail to the media library: those that the mail itself holds as `data:`, and with
 * `isRemote` those of other hosts, too. A picture that cannot be copied keeps its address, and the report says why.
 */
export async function copyPictures(
  context: Context,
  content: unknown,
  { isRemote }: { isRemote: boolean },
): Promise<{ content: unknown; pictures: CopiedPicture[] }> {
  if (isRemote && !context.scope.plan.features.import_from_url) throw featureUnavailable('import_from_url');
  const found = listPictures(context.deps, content, isRemote);
  if (found.length === 0) return { content, pictures: [] };
  const pictures: CopiedPicture[] = [];
  const urls = new Map<string, string>();
  for (let from = 0; from < found.length; from += AT_ONCE) {
    context.signal?.throwIfAborted();
    const outcomes = await Promise.all(
      found
        .slice(from, from + AT_ONCE)
        .map(async (address) => [address, await copyOne(context, address)] as const),
    );
    for (const [address, { url, error }] of outcomes) {
      if (url !== undefined) urls.set(address, url);
      pictures.push({ from: address.slice(0, 200), ...(url && { url }), ...(error && { error }) });
    }
  }
  const changed = mapAddresses(content, (address, kind) =>
    kind === 'picture' ? urls.get(address.trim()) : undefined,
  );
  return { content: changed, pictures };
}

function listPictures(deps: Deps, content: unknown, isRemote: boolean): string[] {
  const found = new Set<string>();
  mapAddresses(content, (address: string, kind: AddressKind) => {
    const given = address.trim();
    if (kind === 'picture' && isCopied(deps, given, isRemote)) found.add(given);
    return undefined;
  });
  return [...found].slice(0, MAX_PICTURES);
}

function isCopied(deps: Deps, address: string, isRemote: boolean): boolean {
  if (/^data:image\//i.test(address)) return true;
  if (!isRemote || !/^https?:\/\//i.test(address) || hasMergeTag(address)) return false;
  return address.length <= 2000 && findMediaTokens(deps, address).length === 0;
}

async function copyOne(context: Context, address: string): Promise<{ url?: string; error?: string }> {
  try {
    return { url: await addPicture(context, readAddress(address)) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { error: error.message };
  }
}

function readAddress(address: string): NewPicture {
  if (!/^data:/i.test(address)) return { url: address };
  const comma = address.indexOf(',');
  const head = address.slice(0, comma);
  const data = address.slice(comma + 1);
  const bytes = /;base64$/i.test(head) ? Buffer.from(data, 'base64') : Buffer.from(decodePercent(data));
  return { bytes, filename: 'picture' };
}
