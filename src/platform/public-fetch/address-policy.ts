import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createAddressRanges } from '../address-ranges.ts';
import { invalidField } from '../errors.ts';
import { readOwnNetwork } from './own-network.ts';
import { isInRanges, isPublicAddress } from './public-address.ts';

export interface AddressPolicy {
  /** Whether a connection may go to this address, to which `host` resolves. */
  accepts(host: string, address: string, port: number): boolean;
}

/** A host name in the spelling URLs have for it, or undefined for what is none. */
function canonicalName(text: string): string | undefined {
  // No wildcards: they would look as if they worked.
  if (!/^[\p{L}\p{N}._-]+$/u.test(text)) return undefined;
  return URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '');
}

/**
 * Decides on addresses: those of the public internet, less this machine's own network, plus what the operator allows.
 * `allowPrivate`: addresses, CIDR ranges or host names; an allowed name may resolve to anything, since whoever runs its
 * zone is trusted with that. Throws `validation_failed` for an entry that is none of these.
 */
export function createAddressPolicy(
  allowPrivate: readonly string[] = [],
  interfaces: typeof networkInterfaces = networkInterfaces,
): AddressPolicy {
  const isRange = (entry: string) => entry.includes('/') || isIP(entry) !== 0;
  const ranges = createAddressRanges(allowPrivate.filter(isRange), wrongEntry);
  const names = new Set(allowPrivate.filter((entry) => !isRange(entry)).map(requireName));
  return {
    accepts(host, address, port) {
      if (names.has(host)) return isIP(address) !== 0;
      if (isInRanges(ranges, address)) return true;
      // Read anew each time: a VPN or a container network can come up while the server runs.
      return isPublicAddress(address) && !readOwnNetwork(interfaces()).protects(address, port);
    },
  };
}

function requireName(entry: string): string {
  const name = canonicalName(entry);
  // `2130706433` would come out as an address: whoever means one has to write it so that readers see it.
  if (name === undefined || isIP(name) !== 0) throw wrongEntry(entry);
  return name;
}

function wrongEntry(entry: string): Error {
  return invalidField(
    'GALLEY_FETCH_PRIVATE',
    `"${entry}" is neither an address, a range such as 10.0.0.0/8, nor a host name.`,
  );
}
