import { createSecret } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';

/** Below the base URL; needs no access token, because mail clients have none. */
export const MEDIA_PATH = '/media';

/** Random bytes of the token in an address, so that it cannot be guessed. */
const TOKEN_BYTES = 16;

/** Characters of `TOKEN_BYTES` in base64url. */
export const TOKEN_LENGTH = 22;

export const TOKEN = /^[\w-]{22}$/;

export function createVersionToken(): string {
  return createSecret('', TOKEN_BYTES);
}

/** The address of one stored file of a version. */
export function addressOf(deps: Deps, token: string, name: string, extension: string): string {
  return `${deps.baseUrl}${MEDIA_PATH}/${token}/${name}.${extension}`;
}
