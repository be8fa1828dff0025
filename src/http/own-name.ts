import type { Deps } from '../platform/deps.ts';
import { urlOf } from '../platform/network/request-url.ts';

const ADDRESSES = new Set(['127.0.0.1', '[::1]']);
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'];

/**
 * Leads a browser from an IP address of this machine to `localhost`, unless the operator has set a base URL: passkeys, cookies
 * and pictures belong to one name. Undefined: the page is shown here. The port stays that of the request, which may come
 * through a tunnel, and so does the protocol.
 */
export function redirectToOwnName(
  { baseUrl, listening }: Pick<Deps, 'baseUrl' | 'listening'>,
  request: Request,
): Response | undefined {
  const { method, headers } = request;
  if (listening.isBaseUrlSet || !['GET', 'HEAD'].includes(method)) return undefined;
  if (!headers.get('accept')?.includes('text/html')) return undefined;
  const host = URL.parse(`http://${headers.get('host') ?? ''}`);
  if (host === null || !ADDRESSES.has(host.hostname)) return undefined;
  if (isProxied(headers) || new URL(baseUrl).hostname !== 'localhost') return undefined;
  const { pathname, search } = urlOf(request);
  const location = `//localhost${host.port && `:${host.port}`}${pathname}${search}`;
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } });
}

/** Whether a proxy passed the request on: the user may be on another machine. */
export const isProxied = (headers: Headers): boolean => PROXY_HEADERS.some((name) => headers.has(name));
