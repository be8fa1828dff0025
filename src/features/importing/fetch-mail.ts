import type { ImportInput } from '../../mail/import/formats.ts';
import type { Deps } from '../../platform/deps.ts';
import { featureUnavailable } from '../../platform/errors.ts';
import { ownerOf, type TenantScope } from '../../platform/scope.ts';

/** A mail that an import may fetch. */
const MAX_FETCHED_BYTES = 4 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 20_000;

/**
 * Fetches the page of a mail, HTML or MJML. Throws `feature_unavailable`, and what the fetch throws about the input
 * `field`.
 */
export async function fetchMail(
  { deps, scope, signal }: { deps: Deps; scope: TenantScope; signal?: AbortSignal | undefined },
  url: string,
  field: string,
): Promise<ImportInput> {
  if (!scope.plan.features.import_from_url) throw featureUnavailable('import_from_url');
  const { bytes, finalUrl } = await deps.publicFetch.fetchPublicFile(url.trim(), {
    maxBytes: MAX_FETCHED_BYTES,
    timeoutMs: FETCH_TIMEOUT_MS,
    accept: ['text/*', 'application/xhtml+xml', 'application/xml'],
    owner: ownerOf(scope),
    field,
    ...(signal !== undefined && { signal }),
  });
  const body = new TextDecoder().decode(bytes);
  const format = /^\s*(?:<\?xml[^>]*>\s*)?<mjml\b/i.test(body) ? 'mjml' : 'html';
  return { format, body, includes: undefined, base: finalUrl };
}
