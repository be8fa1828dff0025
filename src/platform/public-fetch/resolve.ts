import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { lookupFailed, notPublic } from './errors.ts';
import { orStopped } from './stop.ts';
import { portOf } from './url-rules.ts';

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
