import type { NetworkInterfaceInfo } from 'node:os';
import { createAddressRanges } from '../address-ranges.ts';
import { isInRanges } from './public-address.ts';

export interface OwnNetwork {
  /** Whether a public address is out of bounds because it is this machine's or its neighbour's. */
  protects(address: string, port: number): boolean;
}

/**
 * The networks this machine is in. Public numbers are no proof of a public service: IPv6 networks have nothing else,
 * and what listens on this machine's own address is behind the firewall only for those outside. So neighbours on the
 * same link are out of bounds, and of this machine itself all but the web ports, where its public sites are.
 */
export function readOwnNetwork(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): OwnNetwork {
  const infos = Object.values(interfaces).flatMap((list) => list ?? []);
  const own = createAddressRanges(infos.map(({ address }) => withoutZone(address)));
  const links = createAddressRanges(infos.flatMap(({ cidr }) => (cidr === null ? [] : withoutZone(cidr))));
  return {
    protects(address, port) {
      if (isInRanges(own, address)) return port !== 80 && port !== 443;
      return isInRanges(links, address);
    },
  };
}

/** `fe80::1%eth0/64` → `fe80::1/64` */
function withoutZone(address: string): string {
  return address.replace(/%[^/]*/, '');
}
