import { isIP } from 'node:net';
import { DomainError } from '../platform/errors.ts';
import { urlOf } from '../platform/network/request-url.ts';

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Throws `forbidden` for a request with a foreign `Host` or `Origin`. */
export type CheckHost = (request: Request) => void;

/**
 * Guards against DNS rebinding, by which a web page reaches a server of the visitor's own network: the name in `Host`
 * must be this machine's, that of the base URL or one of `extra` (`*`: any). An address in place of a name is fine,
 * because a page can rebind names only. A page's `Origin` must be one of these names, or the host it calls.
 * `readBaseUrl` is called for each request, because the port may be chosen after the start.
 */
export function createHostCheck(readBaseUrl: () => string, extra: readonly string[]): CheckHost {
  const names = new Set([...LOCAL_NAMES, ...extra.map((name) => name.toLowerCase())]);
  const isKnown = (name: string) =>
    names.has('*') || names.has(name) || name === new URL(readBaseUrl()).hostname;
  return (request) => {
    const host = hostnameOf(`http://${request.headers.get('host') ?? urlOf(request).host}`);
    if (host === undefined || !(isKnown(host) || isAddress(host))) throw foreignHost(host ?? '');
    const origin = request.headers.get('origin');
    if (origin === null || origin === '') return;
    const name = hostnameOf(origin);
    if (name === undefined || !(isKnown(name) || name === host)) throw foreignOrigin(origin);
  };
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** IPv6 addresses have brackets. */
function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

const foreignHost = (host: string) =>
  new DomainError(
    'forbidden',
    `The tool server does not answer under the name "${host.slice(0, 100)}". The operator allows it with --base-url or GALLEY_MCP_HOSTS.`,
  );

const foreignOrigin = (origin: string) =>
  new DomainError(
    'forbidden',
    `Pages of ${origin.slice(0, 100)} may not use the tool server. The operator allows them with GALLEY_MCP_HOSTS.`,
  );
