import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name a network: everybody who has one has at least 2^64 addresses in it. */
const NETWORK_GROUPS = 4;

/** What a limit per address has to go by: an IPv4 address, or the /64 network of an IPv6 one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
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
