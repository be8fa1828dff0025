import type { Deps } from '../../platform/deps.ts';
import { createSecret } from '../../platform/security/crypto.ts';

/** Path of files below the base URL. No access token is needed, because mail clients have none. */
export const MEDIA_PATH = '/media';

/** Random bytes of the token in an address, so that it cannot be guessed. */
const TOKEN_BYTES = 16;

/** Characters of `TOKEN_BYTES` in base64url. */
export const TOKEN_LENGTH = 22;

export const TOKEN = /^[\w-]{22}$/;

export function createVersionToken(): string {
  return createSecret('', TOKEN_BYTES);
}

type ServerAddresses = Pick<Deps, 'baseUrl' | 'mediaUrl'>;

/** The base of new addresses: the CDN, if there is one. */
export const mediaBaseOf = ({ baseUrl, mediaUrl }: ServerAddresses): string => mediaUrl || baseUrl;

/** The beginnings of addresses of files, including those from before the CDN was set up. */
export const mediaRoots = ({ baseUrl, mediaUrl }: ServerAddresses): string[] =>
  [...new Set([mediaUrl || baseUrl, baseUrl])].map((base) => `${base}${MEDIA_PATH}/`);

/** The token and name at the end of one of this server's addresses. Undefined for other addresses. */
export function pathOfMedia(server: ServerAddresses, url: string): string | undefined {
  const root = mediaRoots(server).find((one) => url.startsWith(one));
  return root === undefined ? undefined : url.slice(root.length);
}

/** The address of one stored file of a version. */
export function addressOf(deps: Deps, token: string, name: string, extension: string): string {
  return `${mediaBaseOf(deps)}${MEDIA_PATH}/${token}/${name}.${extension}`;
}
