import { BlockList, isIP } from 'node:net';
import { invalidField } from '../platform/errors.ts';

/** Tells the address of the client behind a request. */
export type ReadClientAddress = (request: Request, peer: string | undefined) => string;

/**
 * Reads client addresses: the peer's, unless the peer is one of the `trusted` proxies (addresses or CIDR ranges); then
 * the last address in `X-Forwarded-For` that is not itself a trusted proxy, because everything left of it can be forged.
 */
export function createClientAddressReader(trusted: readonly string[]): ReadClientAddress {
  const proxies = parseRanges(trusted);
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

function parseRanges(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const version = isIP(address);
    const bits = prefix === undefined ? undefined : Number(prefix);
    const isValidPrefix =
      bits === undefined || (Number.isInteger(bits) && bits >= 0 && bits <= (version === 6 ? 128 : 32));
    if (version === 0 || !isValidPrefix) {
      throw invalidField(
        'trusted_proxies',
        `"${range}" is neither an address nor a range such as 10.0.0.0/8.`,
      );
    }
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, bits, family);
  }
  return list;
}

/** `::ffff:10.0.0.1` → `10.0.0.1`, as dual-stack sockets report IPv4 peers. */
function unmapIpv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
