import { isIP } from 'node:net';
import { createAddressRanges } from '../platform/address-ranges.ts';
import { invalidField } from '../platform/errors.ts';

/** Whether an address is that of a reverse proxy whose word about its clients counts. */
export type IsTrustedProxy = (address: string) => boolean;

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

/** `::ffff:10.0.0.1` → `10.0.0.1`, as dual-stack sockets report IPv4 peers. */
export function unmapIpv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
