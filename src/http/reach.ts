import { type Reach, readReach } from '../platform/reach.ts';
import { type IsTrustedProxy, unmapIpv4 } from './trusted-proxies.ts';

/** Tells under which address a client has reached the server; undefined if the request does not say. */
export type ReadRequestReach = (request: Request, peer: string | undefined) => Reach | undefined;

const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const SECURE_SCHEMES = new Set(['https', 'wss']);
const SCHEMES = new Set([...SECURE_SCHEMES, 'http', 'ws']);

/**
 * Reads the address from the `Host` header and the listener, or from `X-Forwarded-Host`, `-Proto` and `-Port` if the
 * peer is a trusted proxy. Of several values in one header the first counts: the proxy nearest to the client wrote it.
 */
export function createReachReader(isTrusted: IsTrustedProxy): ReadRequestReach {
  return (request, peer) => {
    const isSecure = request.url.startsWith('https:');
    const direct = fromHost(isSecure, request.headers.get('host') ?? new URL(request.url).host);
    if (peer === undefined || !isTrusted(unmapIpv4(peer))) return direct;
    const forwarded = (name: string) => request.headers.get(`x-forwarded-${name}`)?.split(',')[0]?.trim();
    const host = forwarded('host');
    const scheme = forwarded('proto')?.toLowerCase();
    const port = readPort(forwarded('port'));
    const saysNothing = host === undefined && scheme === undefined && port === undefined;
    if (saysNothing) return direct;
    const isForwardedSecure =
      scheme !== undefined && SCHEMES.has(scheme) ? SECURE_SCHEMES.has(scheme) : isSecure;
    const reach = fromHost(isForwardedSecure, host ?? request.headers.get('host') ?? '');
    return reach && { ...reach, port: port ?? reach.port, isProxied: true };
  };
}

function fromHost(isSecure: boolean, host: string): Reach | undefined {
  const url = `${isSecure ? 'https' : 'http'}://${host}`;
  return HOST.test(host) && URL.canParse(url) ? readReach(url) : undefined;
}

function readPort(text: string | undefined): number | undefined {
  const port = text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65535 ? port : undefined;
}
