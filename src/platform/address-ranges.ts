import { BlockList, isIP } from 'node:net';

/** A set of addresses. `ranges`: addresses or CIDR; a wrong one throws what `explain` makes of it. */
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
