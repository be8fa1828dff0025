interface OwnAddress {
  baseUrl: string;
  listening: { isBaseUrlSet: boolean };
}

/**
 * Whether a request with cookies comes from a page of this server, and not from another site (CSRF). Browsers send one
 * of the two headers with every request that changes something. Programs must send `Origin`.
 */
export function isFromOwnOrigin(headers: Headers, { baseUrl, listening }: OwnAddress): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = URL.parse(headers.get('origin') ?? '');
  if (origin === null) return false;
  if (origin.origin === new URL(baseUrl).origin) return true;
  return !listening.isBaseUrlSet && origin.host === headers.get('host');
}
