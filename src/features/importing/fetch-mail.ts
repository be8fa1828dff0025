import type { ImportInput } from '../../mail/import/formats.ts';
import { decodeText, UnknownCharset } from '../../mail/parse/decode-text.ts';
import type { Deps } from '../../platform/deps.ts';
import { featureUnavailable, invalidField } from '../../platform/errors.ts';
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
  const { bytes, finalUrl, charset } = await deps.publicFetch.fetchPublicFile(url.trim(), {
    maxBytes: MAX_FETCHED_BYTES,
    timeoutMs: FETCH_TIMEOUT_MS,
    accept: ['text/*', 'application/xhtml+xml', 'application/xml'],
    owner: ownerOf(scope),
    field,
    ...(signal !== undefined && { signal }),
  });
  const body = decodePage(bytes, charset, field);
  const format = /^\s*(?:<\?xml[^>]*>\s*)?<mjml\b/i.test(body) ? 'mjml' : 'html';
  return { format, body, includes: undefined, base: baseOf(body, finalUrl) };
}

function decodePage(bytes: Uint8Array, charset: string | undefined, field: string): string {
  try {
    return decodeText(bytes, charset);
  } catch (error) {
    if (!(error instanceof UnknownCharset)) throw error;
    throw invalidField(field, `leads to a page that cannot be read: ${error.message}`);
  }
}

/** The address by which relative addresses are completed: that of the page, or of its `base` element. */
function baseOf(body: string, page: string): string {
  const [, quoted, plain] =
    /<base\s[^<>]{0,200}\bhref\s*=\s*(?:["']([^"'<>]{1,2000})["']|([^\s"'<>]{1,2000}))/i.exec(body) ?? [];
  const href = (quoted ?? plain ?? '').replaceAll('&amp;', '&');
  return href !== '' && URL.canParse(href, page) ? new URL(href, page).href : page;
}
