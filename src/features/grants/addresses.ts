import type { Deps } from '../../platform/deps.ts';
import { urlOf } from '../../platform/network/request-url.ts';

type ServerAddresses = Pick<Deps, 'baseUrl'>;

/** Where an agent of a tenant connects. */
export interface TenantAddress {
  projectId: string;
  /** The identifier of the tenant. */
  tenant: string;
}

/**
 * The server as the client of a request knows it: without a configured base URL, this machine has several names. Metadata must
 * name the one that the client uses.
 */
export function serverOf(
  { baseUrl, listening }: Pick<Deps, 'baseUrl' | 'listening'>,
  request: Request,
): ServerAddresses {
  if (listening.isBaseUrlSet) return { baseUrl };
  const host = request.headers.get('host') ?? urlOf(request).host;
  const url = URL.parse(`${new URL(baseUrl).protocol}//${host}`);
  return url !== null && isOwnOrigin({ baseUrl, listening }, url) ? { baseUrl: url.origin } : { baseUrl };
}

function isOwnOrigin({ baseUrl, listening }: Pick<Deps, 'baseUrl' | 'listening'>, url: URL): boolean {
  const own = new URL(baseUrl);
  if (url.origin === own.origin) return true;
  if (listening.isBaseUrlSet || url.protocol !== own.protocol || url.port !== own.port) return false;
  return isLoopback(url.hostname) && isLoopback(own.hostname);
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const isLoopback = (hostname: string): boolean => LOOPBACK.includes(hostname);

/**
 * Tokens are sent over HTTPS or within this machine only. Metadata is found at the root of a host, so the base URL must have
 * no path.
 */
export function canServeOAuth({ baseUrl }: ServerAddresses): boolean {
  const { protocol, hostname, pathname } = new URL(baseUrl);
  return pathname === '/' && (protocol === 'https:' || isLoopback(hostname));
}

/** It has a path, so that no metadata is at the root: some clients ignore their configured keys if they find any there. */
export const issuerOf = ({ baseUrl }: ServerAddresses): string => `${baseUrl}/oauth`;

export const pathOf = ({ projectId, tenant }: TenantAddress): string =>
  `/mcp/${encodeURIComponent(projectId)}/${encodeURIComponent(tenant)}`;

/** The audience of tokens, and the address of the tool server for them. */
export const resourceOf = ({ baseUrl }: ServerAddresses, tenantAddress: TenantAddress): string =>
  baseUrl + pathOf(tenantAddress);

export const METADATA_PREFIX = '/.well-known/oauth-protected-resource';

/** Where the metadata of the resource is (RFC 9728). */
export const metadataUrlOf = ({ baseUrl }: ServerAddresses, tenantAddress: TenantAddress): string =>
  baseUrl + METADATA_PREFIX + pathOf(tenantAddress);

/** The place of a path such as `/mcp/<project>/<tenant>`, also with a slash at the end; undefined for any other. */
export function placeOfPath(pathname: string): TenantAddress | undefined {
  const [start, name, projectId, tenant, ...rest] = pathname.replace(/\/$/, '').split('/');
  if (start !== '' || name !== 'mcp' || !projectId || !tenant || rest.length > 0) return undefined;
  try {
    return { projectId: decodeURIComponent(projectId).toLowerCase(), tenant: decodeURIComponent(tenant) };
  } catch {
    return undefined;
  }
}

/** Whether a request is about a place, whose `path` is that of `pathOf`. Most need no parsing. */
export function isAbout({ projectId, tenant }: TenantAddress, path: string, request: Request): boolean {
  const { url } = request;
  if (url.slice(url.indexOf('/', 'https://'.length)) === path) return true;
  const place = placeOfPath(urlOf(request).pathname);
  return place?.projectId === projectId && place.tenant === tenant;
}

/** The place of a resource indicator (RFC 8707); undefined if it is not one of this server. */
export function placeOfResource(
  deps: Pick<Deps, 'baseUrl' | 'listening'>,
  resource: string,
): TenantAddress | undefined {
  const url = URL.parse(resource);
  if (url === null || !isOwnOrigin(deps, url)) return undefined;
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return undefined;
  return placeOfPath(url.pathname);
}
