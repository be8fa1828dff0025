import { isLoopback } from './addresses.ts';

const MAX_LENGTH = 2000;

/** Schemes of known programs. RFC 8252 wants a domain name in reverse, such as `com.example.app`, which is accepted too. */
const NATIVE_SCHEMES = new Set([
  'claude:',
  'cursor:',
  'vscode:',
  'vscode-insiders:',
  'windsurf:',
  'warp:',
  'zed:',
]);

/** Whether browsers may be sent there: HTTPS, this machine, or a program. Scripts and files never are. */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > MAX_LENGTH || /[\s\p{Cc}\\]/u.test(uri)) return false;
  const url = URL.parse(uri);
  if (url === null || uri.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isLoopback(url.hostname);
  return NATIVE_SCHEMES.has(url.protocol) || url.protocol.includes('.');
}

/** Whether a redirect URI is a registered one. Programs on this machine choose a port when they start (RFC 8252, 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (!isRedirectUri(uri)) return false;
  return registered.some((known) => known === uri || isSameButForPort(known, uri));
}

function isSameButForPort(known: string, uri: string): boolean {
  const [one, other] = [URL.parse(known), URL.parse(uri)];
  if (one?.protocol !== 'http:' || other?.protocol !== 'http:' || !isLoopback(one.hostname)) return false;
  return one.hostname === other.hostname && one.pathname === other.pathname && one.search === other.search;
}

/** What people are shown: the host, or the scheme of a program. */
export function describeRedirect(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}

export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
