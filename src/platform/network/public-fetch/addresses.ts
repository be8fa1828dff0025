import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { invalidField } from '../../errors.ts';
import { createAddressRanges, isInRanges, isPublicAddress } from '../ip-addresses.ts';
import { lookupFailed, notPublic } from './errors.ts';
import { portOf } from './urls.ts';

interface AddressPolicy {
  /** Whether a connection may go to this address, to which `host` resolves. */
  accepts(host: string, address: string, port: number): boolean;
}

/** A host name as URLs spell it; undefined if it is not one. */
function canonicalName(text: string): string | undefined {
  // Wildcards are not supported, so they are refused.
  if (!/^[\p{L}\p{N}._-]+$/u.test(text)) return undefined;
  return URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '');
}

/**
 * Accepts public addresses outside this machine's own networks, and those in `allowPrivate`: IP addresses, CIDR ranges
 * or host names. An allowed name may resolve to any address. Throws `validation_failed` for any other entry.
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
      // Read each time, because a VPN or a container network can start while the server runs.
      return isPublicAddress(address) && !readOwnNetwork(interfaces()).protects(address, port);
    },
  };
}

function requireName(entry: string): string {
  const name = canonicalName(entry);
  // URLs spell `2130706433` as an address. Such a number must be written as an address.
  if (name === undefined || isIP(name) !== 0) throw wrongEntry(entry);
  return name;
}

function wrongEntry(entry: string): Error {
  return invalidField(
    'GALLEY_FETCH_PRIVATE',
    `"${entry}" is neither an address, a range such as 10.0.0.0/8, nor a host name.`,
  );
}

interface OwnNetwork {
  /** Whether a connection to this public address is refused, because it belongs to this machine or its network. */
  protects(address: string, port: number): boolean;
}

/**
 * The networks of this machine. A public address does not prove that a service is public: hosts in IPv6 networks have
 * public addresses, and connections from this machine to itself do not pass the firewall. So hosts on the same link are
 * protected, and all ports of this machine except the web ports, where its public sites are.
 */
function readOwnNetwork(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): OwnNetwork {
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

/** Every address of a host name; none if the name does not exist. Throws if the lookup fails. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Error codes of names that do not exist or have no address. Any other error is a failed lookup. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'DNS_ENOTFOUND', 'DNS_ENODATA']);

/** The lookup of the operating system, which includes its hosts file. */
export const resolveBySystem: ResolveHost = async (host) => {
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  } catch (error) {
    if (NO_SUCH_NAME.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
};

interface ResolveOptions {
  policy: AddressPolicy;
  resolve: ResolveHost;
  field: string;
  signal: AbortSignal;
}

/**
 * The addresses of a URL's host, looked up once. IPv4 comes first, because containers often resolve IPv6 addresses but
 * cannot reach them. Throws `validation_failed` if any address is not allowed, because a public name has no such address,
 * and `unavailable` if the lookup fails.
 */
export async function resolveTarget(url: URL, options: ResolveOptions): Promise<string[]> {
  const host = url.hostname;
  const literal = host.replace(/^\[|\]$/g, '');
  const addresses = isIP(literal) === 0 ? await lookUp(host, options) : [literal];
  const port = portOf(url);
  const isAllowed = addresses.every((address) => options.policy.accepts(host, address, port));
  if (addresses.length === 0 || !isAllowed) throw notPublic(options.field, host);
  return addresses.toSorted((a, b) => isIP(a) - isIP(b));
}

async function lookUp(host: string, options: ResolveOptions): Promise<readonly string[]> {
  try {
    return await orStopped(options.resolve(host), options.signal);
  } catch (error) {
    throw lookupFailed(host, error);
  }
}

/** Rejects with the signal's reason once it is aborted, for a promise that cannot be cancelled, such as a lookup. */
function orStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
