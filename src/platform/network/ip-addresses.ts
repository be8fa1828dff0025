import { BlockList, isIP } from 'node:net';

/** Makes a set of IP addresses from addresses and CIDR ranges. Throws `explain(range)` for an invalid one. */
export function createAddressRanges(ranges: readonly string[], explain = wrongRange): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix, ...rest] = range.split('/');
    const version = isIP(address);
    const width = version === 6 ? 128 : 32;
    const isNumber = prefix === undefined || /^\d{1,3}$/.test(prefix);
    const bits = prefix === undefined ? width : Number(prefix);
    if (version === 0 || address.includes('%') || rest.length > 0 || !isNumber || bits > width) {
      throw explain(range);
    }
    list.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

function wrongRange(range: string): Error {
  return new RangeError(`"${range}" is not an address range.`);
}

/** IPv4 ranges that are not public: the IANA special-purpose registry (RFC 6890 and its updates), and one of Azure. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; Alibaba's metadata service, Tailscale
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local; metadata services of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; Oracle's metadata service
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '168.63.129.16/32', // public, but Azure's metadata service inside its virtual machines
];

/**
 * The only public range of IPv6, except `SPECIAL_IPV6`. Outside of it are loopback, IPv4-mapped and -compatible
 * addresses (::/8), NAT64 (64:ff9b::/16), unique local (fc00::/7), link-local (fe80::/10), multicast (ff00::/8) and
 * unassigned ranges.
 */
const GLOBAL_UNICAST_IPV6 = '2000::/3';
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: leads to any IPv4 address
  '3ffe::/16', // the former test network
  '3fff::/20', // documentation
];

const specialIpv4 = createAddressRanges(SPECIAL_IPV4);
const globalUnicastIpv6 = createAddressRanges([GLOBAL_UNICAST_IPV6]);
const specialIpv6 = createAddressRanges(SPECIAL_IPV6);

/** Whether `address` is in `ranges`. An IPv4-mapped IPv6 address is in no range. */
export function isInRanges(ranges: BlockList, address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  if (version === 4) return ranges.check(address, 'ipv4');
  return !isMappedIpv4(address) && ranges.check(address, 'ipv6');
}

const mappedIpv4 = createAddressRanges(['::ffff:0:0/96']);

function isMappedIpv4(address: string): boolean {
  return mappedIpv4.check(address, 'ipv6');
}

/** Whether `address` is a public IP address, without brackets. False for anything that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !isInRanges(specialIpv4, address);
  return isInRanges(globalUnicastIpv6, address) && !isInRanges(specialIpv6, address);
}

/** Groups of an IPv6 address that identify a network: a subscriber has at least the 2^64 addresses of one. */
const NETWORK_GROUPS = 4;

/** The key of a limit per address: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = splitGroups(head);
  if (tail !== undefined) {
    const last = splitGroups(tail);
    groups.push(...Array.from({ length: 8 - groups.length - last.length }, () => '0'), ...last);
  }
  return `${groups.slice(0, NETWORK_GROUPS).map(trimZeros).join(':')}::/64`;
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

function trimZeros(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
