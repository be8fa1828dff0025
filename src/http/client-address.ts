import { isIP } from 'node:net';
import { createAddressRanges } from '../platform/address-ranges.ts';
import { type DomainError, invalidField } from '../platform/errors.ts';

/** Tells the address of the client behind a request. */
export type ReadClientAddress = (request: Request, peer: string | undefined) => string;

/**
 * Reads client addresses: the peer's, unless the peer is one of the `trusted` proxies (addresses or CIDR ranges); then
 * the last address in `X-Forwarded-For` that is not itself a trusted proxy, because everything left of it can be forged.
 */
export function createClientAddressReader(trusted: readonly string[]): ReadClientAddress {
  const proxies = createAddressRanges(trusted, wrongProxy);
  const isTrusted = (address: string) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (request, peer) => {
    const direct = unmapIpv4(peer ?? 'unknown');
    if (isIP(direct) === 0 || !isTrusted(direct)) return direct;
    const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
    for (const address of forwarded.reverse().map(unmapIpv4)) {
      if (isIP(address) === 0) break;
      if (!isTrusted(address)) return address;
    }
    return direct;
  };
}

function wrongProxy(range: string): DomainError {
  return invalidField('trusted_proxies', `"${range}" is neither an address nor a range such as 10.0.0.0/8.`);
}

/** `::ffff:10.0.0.1` → `10.0.0.1`, as dual-stack sockets report IPv4 peers. */
function unmapIpv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
