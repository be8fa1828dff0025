import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { invalidField } from '../errors.ts';
import { createAddressRanges, isInRanges, isPublicAddress } from '../ip-addresses.ts';
import { lookupFailed, notPublic } from './errors.ts';
import { portOf } from './urls.ts';

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

/** Every address of a host name; none if it does not exist. Throws if that cannot be found out. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** What the name servers say for names that do not exist or have no address; anything else may pass. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'DNS_ENOTFOUND', 'DNS_ENODATA']);

/** The operating system's way, hosts file included, so that names mean what they mean elsewhere on this machine. */
export const resolveBySystem: ResolveHost = async (host) => {
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  } catch (error) {
    if (NO_SUCH_NAME.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
};

export interface ResolveOptions {
  policy: AddressPolicy;
  resolve: ResolveHost;
  field: string;
  signal: AbortSignal;
}

/**
 * The addresses a URL's host has, looked up once, all of them allowed, IPv4 first, because containers often have IPv6
 * addresses to look up and no way to reach them. One forbidden address among them condemns the rest: an honest public
 * name has none. Throws `validation_failed`, or `unavailable` when the lookup itself fails.
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

/** `promise`, or the signal's reason as soon as it is aborted: for work that cannot be called off, such as a lookup. */
function orStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
