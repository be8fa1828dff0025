import { isIP } from 'node:net';
import { type IsTrustedProxy, unmapIpv4 } from './trusted-proxies.ts';

/** Tells the address of the client behind a request. */
export type ReadClientAddress = (request: Request, peer: string | undefined) => string;

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
