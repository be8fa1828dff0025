import { isIP } from 'node:net';
import { invalidField } from '../platform/errors.ts';
import { createAddressRanges } from '../platform/network/ip-addresses.ts';
import { parseRequestAddress, type RequestAddress } from '../platform/network/server-address.ts';

/** Whether an address is that of a trusted reverse proxy, whose `X-Forwarded-*` headers are used. */
type IsTrustedProxy = (address: string) => boolean;

/** Finds the IP address of the client. */
export type ReadClientAddress = (request: Request, peer: string | undefined) => string;

/** Finds the address under which the client reached this server. Undefined for a request without a valid host. */
export type ReadRequestAddress = (request: Request, peer: string | undefined) => RequestAddress | undefined;

/** `trusted`: addresses or CIDR ranges. Throws `validation_failed` for anything else. */
export function createProxyTrust(trusted: readonly string[]): IsTrustedProxy {
  const ranges = createAddressRanges(trusted, (range) =>
    invalidField(
      'GALLEY_TRUSTED_PROXIES',
      `"${range}" is neither an address nor a range such as 10.0.0.0/8.`,
    ),
  );
  return (address) => {
    const version = isIP(address);
    return version !== 0 && ranges.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * Reads client addresses: the peer's, unless the peer is a trusted proxy; then the last address in `X-Forwarded-For`
 * that is not itself a trusted proxy, because everything left of it can be forged.
 */
export function createClientAddressReader(isTrusted: IsTrustedProxy): ReadClientAddress {
  return (request, peer) => {
    const direct = unmapIpv4(peer ?? 'unknown');
    if (!isTrusted(direct)) return direct;
    const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
    for (const address of forwarded.reverse().map(unmapIpv4)) {
      if (isIP(address) === 0) break;
      if (!isTrusted(address)) return address;
    }
    return direct;
  };
}

const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const SECURE_SCHEMES = new Set(['https', 'wss']);
const SCHEMES = new Set([...SECURE_SCHEMES, 'http', 'ws']);

/**
 * Reads the address from the `Host` header and the listener, or from `X-Forwarded-Host`, `-Proto` and `-Port` if the
 * peer is a trusted proxy. Of several values in one header the first one counts: the proxy nearest to the client wrote
 * it.
 */
export function createRequestAddressReader(isTrusted: IsTrustedProxy): ReadRequestAddress {
  return (request, peer) => {
    const isSecure = request.url.startsWith('https:');
    const direct = fromHost(isSecure, request.headers.get('host') ?? URL.parse(request.url)?.host ?? '');
    if (peer === undefined || !isTrusted(unmapIpv4(peer))) return direct;
    const forwarded = (name: string) => request.headers.get(`x-forwarded-${name}`)?.split(',')[0]?.trim();
    const host = forwarded('host');
    const scheme = forwarded('proto')?.toLowerCase();
    const port = readPort(forwarded('port'));
    if (host === undefined && scheme === undefined && port === undefined) return direct;
    const isForwardedSecure =
      scheme !== undefined && SCHEMES.has(scheme) ? SECURE_SCHEMES.has(scheme) : isSecure;
    const requestAddress = fromHost(isForwardedSecure, host ?? request.headers.get('host') ?? '');
    return requestAddress && { ...requestAddress, port: port ?? requestAddress.port, isProxied: true };
  };
}

function fromHost(isSecure: boolean, host: string): RequestAddress | undefined {
  const url = `${isSecure ? 'https' : 'http'}://${host}`;
  return HOST.test(host) && URL.canParse(url) ? parseRequestAddress(url) : undefined;
}

function readPort(text: string | undefined): number | undefined {
  const port = text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65535 ? port : undefined;
}

/** `::ffff:10.0.0.1` → `10.0.0.1`, as dual-stack sockets report IPv4 peers. */
export function unmapIpv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
